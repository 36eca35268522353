import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { sizeWords } from '#shared/byte-size.ts';
import { useOriginFacts } from '#shared/domain/use.ts';
import type { UseOriginState } from '#shared/domain/use-report.ts';
import { strings } from '../../strings/use.ts';
import { PathText } from '../../ui/path-text.tsx';
import { exactTime, relativeTime } from '../../ui/relative-time.ts';
import { useNow } from '../../ui/use-now.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import styles from './use.module.css';
import { allowLog, forgetLog } from './use-reading.ts';

/** The logs on this computer: what is read, what is kept, and the consent to each. */
export function LogList({ path, origins }: { path: string; origins: readonly UseOriginState[] }) {
  return (
    <section className={styles.part} aria-label={strings.logs.logsHere}>
      <h2 className="heading">{strings.logs.logsHere}</h2>
      <p className={styles.explained}>{strings.logs.explained}</p>
      <ul className={styles.logs} data-testid="use-logs">
        {origins.map((origin) => (
          <Log key={origin.origin} path={path} log={origin} />
        ))}
      </ul>
    </section>
  );
}

function Log({ path, log }: { path: string; log: UseOriginState }) {
  const { origin, title, places, allowed, files } = log;
  const { own } = useOriginFacts[origin];
  return (
    <li data-origin={origin} data-allowed={allowed}>
      <div className="row gap-8">
        <h3 className={styles.logTitle}>{title}</h3>
        <span className="dim">{own ? strings.logs.ownLog : allowed ? strings.logs.allowed : ''}</span>
        <span className="bar-end">
          {allowed && (!own || log.events > 0) && (
            <Button size="compact-sm" title={strings.logs.forgetHint} onClick={() => void forgetLog(path, origin)}>
              {strings.logs.forget(title)}
            </Button>
          )}
          {!allowed && files > 0 && (
            <Button size="compact-sm" variant="filled" onClick={() => void allowLog(path, origin)}>
              {strings.logs.allow(title)}
            </Button>
          )}
        </span>
      </div>
      {places.map((place) => (
        <div key={place} className="dim wraps">
          <PathText path={place} />
        </div>
      ))}
      <LogFacts log={log} />
      {!own && (
        <details>
          <summary className="more-summary">{strings.logs.chooseAnother}</summary>
          <ChoosePath path={path} log={log} />
        </details>
      )}
    </li>
  );
}

function LogFacts({ log }: { log: UseOriginState }) {
  const now = useNow();
  const { files, bytes, read_at: readAt, events, broken, first_broken: first, unmapped, problem } = log;
  const read = readAt === null ? null : new Date(readAt).toISOString();
  const facts = [
    files === 0 ? strings.logs.nothingHere : strings.logs.found(files, sizeWords(bytes)),
    ...(events > 0 ? [strings.logs.kept(events)] : []),
    ...(unmapped > 0 ? [strings.logs.unmapped(unmapped)] : []),
  ];
  return (
    <>
      <div className="dim">
        {facts.join(' · ')} ·{' '}
        {read === null ? (
          strings.logs.neverRead
        ) : (
          <span title={exactTime(read)}>{strings.logs.lastRead(relativeTime(read, now))}</span>
        )}
      </div>
      {broken > 0 && first !== null && (
        <VisibleText
          as="div"
          className="is-warning wraps"
          text={strings.logs.broken(broken, strings.logs.brokenPlace(first.path, first.line))}
          lines={false}
        />
      )}
      {problem !== null && <VisibleText as="div" className="is-error wraps" text={problem} lines={false} />}
    </>
  );
}

/** For a log without a place of its own, or in another place. */
function ChoosePath({ path, log: { origin, title } }: { path: string; log: UseOriginState }) {
  const [typed, setTyped] = useState('');
  const allow = async () => {
    if (typed.trim() !== '' && (await allowLog(path, origin, [typed.trim()]))) setTyped('');
  };
  return (
    <form
      className="button-row"
      onSubmit={(event) => {
        event.preventDefault();
        void allow();
      }}
    >
      <TextInput
        className="grows"
        aria-label={`${title}: ${strings.logs.allowFile}`}
        placeholder={strings.logs.allowFile}
        title={strings.logs.choosePath}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Button type="submit" disabled={typed.trim() === ''}>
        {strings.logs.allow(title)}
      </Button>
    </form>
  );
}
