import { Button, Text } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useClient } from '../../platform/client.ts';
import { FindingList } from '../../ui/finding-list.tsx';
import { formatCount, formatPlural } from '../../ui/format-number.ts';
import { startChosen } from './review-acts.ts';
import { startWords } from './review-servers.ts';
import { closeSheet, type Review, runnableOf, tickAll } from './review-store.ts';
import { ServerGroups } from './server-groups.tsx';
import styles from './server-review.module.css';
import { VariablesPanel } from './variables-panel.tsx';

/** What would run, which values it gets, and the one button that starts it. */
export function DecideView({ review }: { review: Review }) {
  const client = useClient();
  const runnable = runnableOf(review);
  const start = () => startChosen(client, review.id);
  useHotkeys([['mod+Enter', start]], []);
  if (review.servers.length === 0) return <NoServers review={review} />;
  const chosenVariables = new Set(
    review.servers.filter(({ key }) => review.ticked.has(key)).flatMap(({ variables }) => variables),
  );
  const variables = review.variables.filter(({ key }) => chosenVariables.has(key));
  return (
    <>
      <div className={`${styles.columns} line-above rest flex`}>
        <section className={styles.column} aria-label="What will run">
          <header className={`${styles.columnHead} wrapping keeps`}>
            <h3 className={styles.heading}>What will run</h3>
            <span className="dim" data-testid="review-chosen">
              {formatCount(review.ticked.size)} of {formatPlural(review.servers.length, 'server')} selected
            </span>
            <span className="bar-end">
              <Button size="compact-xs" onClick={() => tickAll(review.id, true)}>
                Select all
              </Button>
              <Button size="compact-xs" onClick={() => tickAll(review.id, false)}>
                Select none
              </Button>
            </span>
          </header>
          <ServerGroups review={review} />
        </section>
        {variables.length > 0 && <VariablesPanel review={review} variables={variables} />}
      </div>
      <footer className={`${styles.foot} button-row keeps`}>
        <Consent>{consentWords(review)}</Consent>
        <Button onClick={closeSheet}>Cancel</Button>
        <Button
          variant="filled"
          disabled={runnable.length === 0}
          onClick={start}
          aria-keyshortcuts="Control+Enter Meta+Enter"
          title="Ctrl+Enter"
          data-testid="start-servers"
        >
          {startWords(review.ticked.size, runnable.length)}
        </Button>
      </footer>
    </>
  );
}

function Consent({ children }: { children: ReactNode }) {
  return (
    <Text className={styles.consent} data-testid="review-consent">
      {children}
    </Text>
  );
}

/** What the user agrees to with the button. */
function consentWords(review: Review): string {
  const runnable = runnableOf(review);
  if (review.ticked.size === 0) return 'Select the servers that you want. Nothing runs before you start it.';
  if (runnable.length === 0) return 'None of the selected servers can run yet. Each one says what it lacks.';
  const programs = runnable.filter(({ connection }) => connection.url === undefined).length;
  const addresses = runnable.length - programs;
  const parts = [
    ...(programs > 0 ? [`run ${formatPlural(programs, 'command')} on this computer, with your rights`] : []),
    ...(addresses > 0 ? [`connect to ${addresses === 1 ? '1 address' : `${formatCount(addresses)} addresses`}`] : []),
  ];
  return `You agree to ${parts.join(', and to ')}, exactly as listed. Pegboard asks again when one of them changes.`;
}

function NoServers({ review }: { review: Review }) {
  const findings = review.parts.flatMap(({ review: { configs } }) => configs.flatMap((config) => config.findings));
  return (
    <>
      <div className={styles.message}>
        <Text>This configuration names no server.</Text>
        {findings.length > 0 && <FindingList findings={findings} label="Problems of the configuration" />}
      </div>
      <footer className={`${styles.foot} button-row keeps`}>
        <Button onClick={closeSheet} data-autofocus>
          Close
        </Button>
      </footer>
    </>
  );
}
