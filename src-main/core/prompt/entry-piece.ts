/** A stretch of a tool's entry and what it says. */
export interface EntryPiece {
  readonly text: string;
  /** `schema`: the text around the arguments. `joins`: the words and line ends that hold the entry together. */
  readonly part:
    | 'name'
    | 'description'
    | 'side_effects'
    | 'argument'
    | 'schema'
    | 'output_schema'
    | 'example'
    | 'joins';
  /** The name of an argument, or the place of an example in `tool.examples`. */
  readonly of?: string | number;
}
