import { stringify } from 'yaml';
import { assertNever } from '#shared/assert-never.ts';
import type { ConfigChange } from '#shared/domain/config-edit.ts';
import type { CatalogTool, ToolCuration } from '#shared/domain/tool.ts';
import type { ToolEdit } from '#shared/domain/why-not.ts';

type Editable = Pick<CatalogTool, 'phrases' | 'tags' | 'usage_hint' | 'description'>;

/** The one field that an edit changes, with its whole new value, as an overlay needs it. Words of a tag edit are a tag each. */
export function editedField(tool: Editable, { field, text }: Pick<ToolEdit, 'field' | 'text'>): ToolCuration {
  switch (field) {
    case 'phrases':
      return { phrases: withNew(tool.phrases, [text]) };
    case 'tags':
      return { tags: withNew(tool.tags, text.split(/\s+/)) };
    case 'usage_hint':
      return { usage_hint: withSentence(tool.usage_hint ?? '', text) };
    case 'description':
      return { description: withSentence(tool.description, text) };
    case 'first_sentence':
      return { description: withFirst(tool.description, text) };
    default:
      return assertNever(field);
  }
}

/** The field of an overlay that an edit changes. */
export function overlayKey({ field }: Pick<ToolEdit, 'field'>): Exclude<ToolEdit['field'], 'first_sentence'> {
  return field === 'first_sentence' ? 'description' : field;
}

/** An edit as a change of `pegboard.yaml`. */
export function editAsChange(tool: Pick<CatalogTool, 'name'> & Editable, edit: ToolEdit): ConfigChange {
  const key = overlayKey(edit);
  const value = editedField(tool, edit)[key];
  return { path: ['overlays', tool.name, key], ...(value !== undefined && { value }) };
}

/** The tool as it is after an edit. */
export function applyEdit(tool: CatalogTool, edit: Pick<ToolEdit, 'field' | 'text'>): CatalogTool {
  return { ...tool, ...editedField(tool, edit) } as CatalogTool;
}

/** The lines that do the same in a `pegboard.yaml`. */
export function editAsYaml(tool: CatalogTool, edit: ToolEdit): string {
  return stringify({ overlays: { [tool.name]: editedField(tool, edit) } }, { lineWidth: 0 });
}

function withNew(list: readonly string[], added: readonly string[]): string[] {
  return [...list, ...added.filter((one) => !list.includes(one))];
}

/** A sentence of its own at the end of a text. */
function withSentence(before: string, text: string): string {
  const sentence = `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
  const start = before.trimEnd();
  if (start === '') return sentence;
  return `${start}${/[.!?。！？]$/.test(start) ? '' : '.'} ${sentence}`;
}

/** A text with one of its sentences at the front; unchanged where it does not have that sentence. */
function withFirst(before: string, sentence: string): string {
  const all = sentencesOf(before);
  const at = all.indexOf(sentence);
  return at < 1 ? before : [sentence, ...all.toSpliced(at, 1)].join(' ');
}

/** The sentences of a text of one paragraph, without the white space around them. A text of several lines has an order of its own: it is one. */
export function sentencesOf(text: string): string[] {
  const given = text.trim();
  if (given.includes('\n')) return [given];
  const found = [...new Intl.Segmenter('en', { granularity: 'sentence' }).segment(given)];
  return found.map(({ segment }) => segment.trim()).filter((segment) => segment !== '');
}
