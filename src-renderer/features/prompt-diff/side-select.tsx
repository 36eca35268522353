import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useClient } from '../../platform/client.ts';
import { useWorkspace } from '../../platform/workspace-query.ts';
import { useActivePersona } from '../../state/active-persona.ts';
import { visibleString } from '../../ui/hidden-characters.ts';
import styles from './prompt-diff.module.css';
import { focusPromptDiffPlace, promptDiffPlaces } from './prompt-diff-places.ts';
import type { ChosenSide } from './prompt-diff-store.ts';

/** Of the values of the persona list; a name has `name:` before it. */
const follow = 'follow';
const nobody = 'nobody';

/** Which prompt one side is: of a profile and of a persona. */
export function SideSelect({
  which,
  side,
  onChange,
}: {
  which: 'before' | 'after';
  side: ChosenSide;
  onChange(side: ChosenSide): void;
}) {
  const client = useClient();
  const workspace = useWorkspace();
  const active = useActivePersona();
  const personas = workspace?.config.personas ?? [];
  const own = new Set(workspace?.config.profiles.map(({ name }) => name));
  const { data: profiles = [] } = useQuery({
    queryKey: ['profiles', workspace?.path, workspace?.revision],
    queryFn: () => client.prompt.profiles(),
    placeholderData: (before) => before,
  });
  const optionsOf = (isOwn: boolean) =>
    profiles
      .filter(({ name }) => own.has(name) === isOwn)
      .map(({ name }) => ({ value: name, label: visibleString(name) }));
  const isGone = profiles.length > 0 && !profiles.some(({ name }) => name === side.profile);
  const { persona } = side;
  const personaValue = persona === undefined ? follow : persona === null ? nobody : `name:${persona}`;
  const description = profiles.find(({ name }) => name === side.profile)?.description;
  const choose = (chosen: ChosenSide) => {
    onChange(chosen);
    // On with the keyboard: the letters of the commands do nothing in a field.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    focusPromptDiffPlace('blocks');
  };
  return (
    <div className={styles.side} data-testid={`side-${which}`}>
      <span className={styles.sideName} aria-hidden>
        {which === 'before' ? 'Before' : 'After'}
      </span>
      <Select
        id={promptDiffPlaces[which]}
        aria-label={`Configuration ${which}`}
        title={description === undefined ? undefined : visibleString(description)}
        w={150}
        data={[
          ...(isGone ? [{ value: side.profile, label: `${visibleString(side.profile)} (gone)`, disabled: true }] : []),
          ...(own.size > 0 ? [{ group: 'Of this workspace', items: optionsOf(true) }] : []),
          { group: 'Of every workspace', items: optionsOf(false) },
        ]}
        value={side.profile}
        error={isGone}
        allowDeselect={false}
        comboboxProps={{ transitionProps: { duration: 0 }, width: 'max-content', position: 'bottom-start' }}
        maxDropdownHeight={420}
        onChange={(profile) => profile !== null && choose({ ...side, profile })}
      />
      {(personas.length > 0 || persona) && (
        <Select
          aria-label={`Persona ${which}`}
          w={150}
          data={[
            { value: follow, label: active ? `${visibleString(active.name)} (above)` : 'As above' },
            { value: nobody, label: 'No persona' },
            ...personas.map(({ name }) => ({ value: `name:${name}`, label: visibleString(name) })),
            ...(persona && !personas.some(({ name }) => name === persona)
              ? [{ value: `name:${persona}`, label: `${visibleString(persona)} (gone)`, disabled: true }]
              : []),
          ]}
          value={personaValue}
          allowDeselect={false}
          comboboxProps={{ transitionProps: { duration: 0 } }}
          onChange={(value) =>
            choose({
              ...side,
              persona: value === nobody ? null : value?.startsWith('name:') ? value.slice('name:'.length) : undefined,
            })
          }
        />
      )}
    </div>
  );
}
