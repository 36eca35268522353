import { NumberInput, Textarea, TextInput } from '@mantine/core';
import { settingProblem } from './check-setting.ts';
import type { Setting } from './setting-rows.ts';
import { useSettings } from './settings-context.ts';
import { draftKey } from './settings-view.ts';
import { useTyped } from './use-typed.ts';

interface TypedControlProps {
  readonly setting: Setting;
  readonly value: unknown;
}

/** A number; one outside of its range is said to be so and not written. */
export function NumberControl({ setting, value }: TypedControlProps) {
  const { control, path } = setting;
  const typed = useTypedSetting(setting, typeof value === 'number' ? String(value) : '', (text) =>
    text.trim() === '' ? null : Number(text),
  );
  if (control.kind !== 'number') return null;
  return (
    <NumberInput
      aria-label={path}
      value={typed.value}
      onChange={(next) => typed.onText(String(next))}
      min={control.minimum ?? undefined}
      max={control.maximum ?? undefined}
      clampBehavior="none"
      error={typed.error}
      onBlur={typed.onBlur}
      onKeyDown={typed.onKeyDown}
    />
  );
}

export function TextControl({ setting, value }: TypedControlProps) {
  const typed = useTypedSetting(setting, typeof value === 'string' ? value : '', (text) => text);
  return (
    <TextInput
      aria-label={setting.path}
      value={typed.value}
      error={typed.error}
      spellCheck={false}
      onChange={(event) => typed.onText(event.currentTarget.value)}
      onBlur={typed.onBlur}
      onKeyDown={typed.onKeyDown}
    />
  );
}

/** Any value as JSON: what has no control of its own. */
export function JsonControl({ setting, value }: TypedControlProps) {
  const typed = useTypedSetting(
    setting,
    value === undefined ? '' : JSON.stringify(value),
    (text) => JSON.parse(text) as unknown,
  );
  return (
    <Textarea
      aria-label={setting.path}
      className="mono"
      value={typed.value}
      error={typed.error}
      autosize
      maxRows={12}
      spellCheck={false}
      onChange={(event) => typed.onText(event.currentTarget.value)}
      onBlur={typed.onBlur}
      onKeyDown={typed.onKeyDown}
    />
  );
}

function useTypedSetting(setting: Setting, written: string, parse: (text: string) => unknown) {
  const { workspace, state, save } = useSettings();
  return useTyped({
    key: draftKey(workspace, setting.path),
    written,
    check: (text) => {
      try {
        return settingProblem(state, setting, parse(text));
      } catch {
        return 'Must be JSON: texts in double quotes, no comma at the end.';
      }
    },
    save: (text) => save(setting, parse(text)),
  });
}
