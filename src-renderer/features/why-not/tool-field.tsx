import { Autocomplete, type ComboboxItem } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useCatalogList } from '../../platform/catalog-list.ts';
import { useWhyNotStore, whyNotField } from '../../state/why-not-store.ts';
import { strings } from '../../strings/why-not.ts';
import { visibleString } from '../../ui/hidden-characters.ts';

/** The tool to ask about: a name of the catalog, or any other as somebody writes it, which may be one that is denied. */
export function ToolField({ onLeave }: { onLeave: () => void }) {
  const text = useWhyNotStore((state) => state.text);
  const { write, ask } = useWhyNotStore.getState();
  const { data: tools } = useCatalogList();
  const names = useMemo(() => matchingNames(tools?.map(({ name }) => name) ?? [], text), [tools, text]);
  const [isOpen, setOpen] = useState(false);
  const askWritten = () => {
    if (text.trim() === '') return;
    ask(text.trim());
    // The names would lie over the answer.
    setOpen(false);
  };
  return (
    <Autocomplete
      id={whyNotField}
      aria-label={strings.toolField.whyNotTool}
      placeholder={strings.toolField.whyNotEnterName}
      data={names}
      // They are filtered already: the list may be of ten thousand.
      filter={({ options }) => options as ComboboxItem[]}
      renderOption={({ option }) => <span className="mono">{visibleString(option.value)}</span>}
      value={text}
      onChange={write}
      onOptionSubmit={ask}
      dropdownOpened={isOpen}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      onKeyDown={(event) => {
        // With an option chosen, Enter submits that.
        const option = event.currentTarget.getAttribute('aria-activedescendant');
        const isChosen = option !== null && document.getElementById(option) !== null;
        if (event.key === 'Enter' && !isChosen) askWritten();
        if (event.key === 'Escape' && event.currentTarget.getAttribute('aria-expanded') !== 'true') onLeave();
      }}
      maxDropdownHeight={220}
      autoComplete="off"
      spellCheck={false}
      data-testid="why-not-tool"
    />
  );
}

const mostShown = 50;

/** Names that have every part of what was written, those that begin with it first; at most fifty. */
function matchingNames(names: readonly string[], text: string): string[] {
  const parts = text
    .toLowerCase()
    .split(/\s+/)
    .filter((part) => part !== '');
  const first: string[] = [];
  const others: string[] = [];
  for (const name of names) {
    const lower = name.toLowerCase();
    if (!parts.every((part) => lower.includes(part))) continue;
    const start = parts[0] ?? '';
    if (lower.startsWith(start) || lower.includes(`.${start}`)) first.push(name);
    else others.push(name);
    if (first.length === mostShown) break;
  }
  return [...first, ...others].slice(0, mostShown);
}
