import { Button } from '@mantine/core';
import { IconStar, IconStarFilled } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { UsageRecord } from '#shared/domain/usage.ts';
import { goldenOf, isRight } from '../../platform/golden-acts.ts';
import { useGolden } from '../../platform/golden-watch.ts';
import { formatCount } from '../../strings/count.ts';
import { strings } from '../../strings/gateway.ts';
import { DetailsFrame } from '../../ui/details-frame.tsx';
import { fill } from '../../ui/fill.tsx';
import { formatFixed, formatScore } from '../../ui/format-number.ts';
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
      label={strings.requestDetails.detailsRequest}
      testId="request-details"
      onEscape={() => focusGatewayPlace('table')}
    >
      {row === null ? (
        <p className="dim">{strings.requestDetails.selectRequestToSee}</p>
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
          [strings.requestDetails.client, <VisibleText key="client" text={clientOf(entry)} lines={false} />],
          [
            strings.requestDetails.persona,
            <VisibleText key="persona" text={entry.persona ?? strings.requestDetails.none} lines={false} />,
          ],
          [strings.requestDetails.when, exactTime(entry.at)],
          [
            strings.requestDetails.outcome,
            <span key="outcome" className={hasFailed(record) ? 'is-error' : undefined}>
              {outcomeWords[record.outcome]}
              {record.error !== null && ` (${record.error})`}
            </span>,
          ],
          [strings.requestDetails.took, strings.requestDetails.ms(formatFixed(record.elapsed_ms, 1))],
          [strings.requestDetails.answer, strings.requestDetails.tokensEstimate(record.tokens)],
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
      return [[strings.requestDetails.tools, formatCount(record.tools)]];
    case 'search':
      return [
        [
          strings.requestDetails.search,
          {
            fts: strings.requestDetails.wordsFts,
            regex: strings.requestDetails.patternRegex,
            exact: strings.requestDetails.exactName,
          }[record.search_type],
        ],
        [strings.requestDetails.limit, formatCount(record.limit)],
        ...(record.strength === null
          ? []
          : [[strings.requestDetails.bestHit, strings.requestDetails.match(record.strength)] as const]),
      ];
    case 'get':
      return [];
    case 'call':
      return [
        [
          strings.requestDetails.source,
          <VisibleText key="source" text={record.source ?? strings.requestDetails.none} lines={false} />,
        ],
        [strings.requestDetails.through, <VisibleText key="through" text={record.through} lines={false} />],
        [
          strings.requestDetails.server,
          record.upstream_ms === null
            ? strings.requestDetails.notUsed
            : strings.requestDetails.tookMs(formatFixed(record.upstream_ms, 1)),
        ],
      ];
    default:
      return [[strings.requestDetails.source, <VisibleText key="source" text={record.source} lines={false} />]];
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
          {leadsToWhyNot ? strings.requestDetails.whyNotOpenPlayground : strings.requestDetails.openPlayground}
        </Button>
        <Button
          title="K"
          disabled={'reason' in wish}
          aria-pressed={isKept}
          aria-describedby={'reason' in wish ? 'gateway-golden-reason' : undefined}
          leftSection={isKept ? <IconStarFilled size={14} /> : <IconStar size={14} />}
          onClick={keepGolden}
        >
          {isKept ? strings.requestDetails.savedAsGoldenQuery : strings.requestDetails.saveAsGoldenQuery}
        </Button>
      </div>
      <p className="flush above-8 dim" id="gateway-golden-reason">
        {'reason' in wish
          ? wish.reason
          : fill(leadsToWhyNot ? strings.requestDetails.calledNextMissed : strings.requestDetails.calledNextFound, {
              tool: <ToolName name={wish.tool} />,
            })}
      </p>
    </>
  );
}

function Hits({ row, record }: { row: TrafficRow; record: UsageRecord & { kind: 'search' } }) {
  return (
    <section className="section">
      <h3 className="heading">{strings.requestDetails.returned}</h3>
      {record.hits.length === 0 && <p className="dim">{strings.requestDetails.noResults}</p>}
      <ol className="plain-list">
        {record.hits.map(({ name, score }) => (
          <li key={name} className={styles.hit}>
            <ToolName name={name} />
            {row.called?.tool === name && <span className="dim">{strings.requestDetails.calledNext}</span>}
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
    return <p className="flush above-8 dim">{strings.requestDetails.logDoesNotStore}</p>;
  }
  const whole = data?.record.kind === 'call' ? data.record : record;
  const values = [
    [strings.requestDetails.arguments, whole.arguments],
    [strings.requestDetails.result, whole.result],
  ] as const;
  return values.map(([title, text]) => (
    <section key={title} className="section">
      <h3 className="heading">{title}</h3>
      <HostileText as="div" className="mono" text={text ?? strings.requestDetails.notStored} limit={2000} />
    </section>
  ));
}
