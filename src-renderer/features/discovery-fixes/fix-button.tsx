import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { Finding } from '#shared/domain/finding.ts';
import { fixConfig } from '../../platform/edit-config.ts';
import { useRebuildIndex } from '../../platform/use-rebuild-index.ts';
import { useWorkspace } from '../../platform/workspace-query.ts';
import { discoveryFixOf } from './discovery-fix.ts';
import { useFixOnScreen } from './fix-commands.ts';

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
  /** Whether the command of the screen presses it. */
  hasKey?: boolean;
  onRun?: () => void;
}) {
  const config = useWorkspace()?.config;
  const rebuild = useRebuildIndex();
  const found = config ? discoveryFixOf(finding, config) : null;
  const run = () => {
    if (found?.kind === 'rebuild') void rebuild();
    else if (found) fixConfig(found.fix);
    onRun?.();
  };
  const latest = useRef(run);
  latest.current = run;
  const isKeyed = hasKey && found !== null;
  useEffect(() => {
    if (!isKeyed) return;
    useFixOnScreen.setState({ run: () => latest.current() });
    return () => useFixOnScreen.setState({ run: null });
  }, [isKeyed]);
  if (!found) return null;
  return (
    <Button
      variant={isMain ? 'filled' : 'default'}
      title={hasKey ? 'Alt+O' : undefined}
      onClick={run}
      data-testid="fix"
    >
      {found.label}
    </Button>
  );
}
