import { Text } from '@mantine/core';
import type { ImportPlan, SourcePlan } from '#shared/domain/import-plan.ts';
import { FindingList } from '../../ui/finding-list.tsx';
import { formatCount } from '../../ui/format-number.ts';
import { ToolName } from '../../ui/tool-name.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import styles from './import.module.css';
import { ToolDriftView } from './tool-drift-view.tsx';

/** Names shown of a list; the count beside it says how many there are. */
const shownNames = 500;

/** What importing would do: conflicts first, as they block it. `isOfOne`: the source it is for stands above it already. */
export function ImportPlanView({ plan, isOfOne = false }: { plan: ImportPlan; isOfOne?: boolean }) {
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
      {plan.sources.map((source) => (
        <SourceRow key={`${source.source} ${source.file}`} plan={source} hasHead={!isOfOne} />
      ))}
      {plan.findings.length > 0 && <FindingList findings={plan.findings} label="Findings of the import" />}
    </div>
  );
}

function SourceRow({ plan, hasHead }: { plan: SourcePlan; hasHead: boolean }) {
  return (
    <div className={hasHead ? styles.source : undefined} data-testid="import-source">
      {hasHead && (
        <div className={styles.sourceHead}>
          <VisibleText as="strong" className="mono" text={plan.source} lines={false} />
          <span>{plan.is_new ? 'new source' : 'known source'}</span>
          <span className="dim mono">
            <VisibleText text={plan.file} lines={false} /> · {plan.format}
          </span>
        </div>
      )}
      <div className="flex wrap gap-4-12 above-4">
        <Names label="added" sign="+" names={plan.added} />
        <Changed plan={plan} />
        <Names label="removed" sign="−" names={plan.removed} />
        <span className="dim">{formatCount(plan.unchanged)} unchanged</span>
      </div>
    </div>
  );
}

/** The changed tools, each with how it differs: open at once, as it is what the user has to decide on. */
function Changed({ plan: { changed, changed_details: drifts } }: { plan: SourcePlan }) {
  const title = `~${formatCount(changed.length)} changed`;
  if (changed.length === 0) return <span className="dim">{title}</span>;
  return (
    <details className={styles.count} open>
      <summary>{title}</summary>
      <ToolDriftView drifts={drifts} total={changed.length} />
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
        {names.length > shownNames && <li className="dim">and {formatCount(names.length - shownNames)} more</li>}
      </ul>
    </details>
  );
}
