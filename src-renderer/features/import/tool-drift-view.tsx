import type { ChangeClass } from '#shared/domain/approval.ts';
import type { ChangeSeverity, ToolChange, ToolDrift } from '#shared/domain/tool-diff.ts';
import { formatCount } from '../../strings/count.ts';
import { strings } from '../../strings/import.ts';
import { HostileText } from '../../ui/hostile-text.tsx';
import { ToolName } from '../../ui/tool-name.tsx';
import { WordRuns } from '../../ui/word-runs.tsx';
import styles from './tool-drift.module.css';

/** Tools, and changes of each, that are drawn; the counts say how many there are. */
const shownTools = 250;
const shownChanges = 40;
/** How many of the gravest are open at first. */
const openAtFirst = 3;

/** How grave a changed tool is: as an audit says, else by its gravest change. */
type DriftClass = ChangeSeverity | 'suspicious';

const classRank: Readonly<Record<DriftClass, number>> = { suspicious: 0, breaking: 1, notable: 2, cosmetic: 3 };
const classMeaning: Readonly<Record<DriftClass, string>> = strings.toolDriftView.severityMeaning;

/** How tools changed since they were imported, the gravest first; each opens to its changes. `classes`: what the review says of some. */
export function ToolDriftView({
  drifts,
  total,
  classes,
}: {
  drifts: readonly ToolDrift[];
  total: number;
  classes?: ReadonlyMap<string, ChangeClass>;
}) {
  const classOf = ({ tool, severity }: ToolDrift) => (classes?.get(tool) === 'suspicious' ? 'suspicious' : severity);
  const sorted = drifts.toSorted((left, right) => classRank[classOf(left)] - classRank[classOf(right)]);
  return (
    <ul className={styles.tools} aria-label={strings.toolDriftView.changedTools} data-testid="tool-drift">
      {sorted.slice(0, shownTools).map((drift, index) => (
        <li key={drift.tool}>
          <Drift drift={drift} verdict={classOf(drift)} isOpen={index < openAtFirst} />
        </li>
      ))}
      {total > Math.min(sorted.length, shownTools) && (
        <li className="dim">
          {strings.toolDriftView.andMoreChangedTools(total - Math.min(sorted.length, shownTools))}
        </li>
      )}
    </ul>
  );
}

function Drift({ drift, verdict, isOpen }: { drift: ToolDrift; verdict: DriftClass; isOpen: boolean }) {
  const { tool, severity, changes, omitted, hash_before, hash_after } = drift;
  const more = Math.max(changes.length - shownChanges, 0) + omitted;
  return (
    <details className={styles.drift} open={isOpen || undefined}>
      <summary className={styles.head}>
        <ToolName name={tool} />
        <Severity severity={verdict} />
        <span className="dim">{strings.toolDriftView.changes(changes.length + omitted)}</span>
      </summary>
      <ul className={styles.changes}>
        {changes.slice(0, shownChanges).map((change, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: changes are plain data, in an order that stays
          <li key={at}>
            <Change
              change={change}
              isAlone={verdict === severity && changes.every((one) => one.severity === severity)}
            />
          </li>
        ))}
        {more > 0 && <li className="dim">{strings.toolDriftView.more(formatCount(more))}</li>}
        <li className="dim mono" title={strings.toolDriftView.hashesOfApprovedDefinition}>
          {hash_before.slice(0, 12)} → {hash_after.slice(0, 12)}
        </li>
      </ul>
    </details>
  );
}

function Change({ change, isAlone }: { change: ToolChange; isAlone: boolean }) {
  const { kind, message, severity, words, before, after } = change;
  // Whether an argument has to be given is all in the message.
  const isTold = kind === 'argument_required' || kind === 'argument_optional';
  return (
    <>
      <div className={styles.message}>
        <HostileText text={message} limit={400} />
        {!isAlone && <Severity severity={severity} />}
      </div>
      {words ? (
        <WordRuns runs={words} />
      ) : (
        !isTold &&
        (before ?? after) !== null && (
          <div className={`${styles.states} mono`}>
            {before !== null && <HostileText as="del" text={before} limit={300} />}
            {after !== null && <HostileText as="ins" text={after} limit={300} />}
          </div>
        )
      )}
    </>
  );
}

function Severity({ severity }: { severity: DriftClass }) {
  return (
    <span className={styles.severity} data-severity={severity} title={classMeaning[severity]}>
      {severity}
    </span>
  );
}
