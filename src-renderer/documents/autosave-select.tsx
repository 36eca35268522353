import { NativeSelect } from '@mantine/core';
import { usePreferences } from '../state/preferences-store.ts';
import { autosaveChoices } from './autosave.ts';

/** When documents are saved by themselves: a choice of this user, not of the workspace. */
export function AutosaveSelect() {
  const { autosave, setAutosave } = usePreferences();
  return (
    <NativeSelect
      aria-label="Autosave"
      title="When a text that is open for editing is saved by itself; kept on this computer, not in pegboard.yaml"
      value={autosave}
      onChange={({ currentTarget: { value } }) =>
        setAutosave(autosaveChoices.find((choice) => choice.value === value)?.value ?? 'off')
      }
      data={autosaveChoices.map(({ value, label }) => ({ value, label: `Autosave: ${label}` }))}
    />
  );
}
