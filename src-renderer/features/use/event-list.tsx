import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { memo, type ReactNode } from 'react';
import { useOriginFacts } from '#shared/domain/use.ts';
import type { UseRow } from '#shared/domain/use-report.ts';
import type { WorkspaceSummary } from '#shared/domain/workspace-summary.ts';
import { formatCount } from '../../strings/count.ts';
import { strings } from '../../strings/use.ts';
import { cutText } from '../../ui/cut-text.ts';
import { gridRow, VirtualGrid } from '../../ui/grid-table.tsx';
import { visibleString } from '../../ui/hidden-characters.ts';
import { exactTime } from '../../ui/relative-time.ts';
import { ScreenWaits } from '../../ui/screen-waits.tsx';
import { ToolName } from '../../ui/tool-name.tsx';
import { useNow } from '../../ui/use-now.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import styles from './use.module.css';
import {
  chooseEvent,
  openEvent,
  pressInEvents,
  rowsFilter,
  rowsQuery,
  showAllEvents,
  showOlder,
  showSession,
  targetOf,
} from './use-model.ts';
import { usePlaces } from './use-places.ts';
import type { UseView } from './use-store.ts';

const shownCharacters = 200;

const columns = [
  { title: strings.rows.time, width: 112 },
  { title: strings.rows.event, width: undefined },
  { title: strings.rows.outcome, width: 80 },
] as const;

/** The events behind the figure that was chosen, and what is known of the selected one. */
export function EventList({ workspace, view }: { workspace: WorkspaceSummary; view: UseView }) {
  const now = useNow();
  const { data, error } = useQuery(rowsQuery(workspace, rowsFilter(view, now)));
  const rows = data?.rows ?? [];
  const at = rows.findIndex(({ id }) => id === view.current);
  return (
    <section className="column" aria-label={strings.rows.events}>
      <div className="tight-toolbar">
        <h2 className="panel-title" data-testid="use-figure">
          <VisibleText text={view.figure?.title ?? strings.rows.allEvents} lines={false} />
        </h2>
        {view.figure !== null && (
          <span className="bar-end">
            <Button size="compact-sm" title="A" onClick={showAllEvents}>
              {strings.rows.showAll}
            </Button>
          </span>
        )}
      </div>
      {!data ? (
        <ScreenWaits error={error}>{strings.rows.reading}</ScreenWaits>
      ) : (
        <VirtualGrid
          id={usePlaces.events}
          className={`scrolling-rest ${styles.events}`}
          aria-label={strings.rows.newestFirst}
          columns={columns}
          rows={rows}
          keyOf={({ id }) => String(id)}
          at={at}
          followed={view.current}
          data-testid="use-events"
          onKey={(key, page) => {
            if (key !== 'Enter') return pressInEvents(key, page);
            openEvent();
            return true;
          }}
          onPress={({ id }) => chooseEvent(workspace.path, id)}
          onDoubleClick={openEvent}
          foot={
            <>
              {rows.length === 0 && <p className="dim pad-8-12">{strings.rows.none}</p>}
              {data.next !== null && (
                <p className="pad-8-12">
                  <Button title="M" onClick={showOlder}>
                    {strings.rows.showOlder}
                  </Button>
                </p>
              )}
            </>
          }
        >
          {(row, index) => <Row key={row.id} row={row} index={index} isCurrent={index === at} />}
        </VirtualGrid>
      )}
      <Details row={rows[at] ?? null} />
    </section>
  );
}

const outcome = (ok: boolean | null) =>
  ok === null ? strings.rows.unknown : ok ? strings.rows.ok : strings.rows.failed;

/** What an event is about, in a few words. */
function subjectOf({ kind, query, tool, said, skill, found }: UseRow): string {
  if (kind === 'search') return query ?? '';
  if (kind === 'get') return (found ?? []).join(', ');
  return (kind === 'skill' ? skill : tool) ?? said ?? '';
}

const Row = memo(function Row({ row, index, isCurrent }: { row: UseRow; index: number; isCurrent: boolean }) {
  const time = new Date(row.at).toISOString();
  const subject = cutText(subjectOf(row), shownCharacters);
  return (
    <tr {...gridRow(usePlaces.events, index, isCurrent)} data-testid="use-event" data-kind={row.kind}>
      <td className="mono dim" title={exactTime(time)}>
        {time.slice(5, 16).replace('T', ' ')}
      </td>
      <td title={visibleString(subject)}>
        <span className="dim">{strings.rows.kinds[row.kind]}</span>{' '}
        <span className={row.kind === 'search' ? undefined : 'mono'}>
          <VisibleText text={subject} lines={false} />
        </span>
      </td>
      <td className={row.ok === false ? 'is-error' : 'dim'}>{outcome(row.ok)}</td>
    </tr>
  );
});

function Details({ row }: { row: UseRow | null }) {
  if (row === null) return null;
  const target = targetOf(row);
  const facts: readonly (readonly [string, ReactNode])[] = [
    [strings.rows.when, exactTime(new Date(row.at).toISOString())],
    [strings.rows.log, useOriginFacts[row.origin].title],
    [
      strings.rows.client,
      <VisibleText key="client" text={row.client ?? strings.toolbar.unnamedClient} lines={false} />,
    ],
    ...(row.kind === 'call' && row.tool === null ? [[strings.rows.event, strings.rows.notInCatalog] as const] : []),
    ...(row.said !== null && row.said !== row.tool
      ? [[strings.rows.name, <ToolName key="said" name={row.said} />] as const]
      : []),
    ...(row.kind === 'search' && row.found !== null
      ? [[strings.rows.found, <Names key="found" names={row.found} />] as const]
      : []),
    ...(row.called === null ? [] : [[strings.rows.calledNext, <ToolName key="called" name={row.called} />] as const]),
    ...(row.ms === null ? [] : [[strings.rows.duration, strings.rows.ms(formatCount(Math.round(row.ms)))] as const]),
    ...(row.tokens === null ? [] : [[strings.rows.tokens, formatCount(row.tokens)] as const]),
  ];
  return (
    <section className={styles.details} aria-label={strings.rows.selected} data-testid="use-event-details">
      <div className="button-row">
        {target !== null && (
          <Button size="compact-sm" title="O" onClick={openEvent}>
            {'tool' in target ? strings.rows.openTool : strings.rows.openSearch}
          </Button>
        )}
        <Button size="compact-sm" title="I" onClick={showSession}>
          {strings.rows.showSession}
        </Button>
      </div>
      <dl className="facts">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const shownNames = 10;

function Names({ names }: { names: readonly string[] }) {
  if (names.length === 0) return strings.rows.foundNothing;
  return (
    <ol className="plain-list">
      {names.slice(0, shownNames).map((name) => (
        <li key={name}>
          <ToolName name={name} />
        </li>
      ))}
    </ol>
  );
}
