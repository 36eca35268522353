import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { memo } from 'react';
import { cutText } from '../../ui/cut-text.ts';
import { formatCount } from '../../ui/format-number.ts';
import { gridRow, VirtualGrid } from '../../ui/grid-table.tsx';
import { visibleString } from '../../ui/hidden-characters.ts';
import { exactTime } from '../../ui/relative-time.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import styles from './gateway.module.css';
import { chooseRequest, openDetails, pressInTraffic, showOlder } from './gateway-model.ts';
import { gatewayPlaces } from './gateway-places.ts';
import { answerWords, askedWords, clientOf, hasFailed, outcomeWords, type TrafficRow } from './traffic.ts';

const shownCharacters = 300;

const columns = [
  { title: 'Time', width: 84 },
  { title: 'Client', width: '12%' },
  { title: 'Asked', width: undefined },
  { title: 'Answer', width: '28%' },
  { title: 'ms', width: 54 },
  { title: 'Tokens', width: 62 },
  { title: 'Outcome', width: 96 },
] as const;

/**
 * The requests, the newest first; only those near the window exist. It has the focus as a whole: ↑ ↓ PageUp PageDown Home End move,
 * Enter goes to the details.
 */
export function TrafficTable({
  path,
  rows,
  at,
  isFiltered,
  hasOlder,
}: {
  path: string;
  rows: readonly TrafficRow[];
  at: number;
  isFiltered: boolean;
  /** The log has requests before those that the window holds. */
  hasOlder: boolean;
}) {
  const onKey = (key: string, page: number) => {
    if (key !== 'Enter') return pressInTraffic(key, page);
    openDetails();
    return true;
  };
  return (
    <VirtualGrid
      id={gatewayPlaces.table}
      className={`scrolling-rest ${styles.traffic}`}
      aria-label="Traffic, the newest first"
      columns={columns}
      rows={rows}
      keyOf={({ entry }) => String(entry.id)}
      at={at}
      followed={rows[at]?.entry.id}
      data-testid="traffic"
      onKey={onKey}
      onPress={({ entry }) => chooseRequest(path, entry.id)}
      onDoubleClick={openDetails}
      foot={
        <>
          {rows.length === 0 && (
            <p className={styles.none}>
              {isFiltered ? 'No request matches. Show all clients, or everything.' : 'Nothing was asked yet.'}
            </p>
          )}
          {hasOlder && (
            <p className={styles.older}>
              <Button title="M" onClick={showOlder}>
                Show older
              </Button>
            </p>
          )}
        </>
      }
    >
      {(row, index) => <Row key={row.entry.id} row={row} index={index} isCurrent={index === at} />}
    </VirtualGrid>
  );
}

const Row = memo(function Row({ row, index, isCurrent }: { row: TrafficRow; index: number; isCurrent: boolean }) {
  const { entry } = row;
  const { record, at } = entry;
  const asked = cutText(askedWords(record), shownCharacters);
  const answer = cutText(answerWords(row), shownCharacters);
  const client = cutText(clientOf(entry), shownCharacters);
  return (
    <tr {...gridRow(gatewayPlaces.table, index, isCurrent)} data-testid="traffic-row" data-kind={record.kind}>
      <td className="mono dim" title={exactTime(at)}>
        {new Date(at).toLocaleTimeString('en-GB')}
      </td>
      <VisibleText as="td" title={visibleString(client)} text={client} lines={false} />
      <td title={visibleString(asked)}>
        <span className={styles.kind}>{record.kind}</span>{' '}
        <span className={record.kind === 'search' || record.kind === 'list' ? undefined : 'mono'}>
          <VisibleText text={asked} lines={false} />
        </span>
      </td>
      <VisibleText as="td" className="dim" title={visibleString(answer)} text={answer} lines={false} />
      <td data-column="ms" className="mono">
        {formatCount(Math.round(record.elapsed_ms))}
      </td>
      <td data-column="Tokens" className="mono">
        {formatCount(record.tokens)}
      </td>
      <td className={hasFailed(record) ? 'is-error' : 'dim'} title={record.error ?? undefined}>
        {hasFailed(record) && <IconAlertTriangle size={13} aria-hidden className={styles.failedIcon} />}
        {outcomeWords[record.outcome]}
      </td>
    </tr>
  );
});
