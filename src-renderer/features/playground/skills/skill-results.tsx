import type { SkillSearchResponse } from '#shared/domain/skill-tools.ts';
import { ListBox } from '../../../ui/list-box.tsx';
import { VisibleText } from '../../../ui/visible-text.tsx';
import { selectedIndexOf } from '../selected-index.ts';
import { NoSkills } from './no-skills.tsx';
import { SkillDetails } from './skill-details.tsx';
import { focusSkills, skillPlaces, useWantedFocus } from './skill-places.ts';
import { SkillRow } from './skill-row.tsx';
import { lengthOf } from './skill-score.ts';
import styles from './skills.module.css';
import { useSkillsView } from './skills-view.ts';

/** What `skill_search` found, as a list box beside the arithmetic of the chosen one: the keys are those of the tools' list. */
export function SkillResults({ response, isStale }: { response: SkillSearchResponse; isStale: boolean }) {
  useWantedFocus();
  const { output, explanation } = response;
  const { skills } = output;
  const selected = selectedIndexOf(
    skills,
    useSkillsView((state) => state.selected),
  );
  if (!explanation) return null;
  if (skills.length === 0) return <NoSkills response={response} />;
  const longest = Math.max(0, ...explanation.hits.map(lengthOf));
  return (
    <div className={`${styles.halves} rest grid`}>
      <div className={`${styles.half} stack narrow`}>
        {explanation.fallback_reason !== null && (
          <div className={styles.fallback} role="status" data-testid="skill-fallback">
            Ran as <b className="mono">{explanation.effective_search_type}</b>:{' '}
            <VisibleText text={explanation.fallback_reason} />.
          </div>
        )}
        <ListBox
          id={skillPlaces.list}
          className={styles.list}
          aria-label="Skills found"
          aria-busy={isStale}
          items={skills}
          at={selected}
          keyOf={({ name }) => name}
          followsAlways
          onMove={(to) => {
            const from = selectedIndexOf(skills, useSkillsView.getState().selected);
            const hit = skills[to(from, skills.length)];
            if (hit) useSkillsView.setState({ selected: hit.name });
          }}
          keys={{ Enter: () => focusSkills('details') }}
          option={({ name }) => ({ className: styles.row, 'data-testid': 'skill', 'data-skill': name })}
        >
          {(hit, index) => <SkillRow hit={hit} score={explanation.hits[index]} index={index} longest={longest} />}
        </ListBox>
      </div>
      <SkillDetails hit={skills[selected]} score={explanation.hits[selected]} explanation={explanation} />
    </div>
  );
}
