import { NativeSelect } from '@mantine/core';
import { usePreferences } from '../state/preferences-store.ts';
import { strings } from '../strings/documents.ts';
import { autosaveChoices } from './autosave.ts';

/** When documents are saved by themselves: a choice of this user, not of the workspace. */
export function AutosaveSelect() {
  const { autosave, setAutosave } = usePreferences();
  return (
    <NativeSelect
      aria-label={strings.autosaveSelect.autosave}
      title={strings.autosaveSelect.whenPegboardSavesText}
      value={autosave}
      onChange={({ currentTarget: { value } }) =>
        setAutosave(autosaveChoices.find((choice) => choice.value === value)?.value ?? 'off')
      }
      data={autosaveChoices.map(({ value, label }) => ({ value, label: strings.autosaveSelect.autosave2(label) }))}
    />
  );
}
