import { Text } from '@mantine/core';
import type { ChangeClass } from '#shared/domain/approval.ts';
import type { ImportPlan, PartsPlan, SourcePlan } from '#shared/domain/import-plan.ts';
import { formatCount } from '../../strings/count.ts';
import { strings } from '../../strings/import.ts';
import { FindingList } from '../../ui/finding-list.tsx';
import { ToolName } from '../../ui/tool-name.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { AuditAlarms } from './audit-alarms.tsx';
import styles from './import.module.css';
import { ToolDriftView } from './tool-drift-view.tsx';

/** Names shown of a list; the count beside it says how many there are. */
const shownNames = 500;

/** Tools with findings of an audit that are drawn; the review has all of them. */
const shownAlarms = 50;

/**
 * What importing would do: conflicts first, as they block it, then what an audit finds. `isOfOne`: the source it is for stands above it
 * already.
 */
export function ImportPlanView({ plan, isOfOne = false }: { plan: ImportPlan; isOfOne?: boolean }) {
  const { judged = [], withheld = [] } = plan;
  const alarms = judged.filter(({ findings }) => findings.length > 0);
  const classes = new Map(alarms.flatMap(({ tool, change }) => (change === null ? [] : [[tool, change] as const])));
  return (
    <div style={{ display: 'grid', gap: 8 }} data-testid="import-plan">
      {plan.conflicts.map((conflict) => (
        <div
          key={`${conflict.kind} ${conflict.tool} ${conflict.sources.join(' ')}`}
          className={styles.conflict}
          role="alert"
        >
          <ToolName name={conflict.tool} />{' '}
          <Text>
            <VisibleText text={conflict.message} />
          </Text>
          <Text c="dimmed">
            <VisibleText text={conflict.hint} />
          </Text>
        </div>
      ))}
      {alarms.slice(0, shownAlarms).map(({ tool, findings }) => (
        <AuditAlarms key={tool} tool={tool} findings={findings} />
      ))}
      {withheld.length > 0 && <Text>{strings.importPlanView.withheld(withheld.length)}</Text>}
      {plan.sources.map((source) => (
        <SourceRow key={`${source.source} ${source.file}`} plan={source} classes={classes} hasHead={!isOfOne} />
      ))}
      {plan.findings.length > 0 && (
        <FindingList findings={plan.findings} label={strings.importPlanView.findingsImport} />
      )}
    </div>
  );
}

type Classes = ReadonlyMap<string, ChangeClass>;

function SourceRow({ plan, classes, hasHead }: { plan: SourcePlan; classes: Classes; hasHead: boolean }) {
  return (
    <div className={hasHead ? styles.source : undefined} data-testid="import-source">
      {hasHead && (
        <div className={styles.sourceHead}>
          <VisibleText as="strong" className="mono" text={plan.source} lines={false} />
          <span>{plan.is_new ? strings.importPlanView.newSource : strings.importPlanView.knownSource}</span>
          <span className="dim mono">
            <VisibleText text={plan.file} lines={false} /> · {plan.format}
          </span>
        </div>
      )}
      <div className="flex wrap gap-4-12 above-4">
        <Names label={strings.importPlanView.added} sign="+" names={plan.added} />
        <Changed plan={plan} classes={classes} />
        <Names label={strings.importPlanView.removed} sign="−" names={plan.removed} />
        <span className="dim">{strings.importPlanView.unchanged(formatCount(plan.unchanged))}</span>
      </div>
      {plan.parts && <PartsRow label={strings.importPlanView.parts} plan={plan.parts} testId="import-parts" />}
      {plan.skills && (
        <PartsRow label={strings.importPlanView.skillsOf(plan.skills.pack)} plan={plan.skills} testId="import-skills" />
      )}
    </div>
  );
}

/** What would change of the skills of the server, or of its prompts and instructions. */
function PartsRow({ label, plan, testId }: { label: string; plan: PartsPlan; testId: string }) {
  return (
    <div className="flex wrap gap-4-12 above-4" data-testid={testId}>
      <VisibleText text={label} lines={false} />
      <Names label={strings.importPlanView.added} sign="+" names={plan.added} />
      <Names label={strings.importPlanView.changedNames} sign="~" names={plan.changed} />
      <Names label={strings.importPlanView.removed} sign="−" names={plan.removed} />
      <span className="dim">{strings.importPlanView.unchanged(formatCount(plan.unchanged))}</span>
    </div>
  );
}

/** The changed tools, each with how it differs: open at once, as it is what the user has to decide on. */
function Changed({ plan, classes }: { plan: SourcePlan; classes: Classes }) {
  const { changed, changed_details: drifts } = plan;
  const title = strings.importPlanView.changed(formatCount(changed.length));
  if (changed.length === 0) return <span className="dim">{title}</span>;
  return (
    <details className={styles.count} open>
      <summary>{title}</summary>
      <ToolDriftView drifts={drifts} total={changed.length} classes={classes} />
    </details>
  );
}

function Names({ label, sign, names }: { label: string; sign: string; names: readonly string[] }) {
  const title = `${sign}${formatCount(names.length)} ${label}`;
  if (names.length === 0) return <span className="dim">{title}</span>;
  return (
    <details className={styles.count}>
      <summary>{title}</summary>
      <ul className={styles.names}>
        {names.slice(0, shownNames).map((name) => (
          <li key={name}>
            <ToolName name={name} />
          </li>
        ))}
        {names.length > shownNames && (
          <li className="dim">{strings.importPlanView.more(formatCount(names.length - shownNames))}</li>
        )}
      </ul>
    </details>
  );
}
