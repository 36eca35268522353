import type { ConfigChange } from '#shared/domain/config-edit.ts';
import type { ToolCuration } from '#shared/domain/tool.ts';
import type { OverlaidField, ToolDetail } from '#shared/domain/tool-detail.ts';
import { strings } from '../../../strings/curate.ts';

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
    title: strings.curateFields.mode,
    kind: 'choice',
    choices: [
      ['always', strings.curateFields.alwaysEveryPrompt],
      ['deferred', strings.curateFields.deferredFoundSearch],
    ],
  },
  {
    name: 'description',
    title: strings.curateFields.description,
    kind: 'text',
    note: strings.curateFields.textThatModelReads,
  },
  {
    name: 'usage_hint',
    title: strings.curateFields.usageHint,
    kind: 'text',
    note: strings.curateFields.oneLineThatSays,
  },
  { name: 'tags', title: strings.curateFields.tags, kind: 'list', note: strings.curateFields.onePerLine },
  { name: 'phrases', title: strings.curateFields.phrases, kind: 'list', note: strings.curateFields.howUsersAsk },
  { name: 'aliases', title: strings.curateFields.aliases, kind: 'list', note: strings.curateFields.otherNamesThatCall },
  {
    name: 'related_tools',
    title: strings.curateFields.relatedTools,
    kind: 'list',
    note: strings.curateFields.namesOfTools,
  },
  {
    name: 'risk_level',
    title: strings.curateFields.riskLevel,
    kind: 'choice',
    choices: [
      ['safe', 'safe'],
      ['moderate', 'moderate'],
      ['destructive', 'destructive'],
    ],
  },
  {
    name: 'requires_confirmation',
    title: strings.curateFields.requiresConfirmation,
    kind: 'choice',
    choices: [
      ['true', strings.curateFields.yesPersonApprovesEach],
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

/** The changes of the overlay to a text of the source, word by word. */
export function wordsOf({ overlaid }: Pick<ToolDetail, 'overlaid'>, { name }: CurateField): OverlaidField['words'] {
  return overlaid.find(({ field }) => field === name)?.words ?? null;
}

/** The initial value of the field's editor: the overlay, else the source. A choice without an overlay is empty. */
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

/** Entries of a list as a person writes them, one per line. */
export function listOf(text: string): string[] {
  return [...new Set(text.split('\n').map((line) => line.trim()))].filter(Boolean);
}

function fieldText(value: unknown): string {
  if (value === null || value === undefined || value === 'undeclared') return '';
  return Array.isArray(value) ? value.join('\n') : String(value);
}
