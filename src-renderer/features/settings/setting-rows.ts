import { type ConfigField, configFields, type JsonSchema } from '#shared/config-fields.ts';
import { workspaceConfigSchema } from '#shared/domain/config.ts';
import type { ConfigState } from '#shared/domain/config-edit.ts';

/** A field that has a place of its own in `pegboard.yaml`. */
export interface Setting {
  readonly path: string;
  readonly keys: readonly string[];
  readonly section: string;
  readonly control: Control;
  readonly field: ConfigField;
  /** The items of its list or map. */
  readonly inner: readonly ConfigField[];
  /** Everything a search looks at, in lower case. */
  readonly words: string;
}

export interface SettingRow {
  readonly setting: Setting;
  /** The effective value. */
  readonly value: unknown;
  /** Whether the file says it; otherwise its default holds. */
  readonly isWritten: boolean;
}

let known: readonly Setting[] | undefined;

/**
 * Every setting, in the order of the schema: a section that is added to it is here by itself. Sources have a screen of their own. The
 * schema is read when the first screen asks: no start of the app waits for it.
 */
export function allSettings(): readonly Setting[] {
  known ??= settingsOf(configFields(workspaceConfigSchema));
  return known;
}

function settingsOf(fields: readonly ConfigField[]): readonly Setting[] {
  return fields.flatMap((field): Setting[] => {
    const { path, keys, type, meaning } = field;
    const section = keys?.[0];
    if (!keys || section === undefined || section === 'sources' || type === 'section') return [];
    const inner = fields.filter((other) => other.path.startsWith(`${path}[`) || other.path.startsWith(`${path}.<`));
    const parents = fields.filter((other) => path.startsWith(`${other.path}.`));
    const words = [path, meaning, type, JSON.stringify(field.default) ?? '']
      .concat(inner.flatMap((one) => [one.path, one.meaning]))
      .concat(parents.map((one) => one.meaning))
      .join(' ')
      .replaceAll('`', '')
      .toLowerCase();
    return [{ path, keys, section, control: controlOf(field.schema), field, inner, words }];
  });
}

/** The settings that contain every word of a query, with what the file says of them. */
export function settingRows(
  state: ConfigState,
  { query, writtenOnly }: { query: string; writtenOnly: boolean },
): readonly SettingRow[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return allSettings()
    .filter((setting) => words.every((word) => setting.words.includes(word)))
    .map((setting) => ({
      setting,
      value: valueAt(state.effective, setting.keys),
      isWritten: valueAt(state.written, setting.keys) !== undefined,
    }))
    .filter(({ isWritten }) => isWritten || !writtenOnly);
}

/** The value at a path; undefined when there is none. */
export function valueAt(values: unknown, keys: readonly string[]): unknown {
  return keys.reduce<unknown>(
    (value, key) => (isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined),
    values,
  );
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The control that a field gets, by what it may be set to. */
type ControlKind =
  | { readonly kind: 'switch' }
  | { readonly kind: 'number'; readonly minimum: number | null; readonly maximum: number | null }
  | { readonly kind: 'choice'; readonly options: readonly string[] }
  | { readonly kind: 'text' }
  /** A list of texts; with options, of these only. */
  | { readonly kind: 'texts'; readonly options: readonly string[] | null }
  /** A list or a map of anything else: a row an entry. */
  | { readonly kind: 'entries'; readonly of: 'list' | 'map' }
  | { readonly kind: 'json' };

type Control = ControlKind & { readonly nullable: boolean };

function controlOf(schema: JsonSchema): Control {
  const choices = (schema.anyOf ?? []).filter((choice) => typeof choice === 'object');
  const values = choices.filter(({ type }) => type !== 'null');
  const nullable = choices.length > values.length;
  const [only] = values;
  if (only && values.length === 1) return { ...kindOf(only), nullable };
  return { ...kindOf(schema), nullable };
}

function kindOf(schema: JsonSchema): ControlKind {
  if (schema.enum) return { kind: 'choice', options: schema.enum.map(String) };
  switch (schema.type) {
    case 'boolean':
      return { kind: 'switch' };
    case 'integer':
    case 'number':
      return { kind: 'number', minimum: bound(schema.minimum), maximum: bound(schema.maximum) };
    case 'string':
      return { kind: 'text' };
    case 'array': {
      const { items } = schema;
      const isText = typeof items === 'object' && !Array.isArray(items) && items.type === 'string';
      if (!isText) return { kind: 'entries', of: 'list' };
      return { kind: 'texts', options: items.enum?.map(String) ?? null };
    }
    case 'object':
      return { kind: 'entries', of: 'map' };
    default:
      return { kind: 'json' };
  }
}

/** zod gives every whole number the bounds of what a number can hold; those say nothing. */
function bound(limit: number | undefined): number | null {
  return limit === undefined || Math.abs(limit) >= Number.MAX_SAFE_INTEGER ? null : limit;
}
