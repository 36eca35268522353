import { Button, Progress } from '@mantine/core';
import { useClient } from '../../platform/client.ts';
import { strings } from '../../strings/server-review.ts';
import { errorFacts, forScreen } from '../../ui/error-facts.ts';
import { HostileText } from '../../ui/hostile-text.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { SignInLink } from '../../ui/sign-in-link.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { batchWords, canRetry, type LiveServer, type LiveStep, queuedServer, stepWords } from './live-server.ts';
import progressStyles from './progress.module.css';
import { retriable, retryFailed, signInAtServer, startServers, stopAll } from './review-acts.ts';
import { readinessOf, type SheetServer } from './review-servers.ts';
import { closeSheet, isAllAdded, type Review, removeReview, totalsOf } from './review-store.ts';
import styles from './server-review.module.css';
import { VariablesPanel } from './variables-panel.tsx';

/** Every server that was started, live, and what to do with those that failed. */
export function ProgressView({ review }: { review: Review }) {
  const totals = totalsOf(review);
  const isRunning = totals.settled < totals.all;
  const started = review.servers.filter(({ key }) => review.live[key] !== undefined);
  const failed = started.filter(({ key }) => canRetry((review.live[key] ?? queuedServer).step));
  // Servers that need a decision come first, once their order is stable.
  const rows = isRunning ? started : [...failed, ...started.filter((server) => !failed.includes(server))];
  const needed = new Set(failed.flatMap(({ variables }) => variables));
  const variables = review.variables.filter(({ key }) => needed.has(key));
  return (
    <>
      <div className={progressStyles.overall} data-testid="review-progress">
        <div role="status">{batchWords(totals)}</div>
        <Progress
          value={totals.all === 0 ? 0 : (totals.settled / totals.all) * 100}
          size="sm"
          aria-label={strings.progressView.serversFinished(totals.settled, totals.all)}
        />
      </div>
      <div className={`${styles.columns} line-above rest flex`}>
        <ScrollRegion
          className={`${styles.column} scrolling-rest ${styles.scroller}`}
          aria-label={strings.progressView.servers}
          data-autofocus
        >
          <ul className="plain-list">
            {rows.map((server) => (
              <LiveRow
                key={server.key}
                review={review}
                server={server}
                live={review.live[server.key] ?? queuedServer}
              />
            ))}
          </ul>
        </ScrollRegion>
        {variables.length > 0 && <VariablesPanel review={review} variables={variables} />}
      </div>
      <ProgressFoot review={review} failed={failed} isRunning={isRunning} />
    </>
  );
}

function ProgressFoot({
  review,
  failed,
  isRunning,
}: {
  review: Review;
  failed: readonly SheetServer[];
  isRunning: boolean;
}) {
  const client = useClient();
  const isDone = isAllAdded(totalsOf(review));
  const again = retriable(review);
  return (
    <footer className={`${styles.foot} button-row keeps`}>
      <span className={styles.consent}>{isRunning && strings.progressView.youCanClose}</span>
      {isRunning && <Button onClick={() => stopAll(review.id)}>{strings.progressView.stopAll}</Button>}
      {!isRunning && !isDone && <Button onClick={() => removeReview(review.id)}>{strings.progressView.dismiss}</Button>}
      {failed.length > 0 && (
        <Button
          variant="filled"
          disabled={again.length === 0}
          onClick={() => retryFailed(client, review.id)}
          data-testid="retry-failed"
        >
          {again.length === failed.length
            ? strings.progressView.retryFailed
            : strings.progressView.retryOfFailed(again.length, failed.length)}
        </Button>
      )}
      <Button {...(failed.length === 0 ? { variant: 'filled' } : {})} onClick={closeSheet}>
        {isDone ? strings.progressView.done : strings.progressView.close}
      </Button>
    </footer>
  );
}

const shapes: Readonly<Record<LiveStep['kind'], string>> = {
  queued: '·',
  starting: '◐',
  listing: '◐',
  signing_in: '◆',
  added: '✓',
  failed: '✕',
  stopped: '–',
};

function LiveRow({ review, server, live }: { review: Review; server: SheetServer; live: LiveServer }) {
  const client = useClient();
  const { step } = live;
  const { can_run: canRun, missing } = readinessOf(server, review);
  const stderr = stderrOf(live);
  return (
    <li className={progressStyles.live} data-testid="live-server" data-server={server.name} data-step={step.kind}>
      <span className={progressStyles.shape} aria-hidden>
        {shapes[step.kind]}
      </span>
      <VisibleText as="strong" className="breaks mono" text={server.source} lines={false} />
      <span className={progressStyles.liveStep}>
        {stepWords(step)}
        {step.kind === 'starting' && <LastLine text={stderr} />}
      </span>
      {canRetry(step) && (
        <Button
          size="compact-xs"
          aria-label={strings.progressView.retry2(server.name)}
          disabled={!canRun}
          onClick={() => startServers(client, review.id, [server])}
        >
          {strings.progressView.retry}
        </Button>
      )}
      <div className={progressStyles.liveBody}>
        {step.kind === 'signing_in' && step.url !== null && <SignInLink url={step.url} />}
        {step.kind === 'failed' && <Failure review={review} server={server} error={step.error} />}
        {canRetry(step) && missing.length > 0 && (
          <div className="note breaks is-warning">{strings.progressView.needsValue(missing.join(', '))}</div>
        )}
        {step.kind !== 'starting' && stderr !== '' && <Stderr name={server.name} text={stderr} />}
      </div>
    </li>
  );
}

function Failure({
  review,
  server,
  error: failure,
}: {
  review: Review;
  server: SheetServer;
  error: Extract<LiveStep, { kind: 'failed' }>['error'];
}) {
  const client = useClient();
  const { offersSignIn } = errorFacts(failure);
  const error = forScreen(failure);
  return (
    <>
      <div data-testid="live-failure" data-code={error.code}>
        <HostileText text={error.message} limit={1000} />
        {error.hint !== undefined && (
          <span className="dim">
            {' '}
            <VisibleText text={error.hint} />
          </span>
        )}
      </div>
      {offersSignIn && (
        <Button variant="filled" onClick={() => void signInAtServer(client, review.id, server)}>
          {strings.progressView.sign}
        </Button>
      )}
    </>
  );
}

/** The end of its stderr. That of an error is longer than the newest lines. */
function stderrOf({ step, stderr }: LiveServer): string {
  const ofError = step.kind === 'failed' ? errorFacts(step.error).stderr : null;
  return (ofError ?? stderr).trimEnd();
}

/** Characters of the newest line that are drawn; it is one line of the screen at most. */
const shownLine = 300;

function LastLine({ text }: { text: string }) {
  const line = text.trimEnd().split('\n').at(-1) ?? '';
  if (line === '') return null;
  return (
    <span className={`${progressStyles.lastLine} grows cut gives-way mono dim`}>
      <VisibleText text={line.slice(0, shownLine)} lines={false} />
    </span>
  );
}

function Stderr({ name, text }: { name: string; text: string }) {
  return (
    <details data-testid="live-stderr">
      <summary className={progressStyles.summary}>
        <span className="dim">{strings.progressView.stderr}</span>
        <LastLine text={text} />
      </summary>
      <ScrollRegion
        as="div"
        className={`${progressStyles.output} mono`}
        role="log"
        aria-label={strings.progressView.errorOutput(name)}
      >
        <HostileText text={text} limit={8000} />
      </ScrollRegion>
    </details>
  );
}
