import { Button } from '@mantine/core';
import { strings } from '../strings/platform.ts';
import { fill } from '../ui/fill.tsx';
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
      done: strings.skillsOff.turnSkills,
      notice: hasPacks ? strings.skillsOff.skills : strings.skillsOff.skillsPackShipsPegboard,
    });
  return (
    <div className={`${styles.note} pad-8-12 breaks`} data-testid="skills-off">
      <p>
        {fill(strings.skillsOff.skillsOffWorkspacePrompts, {
          skillsEnabled: <span className="mono">{'skills.enabled'}</span>,
        })}
      </p>
      <Button onClick={turnOn}>
        {hasPacks ? strings.skillsOff.turnSkills : strings.skillsOff.turnSkillsAddShipped}
      </Button>
    </div>
  );
}
