import { ActionIcon, Button, Menu, TextInput } from '@mantine/core';
import { IconChartTreemap, IconColumns, IconFilterOff, IconSearch, IconX } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import { usePreferences } from '../../state/preferences-store.ts';
import { strings } from '../../strings/catalog.ts';
import { formatCount } from '../../strings/count.ts';
import { fill } from '../../ui/fill.tsx';
import styles from './catalog.module.css';
import { changeChosen, chooseFirst, pressInTable, toggleBudgeting, toggleMap } from './catalog-acts.ts';
import { columnTitles } from './catalog-columns.ts';
import { focusPlace, places } from './catalog-places.ts';
import { useCatalogStore } from './catalog-store.ts';
import { CopyToolsButton } from './copy-tools-button.tsx';
import { Legend } from './legend.tsx';

/** Above the table: the text filter, how many tools are left and chosen, what to do with them. */
export function CatalogToolbar({
  text,
  shown,
  all,
  tokens,
  selected,
  isFiltered,
  isLinting,
  isBudgeting,
  onText,
  onClear,
}: {
  text: string;
  shown: number;
  all: number;
  /** Tokens of the tools on screen, by the chosen estimator; null while they are being counted. */
  tokens: number | null;
  selected: readonly string[];
  isFiltered: boolean;
  isLinting: boolean;
  /** Whether the table shows what is always loaded, with the budget. */
  isBudgeting: boolean;
  onText(text: string): void;
  onClear(): void;
}) {
  const estimator = usePreferences((state) => state.estimator);
  const shownCount = <strong className="mono">{formatCount(shown)}</strong>;
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'ArrowDown' || event.key === 'Enter') {
      focusPlace('table');
      // The first key moves too: the table has a current row while the filter is typed.
      if (event.key === 'ArrowDown') pressInTable({ key: 'ArrowDown', isMod: false, isShift: false, page: 1 });
      else chooseFirst();
    } else if (event.key === 'Escape' && text !== '') onText('');
    else return;
    event.preventDefault();
  };
  return (
    <div className="toolbar">
      <TextInput
        id={places.filter}
        className={styles.filter}
        aria-label={strings.catalogToolbar.filterTools}
        placeholder={strings.catalogToolbar.filterNameDescriptionTag}
        leftSection={<IconSearch size={14} />}
        value={text}
        onChange={(event) => onText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        data-testid="catalog-filter"
        rightSection={
          text === '' ? null : (
            <ActionIcon size={22} aria-label={strings.catalogToolbar.clearText} onClick={() => onText('')}>
              <IconX size={14} />
            </ActionIcon>
          )
        }
      />
      <span className="numbers" aria-live="polite" data-testid="catalog-count">
        {shown < all
          ? fill(strings.catalogToolbar.someTools, { shown: shownCount, all: strings.catalogToolbar.tools(all) })
          : fill(all === 1 ? strings.catalogToolbar.oneTool : strings.catalogToolbar.allTools, { shown: shownCount })}
        <span className="dim" title={strings.catalogToolbar.tokensOfPrompt}>
          {' '}
          ·{' '}
          {fill(strings.catalogToolbar.tokens, {
            value: <span className="mono">{tokens === null ? '…' : formatCount(tokens)}</span>,
            estimator,
          })}
        </span>
        {selected.length > 1 && (
          <>
            {' '}
            ·{' '}
            {fill(strings.catalogToolbar.selected, {
              selected: <strong className="mono">{formatCount(selected.length)}</strong>,
            })}
          </>
        )}
        {isLinting && <span className="dim"> · {strings.catalogToolbar.checkingForProblems}</span>}
      </span>
      <span className="bar-end">
        {isFiltered && (
          <ActionIcon
            aria-label={strings.catalogToolbar.clearFilters}
            title={strings.catalogToolbar.clearFiltersX}
            onClick={onClear}
          >
            <IconFilterOff size={17} />
          </ActionIcon>
        )}
        {selected.length > 1 && (
          <Button onClick={changeChosen}>{strings.catalogToolbar.change(formatCount(selected.length))}</Button>
        )}
        {selected.length > 1 && (
          <CopyToolsButton names={selected} label={strings.catalogToolbar.copyJson(formatCount(selected.length))} />
        )}
        <Button
          variant={isBudgeting ? 'light' : 'default'}
          aria-pressed={isBudgeting}
          title={strings.catalogToolbar.alwaysLoadedToolsRules}
          onClick={toggleBudgeting}
        >
          {strings.catalogToolbar.alwaysLoaded}
        </Button>
        <MapButton />
        <Legend />
        <ColumnMenu />
      </span>
    </div>
  );
}

function MapButton() {
  const hasMap = useCatalogStore((state) => state.hasMap);
  return (
    <ActionIcon
      aria-label={strings.catalogToolbar.tokenMap}
      aria-pressed={hasMap}
      variant={hasMap ? 'light' : undefined}
      title={strings.catalogToolbar.tokensServerToolV}
      onClick={toggleMap}
    >
      <IconChartTreemap size={17} />
    </ActionIcon>
  );
}

function ColumnMenu() {
  const estimator = usePreferences((state) => state.estimator);
  const hidden = useCatalogStore((state) => state.hiddenColumns);
  const toggleColumn = useCatalogStore((state) => state.toggleColumn);
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={strings.catalogToolbar.columns} title={strings.catalogToolbar.columns}>
          <IconColumns size={17} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {columnTitles(estimator)
          .filter(({ id }) => id !== 'name')
          .map(({ id, title }) => (
            <Menu.CheckboxItem key={id} checked={!hidden.includes(id)} onChange={() => toggleColumn(id)}>
              {title}
            </Menu.CheckboxItem>
          ))}
        <Menu.Divider />
        <Menu.Item onClick={() => useCatalogStore.getState().resetColumnWidths()}>
          {strings.catalogToolbar.resetColumnWidths}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
