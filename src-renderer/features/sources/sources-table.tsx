import { memo, useEffect, useRef } from 'react';
import { describeConnection } from '#shared/domain/mcp-connection.ts';
import { formatCount } from '../../strings/count.ts';
import { strings } from '../../strings/sources.ts';
import { GridTable, gridRow } from '../../ui/grid-table.tsx';
import { PathText } from '../../ui/path-text.tsx';
import { exactTime, relativeTime } from '../../ui/relative-time.ts';
import { useNow } from '../../ui/use-now.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import { jobLabel } from './source-jobs.ts';
import { rowStates, type SourceRow } from './source-rows.ts';
import { SourceStateMark } from './source-state-mark.tsx';
import { useSourceTokens } from './source-tokens.ts';
import styles from './sources.module.css';
import { pressInSources } from './sources-model.ts';
import { focusSourcesPlace, sourcesPlaces } from './sources-places.ts';

const columns = [
  { title: strings.sourcesTable.name, width: '15%' },
  { title: strings.sourcesTable.kind, width: 48 },
  { title: strings.sourcesTable.state, width: 144 },
  { title: strings.sourcesTable.tools, width: 72 },
  { title: strings.sourcesTable.tokens, width: 134 },
  { title: strings.sourcesTable.protocol, width: 96 },
  { title: strings.sourcesTable.lastImport, width: 108 },
  { title: strings.sourcesTable.runs, width: undefined },
] as const;

/**
 * The sources of the workspace. One tab stop, where the keys belong to the current row: ↑ ↓ Home End move, Enter goes to the
 * details. Sources are few: all of them are in the page.
 */
export function SourcesTable({
  rows,
  current,
  onSelect,
}: {
  rows: readonly SourceRow[];
  current: string | null;
  onSelect(key: string): void;
}) {
  const table = useRef<HTMLTableElement>(null);
  const now = useNow();
  const tokens = useSourceTokens();
  const index = rows.findIndex(({ key }) => key === current);

  // Only another choice moves the list, never news about a row.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the chosen row is found by its mark
  useEffect(() => {
    table.current?.querySelector('[data-current]')?.scrollIntoView({ block: 'nearest' });
  }, [current]);

  const onKey = (key: string) => {
    if (key !== 'Enter') return pressInSources(key);
    focusSourcesPlace('details');
    return true;
  };
  return (
    <GridTable
      ref={table}
      id={sourcesPlaces.table}
      className={`scrolling-rest ${styles.scroller}`}
      aria-label={strings.sourcesTable.sources}
      columns={columns.map((one) =>
        one.title === 'Tokens' ? { ...one, text: strings.sourcesTable.tokens2(tokens.estimator) } : one,
      )}
      count={rows.length}
      at={index}
      data-testid="sources-table"
      onKey={onKey}
      onPress={(pressed) => {
        const row = rows[pressed];
        if (row) onSelect(row.key);
      }}
    >
      {rows.map((row, at) => (
        <Row
          key={row.key}
          row={row}
          index={at}
          isCurrent={row.key === current}
          now={now}
          tokens={row.source && tokens.of(row.source.name)}
        />
      ))}
    </GridTable>
  );
}

/** Another choice draws two rows again, not all of them. */
const Row = memo(function Row({
  row,
  index,
  isCurrent,
  now,
  tokens,
}: {
  row: SourceRow;
  index: number;
  isCurrent: boolean;
  now: number;
  /** Null while they are being counted. */
  tokens: number | null;
}) {
  const { source, job } = row;
  const label = source?.name ?? (job ? jobLabel(job) : '');
  const last = source?.last_import ?? null;
  const runs = source?.runs ?? (job?.connection ? describeConnection(job.connection) : '');
  return (
    <tr {...gridRow(sourcesPlaces.table, index, isCurrent)} data-testid="source-row" data-source={label}>
      <VisibleText as="td" className="mono" title={label} text={label} lines={false} />
      <td className="dim">{source?.kind ?? (job?.connection?.url === undefined ? 'stdio' : 'http')}</td>
      <td>
        <span className={styles.states}>
          {rowStates(row).map((state) => (
            <SourceStateMark key={state.word} state={state} />
          ))}
        </span>
      </td>
      <td data-column="Tools" className="mono">
        {source ? formatCount(source.tools) : ''}
      </td>
      <td data-column="Tokens" className="mono">
        {source?.status === 'ready' ? (tokens === null ? '…' : formatCount(tokens)) : ''}
      </td>
      <td className="mono dim">{last && <VisibleText text={last.protocol_version} lines={false} />}</td>
      <td className="dim" title={last ? exactTime(last.at) : undefined}>
        {last && relativeTime(last.at, now)}
      </td>
      <td title={runs === '' ? undefined : runs}>
        <PathText path={source?.kind === 'file' ? source.path : runs} />
      </td>
    </tr>
  );
});
