import { Select } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import type { WorkspaceVersion } from '#shared/domain/workspace-version.ts';
import { cutText } from '../../ui/cut-text.ts';
import { visibleString } from '../../ui/hidden-characters.ts';
import { promptDiffPlaces } from './prompt-diff-places.ts';
import type { ChosenConfiguration } from './prompt-diff-store.ts';
import { useVersions } from './use-versions.ts';

/** The value of the files as they are; no version of git has blanks in its name. */
const now = 'as it is now';

const groups: Readonly<Record<WorkspaceVersion['kind'], string>> = {
  head: 'Last commit',
  branch: 'Branches',
  tag: 'Tags',
  commit: 'Commits of this workspace',
};

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
    // What git knows may come after the last letter: then no option is marked, and what was typed is meant.
    const isTyped = isOpen && own !== '' && event.currentTarget.getAttribute('aria-activedescendant') === null;
    if (event.key !== 'Enter' || !isTyped) return;
    event.preventDefault();
    setOpen(false);
    choose(own.toLowerCase() === 'now' ? now : own);
  };
  return (
    <Select
      id={promptDiffPlaces[which === 'before' ? 'versionBefore' : 'versionAfter']}
      aria-label={`Version ${which}`}
      title={
        isOutside
          ? 'This folder is in no git repository, so it has no versions to compare with'
          : 'A version in git: choose one, or type HEAD~3, a branch, a tag, a commit'
      }
      w={98}
      disabled={isOutside}
      searchable
      selectFirstOptionOnChange
      data={[
        { value: now, label: 'Now' },
        ...Object.entries(groups).flatMap(([kind, group]) => {
          const items = versions.filter((version) => version.kind === kind).map(entryOf);
          return items.length > 0 ? [{ group, items }] : [];
        }),
        ...(others.length > 0
          ? [{ group: 'As typed', items: others.map((name) => ({ value: name, label: name })) }]
          : []),
      ]}
      value={at ?? now}
      renderOption={({ option }) => {
        const version = versions.find(({ name }) => name === option.value);
        return (
          <span>
            <b className="mono">{option.label}</b>{' '}
            {version ? describe(version) : option.value === now ? 'the files as they are' : ''}
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
        setTyped(at === undefined ? 'Now' : visibleString(at));
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
