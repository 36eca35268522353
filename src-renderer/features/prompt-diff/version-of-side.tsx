import { Select } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import type { WorkspaceVersion } from '#shared/domain/workspace-version.ts';
import { strings } from '../../strings/prompt-diff.ts';
import { cutText } from '../../ui/cut-text.ts';
import { visibleString } from '../../ui/hidden-characters.ts';
import { promptDiffPlaces } from './prompt-diff-places.ts';
import type { ChosenConfiguration } from './prompt-diff-store.ts';
import { useVersions } from './use-versions.ts';

/** The value of the files as they are; no version of git has blanks in its name. */
const now = strings.versionSide.currentFiles;

const groups: Readonly<Record<WorkspaceVersion['kind'], string>> = strings.versionSide.groups;

/** The version in git of one side; any that git knows can be typed. */
export function VersionOfSide({
  which,
  side,
  onChange,
}: {
  which: 'before' | 'after';
  side: ChosenConfiguration;
  onChange(side: ChosenConfiguration): void;
}) {
  const [typed, setTyped] = useState('');
  const [isOpen, setOpen] = useState(false);
  const { versions, isOutside, refetch } = useVersions();
  const { at } = side;
  const own = typed.trim();
  const isKnown = (name: string) => versions.some((version) => version.name === name);
  const others = [
    ...(at !== undefined && !isKnown(at) ? [at] : []),
    ...(own !== '' && own !== at && !isKnown(own) && !own.includes(' ') ? [own] : []),
  ];
  const choose = (name: string) => {
    const { at: _at, ...unversioned } = side;
    onChange(name === now ? unversioned : { ...unversioned, at: name });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    // The versions may arrive after the last keystroke: then no option is marked, and the typed text counts.
    const isTyped = isOpen && own !== '' && event.currentTarget.getAttribute('aria-activedescendant') === null;
    if (event.key !== 'Enter' || !isTyped) return;
    event.preventDefault();
    setOpen(false);
    choose(own.toLowerCase() === 'now' ? now : own);
  };
  return (
    <Select
      id={promptDiffPlaces[which === 'before' ? 'versionBefore' : 'versionAfter']}
      aria-label={strings.versionSide.version(which)}
      title={isOutside ? strings.versionSide.thisFolder : strings.versionSide.versionInGitSelect}
      w={98}
      disabled={isOutside}
      searchable
      selectFirstOptionOnChange
      data={[
        { value: now, label: strings.versionSide.now2 },
        ...Object.entries(groups).flatMap(([kind, group]) => {
          const items = versions.filter((version) => version.kind === kind).map(entryOf);
          return items.length > 0 ? [{ group, items }] : [];
        }),
        ...(others.length > 0
          ? [{ group: strings.versionSide.typed, items: others.map((name) => ({ value: name, label: name })) }]
          : []),
      ]}
      value={at ?? now}
      renderOption={({ option }) => {
        const version = versions.find(({ name }) => name === option.value);
        return (
          <span>
            <b className="mono">{option.label}</b>{' '}
            {version ? describe(version) : option.value === now ? strings.versionSide.filesThey : ''}
          </span>
        );
      }}
      searchValue={typed}
      dropdownOpened={isOpen}
      onKeyDown={onKeyDown}
      onSearchChange={setTyped}
      comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
      maxDropdownHeight={420}
      onDropdownOpen={() => {
        setOpen(true);
        setTyped('');
        refetch();
      }}
      onDropdownClose={() => {
        setOpen(false);
        setTyped(at === undefined ? strings.versionSide.now2 : visibleString(at));
      }}
      onChange={(name) => {
        if (name !== null) choose(name);
      }}
    />
  );
}

function entryOf({ name }: WorkspaceVersion) {
  return { value: name, label: visibleString(name) };
}

function describe({ subject, at }: WorkspaceVersion): string {
  return visibleString(`${new Date(at).toISOString().slice(0, 10)}  ${cutText(subject, 60)}`);
}
