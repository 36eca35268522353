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

const text = strings.rows;
const shownCharacters = 200;

const columns = [
  { title: text.time, width: 112 },
  { title: text.event, width: undefined },
  { title: text.outcome, width: 80 },
] as const;

/** The events behind the figure that was chosen, and what is known of the selected one. */
export function EventList({ workspace, view }: { workspace: WorkspaceSummary; view: UseView }) {
  const now = useNow();
  const { data, error } = useQuery(rowsQuery(workspace, rowsFilter(view, now)));
  const rows = data?.rows ?? [];
  const at = rows.findIndex(({ id }) => id === view.current);
  return (
    <section className="column" aria-label={text.events}>
      <div className="tight-toolbar">
        <h2 className="panel-title" data-testid="use-figure">
          <VisibleText text={view.figure?.title ?? text.allEvents} lines={false} />
        </h2>
        {view.figure !== null && (
          <span className="bar-end">
            <Button size="compact-sm" title="A" onClick={showAllEvents}>
              {text.showAll}
            </Button>
          </span>
        )}
      </div>
      {!data ? (
        <ScreenWaits error={error}>{text.reading}</ScreenWaits>
      ) : (
        <VirtualGrid
          id={usePlaces.events}
          className={`scrolling-rest ${styles.events}`}
          aria-label={text.newestFirst}
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
              {rows.length === 0 && <p className="dim pad-8-12">{text.none}</p>}
              {data.next !== null && (
                <p className="pad-8-12">
                  <Button title="M" onClick={showOlder}>
                    {text.showOlder}
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

const outcome = (ok: boolean | null) => (ok === null ? text.unknown : ok ? text.ok : text.failed);

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
        <span className="dim">{text.kinds[row.kind]}</span>{' '}
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
    [text.when, exactTime(new Date(row.at).toISOString())],
    [text.log, useOriginFacts[row.origin].title],
    [text.client, <VisibleText key="client" text={row.client ?? strings.toolbar.unnamedClient} lines={false} />],
    ...(row.kind === 'call' && row.tool === null ? [[text.event, text.notInCatalog] as const] : []),
    ...(row.said !== null && row.said !== row.tool
      ? [[text.name, <ToolName key="said" name={row.said} />] as const]
      : []),
    ...(row.kind === 'search' && row.found !== null
      ? [[text.found, <Names key="found" names={row.found} />] as const]
      : []),
    ...(row.called === null ? [] : [[text.calledNext, <ToolName key="called" name={row.called} />] as const]),
    ...(row.ms === null ? [] : [[text.duration, text.ms(formatCount(Math.round(row.ms)))] as const]),
    ...(row.tokens === null ? [] : [[text.tokens, formatCount(row.tokens)] as const]),
  ];
  return (
    <section className={styles.details} aria-label={text.selected} data-testid="use-event-details">
      <div className="button-row">
        {target !== null && (
          <Button size="compact-sm" title="O" onClick={openEvent}>
            {'tool' in target ? text.openTool : text.openSearch}
          </Button>
        )}
        <Button size="compact-sm" title="I" onClick={showSession}>
          {text.showSession}
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
  if (names.length === 0) return text.foundNothing;
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
