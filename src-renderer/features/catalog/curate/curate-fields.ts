import type { ConfigChange } from '#shared/domain/config-edit.ts';
import type { ToolCuration } from '#shared/domain/tool.ts';
import type { OverlaidField, ToolDetail } from '#shared/domain/tool-detail.ts';

type FieldName = Extract<
  keyof ToolCuration,
  | 'loading_mode'
  | 'description'
  | 'usage_hint'
  | 'tags'
  | 'phrases'
  | 'aliases'
  | 'related_tools'
  | 'risk_level'
  | 'requires_confirmation'
>;

/** A field of an overlay as the screen edits it. */
export interface CurateField {
  readonly name: FieldName;
  readonly title: string;
  /** `list`: one entry a line. */
  readonly kind: 'text' | 'list' | 'choice';
  readonly note?: string;
  /** The values of a choice: what is written, and its name. */
  readonly choices?: readonly (readonly [string, string])[];
}

/** In the order of the screen; a new field is one entry here. */
export const curateFields: readonly CurateField[] = [
  {
    name: 'loading_mode',
    title: 'Mode',
    kind: 'choice',
    choices: [
      ['always', 'always: in every prompt'],
      ['deferred', 'deferred: found by search'],
    ],
  },
  { name: 'description', title: 'Description', kind: 'text', note: 'what the model reads' },
  { name: 'usage_hint', title: 'Usage hint', kind: 'text', note: 'one line on when to use it' },
  { name: 'tags', title: 'Tags', kind: 'list', note: 'one a line' },
  { name: 'phrases', title: 'Phrases', kind: 'list', note: 'how users ask for it, one a line' },
  { name: 'aliases', title: 'Aliases', kind: 'list', note: 'other names a call may use, one a line' },
  { name: 'related_tools', title: 'Related tools', kind: 'list', note: 'names of tools that go with it, one a line' },
  {
    name: 'risk_level',
    title: 'Risk level',
    kind: 'choice',
    choices: [
      ['safe', 'safe'],
      ['moderate', 'moderate'],
      ['destructive', 'destructive'],
    ],
  },
  {
    name: 'requires_confirmation',
    title: 'Requires confirmation',
    kind: 'choice',
    choices: [
      ['true', 'yes: a person agrees to each call'],
      ['false', 'no'],
    ],
  },
];

/** Whether the overlay says something of the field, be it what the source says. */
export function isOverlaid({ overlay }: Pick<ToolDetail, 'overlay'>, { name }: CurateField): boolean {
  return overlay[name] !== undefined;
}

/** What the source says of the field. */
export function upstreamText({ tool, overlaid }: ToolDetail, { name }: CurateField): string {
  const field = name === 'loading_mode' ? 'declared_mode' : name;
  const changed = overlaid.find((each) => each.field === field);
  return fieldText(changed ? changed.upstream : tool[field]);
}

/** What the overlay changed in a text of the source, word by word. */
export function wordsOf({ overlaid }: Pick<ToolDetail, 'overlaid'>, { name }: CurateField): OverlaidField['words'] {
  return overlaid.find(({ field }) => field === name)?.words ?? null;
}

/** What the editor of the field starts from: the overlay, else the source. A choice without an overlay is empty. */
export function savedText(detail: ToolDetail, field: CurateField): string {
  if (isOverlaid(detail, field)) return fieldText(detail.overlay[field.name]);
  return field.kind === 'choice' ? '' : upstreamText(detail, field);
}

/** The text as it is kept: lists without empty lines, without white space around an entry, and nothing twice. */
export function tidyText(text: string, { kind }: CurateField): string {
  return kind === 'list' ? listOf(text).join('\n') : kind === 'text' ? text.trim() : text;
}

/** The edit that makes the catalog say `text`: what the source says already is a reset. */
export function changeOfField(detail: ToolDetail, field: CurateField, text: string): ConfigChange {
  const path = ['overlays', detail.tool.name, field.name];
  const tidy = tidyText(text, field);
  const isReset = field.kind === 'choice' ? tidy === '' : tidy === tidyText(upstreamText(detail, field), field);
  return isReset ? { path } : { path, value: fieldValue(tidy, field) };
}

function fieldValue(text: string, { name, kind }: CurateField): string | string[] | boolean {
  if (kind === 'list') return listOf(text);
  return name === 'requires_confirmation' ? text === 'true' : text;
}

/** Entries of a list as a person writes them, one a line. */
export function listOf(text: string): string[] {
  return [...new Set(text.split('\n').map((line) => line.trim()))].filter(Boolean);
}

function fieldText(value: unknown): string {
  if (value === null || value === undefined || value === 'undeclared') return '';
  return Array.isArray(value) ? value.join('\n') : String(value);
}
