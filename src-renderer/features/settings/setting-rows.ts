import { type ConfigField, configFields } from '#shared/config-fields.ts';
import { workspaceConfigSchema } from '#shared/domain/config.ts';
import type { ConfigState } from '#shared/domain/config-edit.ts';
import { type Control, controlOf } from './setting-control-kind.ts';

/** A field that has a place of its own in `pegboard.yaml`. */
export interface Setting {
  readonly path: string;
  readonly keys: readonly string[];
  readonly section: string;
  readonly control: Control;
  readonly field: ConfigField;
  /** What lies in its list or map. */
  readonly inner: readonly ConfigField[];
  /** Everything a search looks at, in lower case. */
  readonly words: string;
}

export interface SettingRow {
  readonly setting: Setting;
  /** What holds now. */
  readonly value: unknown;
  /** Whether the file says it; otherwise its default holds. */
  readonly isWritten: boolean;
}

/** Every setting, in the order of the schema: a section that is added to it is here by itself. Sources have a screen of their own. */
export const settings: readonly Setting[] = settingsOf(configFields(workspaceConfigSchema));

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
  return settings
    .filter((setting) => words.every((word) => setting.words.includes(word)))
    .map((setting) => ({
      setting,
      value: valueAt(state.effective, setting.keys),
      isWritten: valueAt(state.written, setting.keys) !== undefined,
    }))
    .filter(({ isWritten }) => isWritten || !writtenOnly);
}

/** What stands at a place; undefined where nothing does. */
export function valueAt(values: unknown, keys: readonly string[]): unknown {
  return keys.reduce<unknown>(
    (value, key) => (isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined),
    values,
  );
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
