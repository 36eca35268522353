import { NumberInput, Textarea, TextInput } from '@mantine/core';
import { strings } from '../../strings/settings.ts';
import { textField, useTypedValue } from '../../ui/use-typed-value.ts';
import { settingProblem } from './check-setting.ts';
import type { Setting } from './setting-rows.ts';
import { useSettings } from './settings-context.ts';
import { draftKey, useKeptDraft } from './settings-view.ts';

interface TypedControlProps {
  readonly setting: Setting;
  readonly value: unknown;
}

/** A number. One outside of its range is marked and not written. */
export function NumberControl({ setting, value }: TypedControlProps) {
  const { control, path } = setting;
  const typed = useTypedSetting(setting, typeof value === 'number' ? String(value) : '', (text) =>
    text.trim() === '' ? null : Number(text),
  );
  if (control.kind !== 'number') return null;
  return (
    <NumberInput
      aria-label={path}
      {...typed.field}
      onChange={(next) => typed.type(String(next))}
      min={control.minimum ?? undefined}
      max={control.maximum ?? undefined}
      clampBehavior="none"
    />
  );
}

export function TextControl({ setting, value }: TypedControlProps) {
  const typed = useTypedSetting(setting, typeof value === 'string' ? value : '', (text) => text);
  return <TextInput aria-label={setting.path} {...textField(typed)} />;
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
      autosize
      maxRows={12}
      spellCheck={false}
      {...textField(typed)}
    />
  );
}

function useTypedSetting(setting: Setting, written: string, parse: (text: string) => unknown) {
  const { workspace, state, save } = useSettings();
  return useTypedValue({
    kept: useKeptDraft(draftKey(workspace, setting.path)),
    saved: written,
    check: (text) => {
      try {
        return settingProblem(state, setting, parse(text));
      } catch {
        return strings.typedControls.enterJsonStrings;
      }
    },
    save: (text) => save(setting, parse(text)),
  });
}
