import { ActionIcon, SegmentedControl, Switch, TextInput } from '@mantine/core';
import { IconSearch, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, useMemo } from 'react';
import { formatCount } from '../../strings/count.ts';
import { strings } from '../../strings/evaluate.ts';
import styles from './evaluate.module.css';
import { pressInQueries } from './evaluate-acts.ts';
import { evaluatePlaces, focusEvaluatePlace } from './evaluate-places.ts';
import { type EvaluateRow, isIn, type RowFilter, rowFilters, unknownReason } from './evaluate-rows.ts';
import type { EvaluateView } from './evaluate-store.ts';

const titles: Readonly<Record<RowFilter, string>> = strings.queryFilter.titles;

/** Which queries are listed: by what became of them, and by a text. */
export function QueryFilter({
  rows,
  filter,
  missesFirst,
  text,
  hasRun,
  isCompared,
  onChange,
}: {
  rows: readonly EvaluateRow[];
  /** Without a run nothing is known of a query: a 0 would say that all is well. */
  hasRun: boolean;
  /** Whether the run is compared with another one: without one, no query is better or worse. */
  isCompared: boolean;
  filter: RowFilter;
  missesFirst: boolean;
  text: string;
  onChange(view: Partial<EvaluateView>): void;
}) {
  const data = useMemo(
    () =>
      rowFilters.map((value) => {
        const unknown = unknownReason(value, { hasRun, isCompared });
        const count = formatCount(rows.filter((row) => isIn(value, row)).length);
        const label =
          unknown === null ? (
            strings.queryFilter.counted(titles[value], count)
          ) : (
            <span key={value} title={unknown}>
              {titles[value]}
            </span>
          );
        return { value, label, disabled: unknown !== null };
      }),
    [rows, hasRun, isCompared],
  );
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'Enter') {
      focusEvaluatePlace('table');
      // The first key moves too: a row is the current one while the filter is typed.
      if (event.key === 'ArrowDown') pressInQueries('ArrowDown', 1);
    } else if (event.key === 'Escape' && text !== '') onChange({ text: '' });
    else return;
    event.preventDefault();
  };
  return (
    <div className={styles.filterBar}>
      <SegmentedControl
        aria-label={strings.queryFilter.whichQueries}
        data={data}
        value={filter}
        onChange={(value) => onChange({ filter: rowFilters.find((each) => each === value) ?? 'all' })}
      />
      <TextInput
        id={evaluatePlaces.filter}
        className={styles.filterText}
        aria-label={strings.queryFilter.filterQueries}
        placeholder={strings.queryFilter.filterQueryTool}
        leftSection={<IconSearch size={14} />}
        value={text}
        onChange={(event) => onChange({ text: event.currentTarget.value })}
        onKeyDown={onKeyDown}
        rightSection={
          text === '' ? null : (
            <ActionIcon size={22} aria-label={strings.queryFilter.clearText} onClick={() => onChange({ text: '' })}>
              <IconX size={14} />
            </ActionIcon>
          )
        }
      />
      {hasRun && (
        <Switch
          size="xs"
          label={strings.queryFilter.missesFirst}
          checked={missesFirst}
          onChange={(event) => onChange({ missesFirst: event.currentTarget.checked })}
        />
      )}
    </div>
  );
}
