import type { SourceFormat } from '#shared/domain/source.ts';
import { otherSchemaKeys, readArguments, schemaKeys } from './argument-schema.ts';
import { bodyOf, type CapturedTool, exactName, isObject } from './captured-source.ts';
import { withNumberTexts } from './number-texts.ts';
import { fieldNotes } from './tool-fields.ts';
import { sizeProblem } from './tool-size.ts';

/** A tool that can be used, with what reading it lost or changed, or why it cannot be read. */
export type ReadTool =
  | {
      readonly tool: CapturedTool;
      /** Fields that have no effect. */
      readonly ignored: readonly string[];
      /** What was read in another way than it is written, in words. */
      readonly converted: readonly string[];
    }
  | { readonly reason: string; readonly name: string | null };

/** The key under which each format keeps the schema of a tool's arguments. */
const schemaKeyOf: Readonly<Record<SourceFormat, (typeof schemaKeys)[number]>> = {
  tools_list: 'inputSchema',
  tools_jsonl: 'inputSchema',
  anthropic: 'input_schema',
  openai: 'parameters',
};

/**
 * One entry of a list as a tool of its format: what it has is kept, only its schema is put where the format keeps it, as a
 * JSON schema. What is optional never costs a tool its place.
 */
export function readTool(value: unknown, format: SourceFormat): ReadTool {
  if (!isObject(value)) return { reason: 'is not an object', name: typeof value === 'string' ? value : null };
  const body = bodyOf(value);
  const name = nameOf(body);
  if ('reason' in name) return { ...name, name: null };
  const tooLarge = sizeProblem(value);
  if (tooLarge !== null) return { reason: tooLarge, name: name.name };
  const read = readArguments(body);
  if ('problem' in read) return { reason: `${read.problem}, so its arguments are not known`, name: name.name };
  const { ignored, converted } = fieldNotes(body);
  const trimmed = name.name === exactName(value) ? [] : ['its name has spaces around it, which were left out'];
  const notes = read.notes.map((note) => `its ${read.key ?? 'schema'} ${note}`);
  const isCustom = value.type === 'custom' && read.key === null;
  const custom = isCustom ? ['it takes free text and no arguments; it was read as a tool without arguments'] : [];
  return {
    tool: withSchema(value, { read, format }),
    ignored,
    converted: [...trimmed, ...converted, ...notes, ...custom],
  };
}

function nameOf(body: Readonly<Record<string, unknown>>): { name: string } | { reason: string } {
  const { name } = body;
  if (name === undefined || name === null) return { reason: 'has no name' };
  if (typeof name !== 'string') return { reason: 'has a name that is not text' };
  return name.trim() === '' ? { reason: 'has an empty name' } : { name: name.trim() };
}

interface Placed {
  readonly read: { readonly key: string | null; readonly schema: Readonly<Record<string, unknown>> };
  readonly format: SourceFormat;
}

/** The tool with its schema under a key that the catalog reads; the same object where it has it there already. */
function withSchema(tool: Readonly<Record<string, unknown>>, { read, format }: Placed): CapturedTool {
  const body = bodyOf(tool);
  const isKnownKey = schemaKeys.some((key) => key === read.key);
  if (read.key === null || (isKnownKey && body[read.key] === read.schema)) return tool as CapturedTool;
  const key = isKnownKey ? read.key : schemaKeyOf[format];
  const spare = new Set<string>(
    isKnownKey ? [] : [read.key, ...otherSchemaKeys.filter((other) => other !== 'arguments')],
  );
  const kept = Object.entries(body).filter(([name]) => !spare.has(name));
  const changed = withNumberTexts({ ...Object.fromEntries(kept), [key]: read.schema }, body);
  return (body === tool ? changed : { ...tool, function: changed }) as unknown as CapturedTool;
}
