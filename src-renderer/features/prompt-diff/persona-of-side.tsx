import { Select } from '@mantine/core';
import { useActivePersona } from '../../platform/active-persona.ts';
import { useWorkspace } from '../../platform/workspace-query.ts';
import { strings } from '../../strings/prompt-diff.ts';
import { visibleString } from '../../ui/hidden-characters.ts';
import type { ChosenConfiguration } from './prompt-diff-store.ts';

/** Value of the list for the active persona; a name has `name:` before it. */
const follow = 'follow';
const nobody = 'nobody';

/** The persona of one side; nothing where there is none to choose. */
export function PersonaOfSide({
  which,
  side,
  onChange,
}: {
  which: string;
  side: ChosenConfiguration;
  onChange(side: ChosenConfiguration): void;
}) {
  const active = useActivePersona();
  const personas = useWorkspace()?.config.personas ?? [];
  const { persona } = side;
  if (personas.length === 0 && !persona) return null;
  return (
    <Select
      aria-label={strings.personaSide.persona(which)}
      w={136}
      data={[
        {
          value: follow,
          label: active ? strings.personaSide.sameAsAbove(visibleString(active.name)) : strings.personaSide.above2,
        },
        { value: nobody, label: strings.personaSide.noPersona },
        ...personas.map(({ name }) => ({ value: `name:${name}`, label: visibleString(name) })),
        ...(persona && !personas.some(({ name }) => name === persona)
          ? [{ value: `name:${persona}`, label: strings.personaSide.gone(visibleString(persona)), disabled: true }]
          : []),
      ]}
      value={persona === undefined ? follow : persona === null ? nobody : `name:${persona}`}
      comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
      onChange={(value) =>
        onChange({
          ...side,
          persona: value === nobody ? null : value?.startsWith('name:') ? value.slice('name:'.length) : undefined,
        })
      }
    />
  );
}
