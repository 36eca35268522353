import { Button } from '@mantine/core';
import { IconStar, IconStarFilled } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { UsageRecord } from '#shared/domain/usage.ts';
import { goldenOf, isRight } from '../../platform/golden-acts.ts';
import { useGolden } from '../../platform/golden-watch.ts';
import { DetailsFrame } from '../../ui/details-frame.tsx';
import { formatCount, formatFixed, formatPlural, formatScore } from '../../ui/format-number.ts';
import { HostileText } from '../../ui/hostile-text.tsx';
import { exactTime } from '../../ui/relative-time.ts';
import { ToolName } from '../../ui/tool-name.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import styles from './gateway.module.css';
import { keepGolden, openSearch, requestQuery } from './gateway-model.ts';
import { focusGatewayPlace, gatewayPlaces } from './gateway-places.ts';
import { askedWords, clientOf, goldenOfRow, hasFailed, outcomeWords, type TrafficRow } from './traffic.ts';

type Facts = readonly (readonly [string, ReactNode])[];

/** All that is known of one request, and what can be made of it. */
export function RequestDetails({ log, row }: { log: string | null; row: TrafficRow | null }) {
  return (
    <DetailsFrame
      id={gatewayPlaces.details}
      label="Details of the request"
      testId="request-details"
      onEscape={() => focusGatewayPlace('table')}
    >
      {row === null ? (
        <p className="dim">Select a request to see what was asked and what came back.</p>
      ) : (
        <Details key={row.entry.id} log={log} row={row} />
      )}
    </DetailsFrame>
  );
}

function Details({ log, row }: { log: string | null; row: TrafficRow }) {
  const { entry } = row;
  const { record } = entry;
  return (
    <>
      <h2 className="panel-title">
        {record.kind}: <VisibleText text={askedWords(record)} lines={false} />
      </h2>
      {record.kind === 'search' && <SearchActs row={row} />}
      <FactList
        facts={[
          ['Client', <VisibleText key="client" text={clientOf(entry)} lines={false} />],
          ['Persona', <VisibleText key="persona" text={entry.persona ?? 'none'} lines={false} />],
          ['When', exactTime(entry.at)],
          [
            'Outcome',
            <span key="outcome" className={hasFailed(record) ? 'is-error' : undefined}>
              {outcomeWords[record.outcome]}
              {record.error !== null && ` (${record.error})`}
            </span>,
          ],
          ['Took', `${formatFixed(record.elapsed_ms, 1)} ms`],
          ['Answer', `${formatPlural(record.tokens, 'token')}, by the estimate`],
          ...factsOf(record),
        ]}
      />
      {record.kind === 'search' && <Hits row={row} record={record} />}
      {record.kind === 'call' && <Values log={log} id={entry.id} record={record} />}
    </>
  );
}

function FactList({ facts }: { facts: Facts }) {
  return (
    <dl className={`facts ${styles.facts}`}>
      {facts.map(([name, value]) => (
        <div key={name} style={{ display: 'contents' }}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function factsOf(record: UsageRecord): Facts {
  switch (record.kind) {
    case 'list':
      return [['Tools', formatCount(record.tools)]];
    case 'search':
      return [
        ['Search by', { fts: 'words (fts)', regex: 'a pattern (regex)', exact: 'the exact name' }[record.search_type]],
        ['Limit', formatCount(record.limit)],
        ...(record.strength === null ? [] : [['Best hit', `${record.strength} match`] as const]),
      ];
    case 'get':
      return [];
    case 'call':
      return [
        ['Source', <VisibleText key="source" text={record.source ?? 'none'} lines={false} />],
        ['Through', <VisibleText key="through" text={record.through} lines={false} />],
        ['The server', record.upstream_ms === null ? 'was not asked' : `took ${formatFixed(record.upstream_ms, 1)} ms`],
      ];
    default:
      return [['Source', <VisibleText key="source" text={record.source} lines={false} />]];
  }
}

function SearchActs({ row }: { row: TrafficRow }) {
  const golden = useGolden();
  const wish = goldenOfRow(row);
  const isKept = 'query' in wish && isRight(goldenOf(golden, wish.query), wish.tool);
  const leadsToWhyNot = row.called !== null && !row.called.wasFound;
  return (
    <>
      <div className="button-line">
        <Button title="O" onClick={openSearch}>
          {leadsToWhyNot ? 'Why not? Open in the playground' : 'Open in the playground'}
        </Button>
        <Button
          title="K"
          disabled={'reason' in wish}
          aria-pressed={isKept}
          aria-describedby={'reason' in wish ? 'gateway-golden-reason' : undefined}
          leftSection={isKept ? <IconStarFilled size={14} /> : <IconStar size={14} />}
          onClick={keepGolden}
        >
          {isKept ? 'Kept as golden query' : 'Keep as golden query'}
        </Button>
      </div>
      <p className="flush above-8 dim" id="gateway-golden-reason">
        {'reason' in wish ? (
          wish.reason
        ) : (
          <>
            The client called <ToolName name={wish.tool} /> next
            {leadsToWhyNot ? ', which the search had not found.' : ', which the search had found.'}
          </>
        )}
      </p>
    </>
  );
}

function Hits({ row, record }: { row: TrafficRow; record: UsageRecord & { kind: 'search' } }) {
  return (
    <section className="section">
      <h3 className="heading">Returned</h3>
      {record.hits.length === 0 && <p className="dim">Nothing was found.</p>}
      <ol className="plain-list">
        {record.hits.map(({ name, score }) => (
          <li key={name} className={styles.hit}>
            <ToolName name={name} />
            {row.called?.tool === name && <span className="dim">was called next</span>}
            <span className="row-note">{formatScore(score)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Values({ log, id, record }: { log: string | null; id: number; record: UsageRecord & { kind: 'call' } }) {
  const isKept = record.arguments !== null || record.result !== null;
  const { data } = useQuery({ ...requestQuery(log, id), enabled: isKept });
  if (!isKept) {
    return (
      <p className="flush above-8 dim">
        Arguments and results are not kept. Turn gateway.log.arguments on in the settings to keep those to come.
      </p>
    );
  }
  const whole = data?.record.kind === 'call' ? data.record : record;
  const values = [
    ['Arguments', whole.arguments],
    ['Result', whole.result],
  ] as const;
  return values.map(([title, text]) => (
    <section key={title} className="section">
      <h3 className="heading">{title}</h3>
      <HostileText as="div" className="mono" text={text ?? 'not kept'} limit={2000} />
    </section>
  ));
}
