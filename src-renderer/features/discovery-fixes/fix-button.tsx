import { Button } from '@mantine/core';
import type { Finding } from '#shared/domain/finding.ts';
import { useWorkspace } from '../../platform/workspace-query.ts';
import { strings } from '../../strings/discovery-fixes.ts';
import { discoveryFixOf, runFix } from './discovery-fix.ts';

/** The cure of a finding as a button, where there is one. An edit of `pegboard.yaml` is offered to be taken back. */
export function FixButton({
  finding,
  isMain = false,
  hasKey = false,
  onRun,
}: {
  finding: Pick<Finding, 'code'>;
  /** Whether it is the one thing to do on this screen. */
  isMain?: boolean;
  /** Whether the command of the screen does the same. */
  hasKey?: boolean;
  onRun?: () => void;
}) {
  const config = useWorkspace()?.config;
  const fix = config ? discoveryFixOf(finding, config) : null;
  if (!fix) return null;
  return (
    <Button
      variant={isMain ? 'filled' : 'default'}
      title={hasKey ? strings.fixButton.altO : undefined}
      onClick={() => {
        void runFix(fix);
        onRun?.();
      }}
      data-testid="fix"
    >
      {fix.label}
    </Button>
  );
}
