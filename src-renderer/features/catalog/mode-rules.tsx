import type { ModeRule } from '#shared/domain/tool-detail.ts';
import { strings } from '../../strings/catalog.ts';
import { ruleName, rulePlace, ruleVerdicts } from '../../ui/mode-labels.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import styles from './tool-detail.module.css';

const marks = { silent: '·', decides: '✓', loses: '✕' } as const;

/** Every rule about the mode of a tool, in the order in which they are asked: what it says and where that stands (R15.04). */
export function ModeRules({ rules }: { rules: readonly ModeRule[] }) {
  const verdicts = ruleVerdicts(rules).map((each) => ({ ...each, place: rulePlace(each.rule) }));
  return (
    <details className={`${styles.rules} above-4`}>
      <summary>{strings.modeRules.rulesOrder(rules.length)}</summary>
      <ol className={styles.ruleList} data-testid="mode-rules">
        {verdicts.map(({ rule, verdict, says, place }) => (
          <li key={rule.rule} className={styles.rule} data-verdict={verdict} data-rule={rule.rule}>
            <span aria-hidden className={styles.ruleMark}>
              {marks[verdict]}
            </span>
            <div>
              <strong>{ruleName(rule.rule)}</strong>{' '}
              <VisibleText as="span" className="mono" text={rule.value} lines={false} /> {says}
              {place !== null && (
                <VisibleText as="div" className={`${styles.rulePlace} mono`} text={place} lines={false} />
              )}
            </div>
          </li>
        ))}
      </ol>
    </details>
  );
}
