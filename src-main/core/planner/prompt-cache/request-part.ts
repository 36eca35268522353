/** A part of a request, in the order it is sent. */
export interface RequestPart {
  /** What it is, for people. */
  readonly place: string;
  readonly text: string;
}
