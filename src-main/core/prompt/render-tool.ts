import type { ToolExamplesConfig } from '#shared/domain/config.ts';
import type { Tool } from '#shared/domain/tool.ts';
import type { EntryPiece } from './entry-piece.ts';
import { escapedJson, escapedText } from './escape-prompt-tags.ts';
import { selectExamples } from './select-examples.ts';

/** The entry of a tool in a prompt. */
export type PromptTool = Pick<
  Tool,
  'name' | 'description' | 'side_effects' | 'input_schema' | 'output_schema' | 'examples'
>;

/**
 * A tool's entry in the list (seed 000): name, description, side effects, schemas, examples; what there is not has no
 * line, so a tool without examples looks as it does with examples off (R7.08–R7.10).
 */
export function renderTool(tool: PromptTool, config: ToolExamplesConfig): string {
  return entryPieces(tool, config)
    .map(({ text }) => text)
    .join('');
}

/** The same with the line end that follows each entry of the list: the entries of a prompt are these texts one after the other. */
export function entryLine(tool: PromptTool, config: ToolExamplesConfig): string {
  return `${renderTool(tool, config)}\n`;
}

/** The entry of a tool piece by piece, in order and without gaps. */
export function entryPieces(tool: PromptTool, config: ToolExamplesConfig): EntryPiece[] {
  const pieces: EntryPiece[] = [
    { part: 'joins', text: '- name: ' },
    { part: 'name', text: escapedText(tool.name, '  ') },
    { part: 'joins', text: '\n  desc: ' },
    { part: 'description', text: escapedText(tool.description, '    ') },
  ];
  if (tool.side_effects !== null) pieces.push({ part: 'side_effects', text: `\n  side_effects: ${tool.side_effects}` });
  pieces.push({ part: 'joins', text: '\n  args_schema: ' }, ...schemaPieces(tool.input_schema));
  if (tool.output_schema !== null) {
    pieces.push({ part: 'output_schema', text: `\n  out_schema: ${escapedJson(tool.output_schema)}` });
  }
  const examples = selectExamples(tool.examples, config);
  if (examples.length > 0) pieces.push({ part: 'joins', text: '\n  examples:' });
  for (const example of examples) {
    pieces.push({ part: 'example', of: tool.examples.indexOf(example), text: exampleLines(example, config) });
  }
  return pieces;
}

/** The lines of one example, with the line end before them. */
export function exampleLines(
  { args, description }: Pick<Tool['examples'][number], 'args' | 'description'>,
  config: ToolExamplesConfig,
): string {
  const line = `\n    - args: ${escapedJson(args)}`;
  return config.include_descriptions && description ? `${line}\n      # ${escapedText(description, '      # ')}` : line;
}

/** An input schema as compact JSON, cut at its arguments: each with its name, and the text around them. */
export function schemaPieces(schema: Readonly<Record<string, unknown>>): EntryPiece[] {
  const pieces: EntryPiece[] = [];
  const around = (text: string) => pieces.push({ part: 'schema', text });
  around('{');
  entriesOf(schema).forEach(([key, value], i) => {
    if (i > 0) around(',');
    const properties = key === 'properties' ? recordOf(value) : null;
    if (!properties) {
      around(member(key, value));
      return;
    }
    around('"properties":{');
    entriesOf(properties).forEach(([name, argument], at) => {
      if (at > 0) around(',');
      pieces.push({ part: 'argument', of: name, text: member(name, argument) });
    });
    around('}');
  });
  around('}');
  return pieces;
}

function member(key: string, value: unknown): string {
  return `${escapedJson(key)}:${escapedJson(value)}`;
}

/** An object as JSON writes it: without values that are undefined. */
function entriesOf(record: Readonly<Record<string, unknown>>): [string, unknown][] {
  return Object.entries(record).filter(([, value]) => value !== undefined);
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : null;
}
