import { Button } from '@mantine/core';
import { fixConfig } from './edit-config.ts';
import styles from './skills-off.module.css';
import { useWorkspace } from './workspace-query.ts';

/** Says that the workspace's skills are switched off, with the button that switches them on. Nothing while they are on. */
export function SkillsOff() {
  const skills = useWorkspace()?.config.skills;
  if (!skills || skills.enabled) return null;
  const hasPacks = skills.skill_packs.length > 0;
  const turnOn = () =>
    fixConfig({
      changes: [
        { path: ['skills', 'enabled'], value: true },
        // The shipped pack belongs to no tenant, so everybody who looks sees its skills.
        ...(hasPacks
          ? []
          : [
              { path: ['skills', 'scope_mode'], value: 'global' },
              { path: ['skills', 'skill_packs'], value: [{ name: 'core', path: 'shipped:core' }] },
            ]),
      ],
      done: 'Turn skills on',
      notice: hasPacks ? 'Skills are on.' : 'Skills are on, with the pack that ships with Pegboard.',
    });
  return (
    <div className={`${styles.note} pad-8-12 breaks`} data-testid="skills-off">
      <p>
        Skills are off in this workspace: prompts do not contain them, and a model cannot search them (
        <span className="mono">skills.enabled</span>).
      </p>
      <Button onClick={turnOn}>{hasPacks ? 'Turn skills on' : 'Turn skills on and add the shipped pack'}</Button>
    </div>
  );
}
