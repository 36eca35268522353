import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Payload } from '#shared/domain/payload.ts';
import type { Estimator } from '../../state/preferences-store.ts';
import { strings } from '../../strings/costs.ts';
import { formatCount } from '../../strings/count.ts';
import { FindingList } from '../../ui/finding-list.tsx';
import { countedBy } from '../../ui/format-number.ts';
import { TableHead } from '../../ui/table-head.tsx';
import { ToolName } from '../../ui/tool-name.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import styles from './costs.module.css';

const partNames: Readonly<Record<Payload['parts'][number]['name'], string>> = strings.requestFacts.partNames;

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
        {strings.requestFacts.pegboardDoesNotSend(native)}
      </p>
      <table className={`plain-table ${styles.table}`} data-testid="request-parts">
        <thead>
          <tr>
            <th scope="col">{strings.requestFacts.tokensIn}</th>
            <th scope="col" data-numeric>
              {strings.requestFacts.items}
            </th>
            {([strings.requestFacts.sent, strings.requestFacts.read] as const).flatMap((what) =>
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
              <td data-numeric title={strings.requestFacts.toolsMessagesRequest}>
                {formatCount(part.items)}
              </td>
              <Figures of={strings.requestFacts.tokensPartCompactJson} counts={part} estimators={estimators} />
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{strings.requestFacts.wholeRequest}</th>
            <td />
            <Figures
              of={strings.requestFacts.tokensWholeBodyCompact}
              counts={{ tokens, context_tokens }}
              estimators={estimators}
              testId="request-tokens"
            />
          </tr>
        </tfoot>
      </table>
      <h2 className={styles.heading}>
        {findings.length === 0 ? strings.requestFacts.requestIsValid : strings.requestFacts.findings(findings.length)}
      </h2>
      {findings.length > 0 && (
        <FindingList findings={findings.slice(0, 100)} label={strings.requestFacts.findingsRequest} />
      )}
      {findings.length > 100 && <p className={styles.note}>{strings.requestFacts.first100Shown}</p>}
      <NameTable names={payload.names} />
    </>
  );
}

const meanings = strings.requestFacts.meanings;

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
      [strings.requestFacts.sent, tokens],
      [strings.requestFacts.read, context_tokens],
    ] as const
  ).flatMap(([what, counted]) =>
    estimators.map((estimator) => (
      <td
        key={`${what} ${estimator}`}
        data-numeric
        data-figure={`${what.toLowerCase()}-${estimator}`}
        data-testid={testId}
        title={strings.requestFacts.by(of, estimator, countedBy[estimator], meanings[what])}
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
  if (changed.length === 0) return <h2 className={styles.heading}>{strings.requestFacts.everyNameIsSent}</h2>;
  return (
    <>
      <h2 className={styles.heading}>{strings.requestFacts.namesChangedForProvider(changed.length)}</h2>
      <table className={`plain-table ${styles.table}`} data-testid="request-names">
        <TableHead columns={[strings.requestFacts.catalog, strings.requestFacts.request]} />
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
      {changed.length > limit && (
        <Button onClick={() => setLimit(limit + pageSize)}>{strings.requestFacts.showMore}</Button>
      )}
    </>
  );
}
