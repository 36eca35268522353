import { Checkbox, Select, Switch, TagsInput } from '@mantine/core';
import { useState } from 'react';
import { strings } from '../../strings/settings.ts';
import { visibleString } from '../../ui/hidden-characters.ts';
import { useTypedValue } from '../../ui/use-typed-value.ts';
import { settingProblem } from './check-setting.ts';
import { nullWords } from './null-words.ts';
import type { Setting } from './setting-rows.ts';
import { useSettings } from './settings-context.ts';

interface ChosenControlProps {
  readonly setting: Setting;
  readonly value: unknown;
}

const nothing = 'null';

export function SwitchControl({ setting, value }: ChosenControlProps) {
  const { shown, error, choose } = useChosen(setting, value);
  return (
    <Switch
      aria-label={setting.path}
      checked={shown === true}
      error={error}
      label={shown === true ? strings.chosenControls.on : strings.chosenControls.off}
      onChange={(event) => choose(event.currentTarget.checked)}
    />
  );
}

export function ChoiceControl({ setting, value }: ChosenControlProps) {
  const { shown, error, choose } = useChosen(setting, value);
  const { control, path } = setting;
  if (control.kind !== 'choice') return null;
  return (
    <Select
      aria-label={path}
      data={[...(control.nullable ? [{ value: nothing, label: nullWords(path) }] : []), ...control.options]}
      value={shown === null ? nothing : String(shown)}
      error={error}
      checkIconPosition="right"
      onChange={(next) => choose(next === nothing && control.nullable ? null : next)}
    />
  );
}

/** A list of texts: Enter adds one, Backspace takes the last one out. */
export function TextsControl({ setting, value }: ChosenControlProps) {
  const { toolNames } = useSettings();
  const { shown, error, choose } = useChosen(setting, value);
  const [isOpen, setOpen] = useState(false);
  const { control, path } = setting;
  if (control.kind !== 'texts') return null;
  const isNull = shown === null && !isOpen;
  const namesTools = /tools|patterns/.test(path);
  return (
    <>
      {control.nullable && (
        <Checkbox
          label={nullWords(path)}
          aria-label={strings.chosenControls.nullLabel(path, nullWords(path))}
          checked={isNull}
          mb={4}
          onChange={(event) => {
            const wantsNull = event.currentTarget.checked;
            setOpen(!wantsNull);
            if (wantsNull) choose(null);
          }}
        />
      )}
      {!isNull && (
        <TagsInput
          aria-label={path}
          data={control.options ? [...control.options] : namesTools ? [...toolNames] : []}
          limit={30}
          value={Array.isArray(shown) ? shown.map(String) : []}
          error={error}
          placeholder={strings.chosenControls.addValueThenPress}
          splitChars={[]}
          renderOption={({ option }) => <span className="mono">{visibleString(option.value)}</span>}
          onChange={choose}
        />
      )}
    </>
  );
}

/** A value that is written as soon as it is chosen, and shown until the file says it or refuses it. */
function useChosen(setting: Setting, value: unknown) {
  const { state, save } = useSettings();
  const typed = useTypedValue<{ readonly value: unknown }>({
    saved: { value },
    check: (next) => settingProblem(state, setting, next.value),
    save: (next) => save(setting, next.value),
  });
  return { shown: typed.value.value, error: typed.error, choose: (next: unknown) => typed.choose({ value: next }) };
}
