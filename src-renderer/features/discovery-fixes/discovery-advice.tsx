import { IconBulb } from '@tabler/icons-react';
import { problemsOf } from '../../platform/all-problems.ts';
import { useWorkspace } from '../../platform/workspace-query.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import styles from './discovery-fixes.module.css';
import { FixButton } from './fix-button.tsx';

/** Findings about discovery as a whole, the gravest first. */
const codes = ['index_not_up_to_date', 'search_off_with_deferred', 'search_off', 'few_tools'] as const;
type AdviceCode = (typeof codes)[number];

/** What is amiss with tool search as a whole, where it shows, and its cure a key away (R15.01, R15.05). */
export function DiscoveryAdvice({ only = codes }: { only?: readonly AdviceCode[] }) {
  const workspace = useWorkspace();
  if (!workspace) return null;
  const problems = problemsOf(workspace);
  const finding = only.flatMap((code) => problems.find((one) => one.code === code) ?? [])[0];
  if (!finding) return null;
  return (
    <div className={styles.advice} data-testid="discovery-advice" data-code={finding.code}>
      <IconBulb size={16} aria-hidden />
      <div>
        <VisibleText text={finding.message} />{' '}
        {finding.hint !== undefined && (
          <span className="dim">
            <VisibleText text={finding.hint} />
          </span>
        )}
      </div>
      <FixButton finding={finding} hasKey />
    </div>
  );
}
