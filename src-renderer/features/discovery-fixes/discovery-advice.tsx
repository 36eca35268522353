import { IconBulb } from '@tabler/icons-react';
import { useWorkspace } from '../../platform/workspace-query.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import styles from './discovery-fixes.module.css';
import { FixButton } from './fix-button.tsx';
import { adviceOf } from './fix-commands.ts';

/** The problem of tool search as a whole, with a button that fixes it (R15.01, R15.05). */
export function DiscoveryAdvice({ only }: { only?: Parameters<typeof adviceOf>[1] }) {
  const workspace = useWorkspace();
  const finding = workspace && adviceOf(workspace, only);
  if (!finding) return null;
  return (
    <div className={styles.advice} data-testid="discovery-advice" data-code={finding.code}>
      <IconBulb size={16} aria-hidden />
      <div>
        <VisibleText text={finding.message} />{' '}
        {finding.hint !== undefined && <VisibleText as="span" className="dim" text={finding.hint} />}
      </div>
      <FixButton finding={finding} hasKey />
    </div>
  );
}
