import type { PegboardError } from '#shared/errors.ts';
import { SkillsOff } from '../../../platform/skills-off.tsx';
import { ErrorNotice } from '../../../ui/error-notice.tsx';
import styles from './skills.module.css';

/** Skills were not searched. Where they are off, a button turns them on. */
export function SkillsFailed({ error }: { error: PegboardError }) {
  if (error.code === 'skills_not_configured') return <SkillsOff />;
  return (
    <div className={`${styles.note} scrolling-rest breaks`}>
      <ErrorNotice error={error} />
    </div>
  );
}
