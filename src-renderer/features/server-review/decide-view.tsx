import { Button, Text } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useClient } from '../../platform/client.ts';
import { formatCount } from '../../strings/count.ts';
import { strings } from '../../strings/server-review.ts';
import { FindingList } from '../../ui/finding-list.tsx';
import { startChosen } from './review-acts.ts';
import { startWords } from './review-servers.ts';
import { closeSheet, type Review, runnableOf, tickAll } from './review-store.ts';
import { ServerGroups } from './server-groups.tsx';
import styles from './server-review.module.css';
import { VariablesPanel } from './variables-panel.tsx';

/** The command, the values that it gets, and the one button that starts it. */
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
        <section className={styles.column} aria-label={strings.decideView.serversToStart}>
          <header className={`${styles.columnHead} wrapping keeps`}>
            <h3 className={styles.heading}>{strings.decideView.serversToStart}</h3>
            <span className="dim" data-testid="review-chosen">
              {strings.decideView.serversSelected(formatCount(review.ticked.size), review.servers.length)}
            </span>
            <span className="bar-end">
              <Button size="compact-xs" onClick={() => tickAll(review.id, true)}>
                {strings.decideView.selectAll}
              </Button>
              <Button size="compact-xs" onClick={() => tickAll(review.id, false)}>
                {strings.decideView.selectNone}
              </Button>
            </span>
          </header>
          <ServerGroups review={review} />
        </section>
        {variables.length > 0 && <VariablesPanel review={review} variables={variables} />}
      </div>
      <footer className={`${styles.foot} button-row keeps`}>
        <Consent>{consentWords(review)}</Consent>
        <Button onClick={closeSheet}>{strings.decideView.cancel}</Button>
        <Button
          variant="filled"
          disabled={runnable.length === 0}
          onClick={start}
          aria-keyshortcuts="Control+Enter Meta+Enter"
          title={strings.decideView.ctrlEnter}
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
  if (review.ticked.size === 0) return strings.decideView.selectServersThatYou;
  if (runnable.length === 0) return strings.decideView.noneOfSelectedServers;
  const programs = runnable.filter(({ connection }) => connection.url === undefined).length;
  const addresses = runnable.length - programs;
  const run = programs > 0 ? strings.decideView.runCommandsComputerYour(programs) : '';
  const connect = addresses > 0 ? strings.decideView.connect(addresses) : '';
  return strings.decideView.youAgreeToExactly(
    run && connect ? strings.decideView.runAndConnect(run, connect) : run || connect,
  );
}

function NoServers({ review }: { review: Review }) {
  const findings = review.parts.flatMap(({ review: { configs } }) => configs.flatMap((config) => config.findings));
  return (
    <>
      <div className={styles.message}>
        <Text>{strings.decideView.thisConfiguration}</Text>
        {findings.length > 0 && <FindingList findings={findings} label={strings.decideView.problemsInConfiguration} />}
      </div>
      <footer className={`${styles.foot} button-row keeps`}>
        <Button onClick={closeSheet} data-autofocus>
          {strings.decideView.close}
        </Button>
      </footer>
    </>
  );
}
