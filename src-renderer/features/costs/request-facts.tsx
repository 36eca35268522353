import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Payload } from '#shared/domain/payload.ts';
import type { Estimator } from '../../state/preferences-store.ts';
import { FindingList } from '../../ui/finding-list.tsx';
import { countedBy, formatCount, formatPlural } from '../../ui/format-number.ts';
import { TableHead } from '../../ui/table-head.tsx';
import { ToolName } from '../../ui/tool-name.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import styles from './costs.module.css';

const partNames: Readonly<Record<Payload['parts'][number]['name'], string>> = {
  system: 'System prompt',
  search_tool: 'Search tool',
  visible_tools: 'Always-loaded tools',
  deferred_tools: 'Deferred tools',
  messages: 'Messages',
};

/** A request in figures: tokens by part, what the provider would object to, and which names it changed. */
export function RequestFacts({ payload, estimators }: { payload: Payload; estimators: readonly Estimator[] }) {
  const { parts, tokens, context_tokens, findings, native } = payload;
  return (
    <>
      <p className={styles.note}>
        <span className="mono breaks">
          {payload.method} {payload.url}
        </span>
        <br />
        {native
          ? 'The provider searches: deferred tools are sent, and the model reads one when it is found.'
          : 'Our tool_search: deferred tools are withheld until one is found.'}{' '}
        Nothing is sent anywhere.
      </p>
      <table className={`plain-table ${styles.table}`} data-testid="request-parts">
        <thead>
          <tr>
            <th scope="col">Tokens of</th>
            <th scope="col" data-numeric>
              Items
            </th>
            {(['Sent', 'Read'] as const).flatMap((what) =>
              estimators.map((estimator) => (
                <th key={`${what} ${estimator}`} scope="col" data-numeric title={meanings[what]}>
                  {what}, {estimator}
                </th>
              )),
            )}
          </tr>
        </thead>
        <tbody>
          {parts.map((part) => (
            <tr key={part.name} data-part={part.name}>
              <th scope="row">{partNames[part.name]}</th>
              <td data-numeric title="Tools or messages of the request">
                {formatCount(part.items)}
              </td>
              <Figures of="Tokens of this part as compact JSON" counts={part} estimators={estimators} />
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Whole request</th>
            <td />
            <Figures
              of="Tokens of the whole body as compact JSON"
              counts={{ tokens, context_tokens }}
              estimators={estimators}
              testId="request-tokens"
            />
          </tr>
        </tfoot>
      </table>
      <h2 className={styles.heading}>
        {findings.length === 0 ? 'The provider has nothing to object to' : formatPlural(findings.length, 'finding')}
      </h2>
      {findings.length > 0 && <FindingList findings={findings.slice(0, 100)} label="Findings of the request" />}
      {findings.length > 100 && <p className={styles.note}>The first 100 are shown.</p>}
      <NameTable names={payload.names} />
    </>
  );
}

const meanings = {
  Sent: 'All that is sent',
  Read: 'What the model reads at first: without tools that the provider holds back until they are found',
} as const;

/** Sent, then read, by each estimator; each says what it counts. */
function Figures({
  of,
  counts: { tokens, context_tokens },
  estimators,
  testId,
}: {
  of: string;
  counts: Pick<Payload, 'tokens' | 'context_tokens'>;
  estimators: readonly Estimator[];
  testId?: string;
}) {
  return (
    [
      ['Sent', tokens],
      ['Read', context_tokens],
    ] as const
  ).flatMap(([what, counted]) =>
    estimators.map((estimator) => (
      <td
        key={`${what} ${estimator}`}
        data-numeric
        data-figure={`${what.toLowerCase()}-${estimator}`}
        data-testid={testId}
        title={`${of}, by ${estimator} (${countedBy[estimator]}). ${meanings[what]}.`}
      >
        {formatCount(counted[estimator])}
      </td>
    )),
  );
}

/** Rows that are shown at once. */
const pageSize = 200;

function NameTable({ names }: { names: Payload['names'] }) {
  const [limit, setLimit] = useState(pageSize);
  const changed = Object.entries(names).filter(([sent, own]) => sent !== own);
  if (changed.length === 0) return <h2 className={styles.heading}>Every name is sent as it is</h2>;
  return (
    <>
      <h2 className={styles.heading}>{formatPlural(changed.length, 'name')} that the provider gets otherwise</h2>
      <table className={`plain-table ${styles.table}`} data-testid="request-names">
        <TableHead columns={['In the catalog', 'In the request']} />
        <tbody>
          {changed.slice(0, limit).map(([sent, own]) => (
            <tr key={sent}>
              <td>
                <ToolName name={own} />
              </td>
              <VisibleText as="td" className="mono" text={sent} lines={false} />
            </tr>
          ))}
        </tbody>
      </table>
      {changed.length > limit && <Button onClick={() => setLimit(limit + pageSize)}>Show more</Button>}
    </>
  );
}
