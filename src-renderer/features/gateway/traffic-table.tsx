import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { memo } from 'react';
import { formatCount } from '../../strings/count.ts';
import { strings } from '../../strings/gateway.ts';
import { cutText } from '../../ui/cut-text.ts';
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
  { title: strings.trafficTable.time, width: 84 },
  { title: strings.trafficTable.client, width: '12%' },
  { title: strings.trafficTable.request, width: undefined },
  { title: strings.trafficTable.answer, width: '28%' },
  { title: strings.trafficTable.ms, width: 54 },
  { title: strings.trafficTable.tokens, width: 62 },
  { title: strings.trafficTable.outcome, width: 96 },
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
      aria-label={strings.trafficTable.trafficNewestFirst}
      columns={columns}
      rows={rows}
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
              {isFiltered ? strings.trafficTable.noRequestMatchesShow : strings.trafficTable.noRequestsYet}
            </p>
          )}
          {hasOlder && (
            <p className={styles.older}>
              <Button title="M" onClick={showOlder}>
                {strings.trafficTable.showOlder}
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
