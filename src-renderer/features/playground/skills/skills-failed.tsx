import { Button } from '@mantine/core';
import type { PegboardError } from '#shared/errors.ts';
import { useConfigFix } from '../../../platform/use-config-fix.ts';
import { useWorkspace } from '../../../platform/workspace-query.ts';
import { ErrorNotice } from '../../../ui/error-notice.tsx';
import styles from './skills.module.css';

/** Skills were not searched. Where they are off, a button turns them on. */
export function SkillsFailed({ error }: { error: PegboardError }) {
  const fix = useConfigFix();
  const packs = useWorkspace()?.config.skills.skill_packs ?? [];
  if (error.code !== 'skills_not_configured') {
    return (
      <div className={styles.note}>
        <ErrorNotice error={error} />
      </div>
    );
  }
  const turnOn = () =>
    fix({
      changes: [
        { path: ['skills', 'enabled'], value: true },
        // The pack that comes with Pegboard belongs to no tenant, so that whoever looks sees its skills.
        ...(packs.length === 0
          ? [
              { path: ['skills', 'scope_mode'], value: 'global' },
              { path: ['skills', 'skill_packs'], value: [{ name: 'core', path: 'shipped:core' }] },
            ]
          : []),
      ],
      done: 'Turn skills on',
      notice: packs.length === 0 ? 'Skills are on, with the pack that comes with Pegboard.' : 'Skills are on.',
    });
  return (
    <div className={styles.note} data-testid="skills-off">
      <p>
        Skills are off in this workspace: no prompt has them and a model cannot search them (
        <span className="mono">skills.enabled</span>).
      </p>
      <Button onClick={turnOn}>
        {packs.length === 0 ? 'Turn skills on, with the pack that comes with Pegboard' : 'Turn skills on'}
      </Button>
    </div>
  );
}
