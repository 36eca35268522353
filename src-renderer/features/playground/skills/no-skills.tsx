import type { SkillSearchResponse } from '#shared/domain/skill-tools.ts';
import { VisibleText } from '../../../ui/visible-text.tsx';
import { StepTable } from '../search-path.tsx';
import styles from './skills.module.css';

/** Nothing matched: what was tried, and what helps. */
export function NoSkills({ response: { output, explanation } }: { response: SkillSearchResponse }) {
  if (!explanation) return null;
  const { corpus, path } = explanation;
  return (
    <div className={`${styles.note} scrolling-rest breaks`} data-testid="no-skills">
      <p>
        {corpus.skills === 0
          ? 'This caller can see no skill. Name packs under skills.skill_packs in pegboard.yaml, and see that their scope fits the tenant and project of the persona.'
          : `None of ${corpus.skills} skills that this caller can see matches “`}
        {corpus.skills > 0 && (
          <>
            <VisibleText text={output.query} lines={false} />
            ”. A skill is found by its name, title, trigger, description and tags: put the words of the task there.
          </>
        )}
      </p>
      <StepTable path={path} />
    </div>
  );
}
