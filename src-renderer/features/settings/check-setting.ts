import { workspaceConfigSchema } from '#shared/domain/config.ts';
import type { ConfigState } from '#shared/domain/config-edit.ts';
import { strings } from '../../strings/settings.ts';
import type { Setting } from './setting-rows.ts';
import { isRecord } from './setting-rows.ts';

/** What is wrong with a value for a setting, by the schema that reads the file; null when nothing is. */
export function settingProblem(state: ConfigState, setting: Setting, value: unknown): string | null {
  const parsed = workspaceConfigSchema.safeParse(withValue(state.effective, setting.keys, value));
  const issue = parsed.error?.issues.find(({ path }) => setting.keys.every((key, i) => path[i] === key));
  if (!issue) return null;
  const inside = issue.path.slice(setting.keys.length);
  const isEmpty = issue.code === 'too_small' && issue.origin === 'string';
  const message = isEmpty ? strings.checkSetting.enterValue : issue.message;
  if (inside.length > 0) return `${inside.map(String).join('.')}: ${message}`;
  const range = rangeText(setting);
  return range === null ? message : strings.checkSetting.must(range);
}

/** The range of a number in words; null for what is none. */
export function rangeText({ control, field }: Setting): string | null {
  if (control.kind !== 'number') return null;
  const { minimum, maximum } = control;
  const what = field.schema.type === 'integer' ? strings.checkSetting.wholeNumber : strings.checkSetting.numberLabel;
  if (minimum !== null && maximum !== null) return strings.checkSetting.from(what, minimum, maximum);
  if (minimum !== null) return strings.checkSetting.more(what, minimum);
  return maximum === null ? what : strings.checkSetting.less(what, maximum);
}

function withValue(values: unknown, keys: readonly string[], value: unknown): unknown {
  const [key, ...rest] = keys;
  if (key === undefined) return value;
  const map = isRecord(values) ? values : {};
  return { ...map, [key]: withValue(Object.hasOwn(map, key) ? map[key] : undefined, rest, value) };
}
