import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { SkillSearchResponse } from '#shared/domain/skill-tools.ts';
import { VisibleText } from '../../../ui/visible-text.tsx';
import { selectedIndexOf } from '../selected-index.ts';
import { NoSkills } from './no-skills.tsx';
import { SkillDetails } from './skill-details.tsx';
import { focusSkills, skillPlaces, useWantedFocus } from './skill-places.ts';
import { SkillRow } from './skill-row.tsx';
import { lengthOf } from './skill-score.ts';
import styles from './skills.module.css';
import { useSkillsView } from './skills-view.ts';

const optionId = (index: number) => `skills-result-${index}`;

/** What `skill_search` found, as a list box beside the arithmetic of the chosen one: the keys are those of the tools' list. */
export function SkillResults({ response, isStale }: { response: SkillSearchResponse; isStale: boolean }) {
  useWantedFocus();
  const list = useRef<HTMLDivElement>(null);
  const { output, explanation } = response;
  const { skills } = output;
  const selected = selectedIndexOf(
    skills,
    useSkillsView((state) => state.selected),
  );
  useEffect(() => {
    list.current?.children[selected]?.scrollIntoView({ block: 'nearest' });
  }, [selected]);
  if (!explanation) return null;
  if (skills.length === 0) return <NoSkills response={response} />;
  const longest = Math.max(0, ...explanation.hits.map(lengthOf));
  const select = (index: number) => {
    const hit = skills[Math.min(Math.max(index, 0), skills.length - 1)];
    if (hit) useSkillsView.setState({ selected: hit.name });
  };
  const moves: Record<string, () => void> = {
    ArrowDown: () => select(selected + 1),
    ArrowUp: () => select(selected - 1),
    Home: () => select(0),
    End: () => select(skills.length - 1),
    Enter: () => focusSkills('details'),
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const move = event.altKey || event.ctrlKey || event.metaKey ? undefined : moves[event.key];
    if (!move) return;
    event.preventDefault();
    move();
  };
  return (
    <div className={styles.halves}>
      <div className={styles.half}>
        {explanation.fallback_reason !== null && (
          <div className={styles.fallback} role="status" data-testid="skill-fallback">
            Ran as <b className="mono">{explanation.effective_search_type}</b>:{' '}
            <VisibleText text={explanation.fallback_reason} />.
          </div>
        )}
        <div
          ref={list}
          id={skillPlaces.list}
          className={styles.list}
          role="listbox"
          tabIndex={0}
          aria-label="Skills found"
          aria-activedescendant={optionId(selected)}
          aria-busy={isStale}
          onKeyDown={onKeyDown}
        >
          {skills.map((hit, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the list box around it has the keys
            // biome-ignore lint/a11y/useFocusableInteractive: the list box has the focus and names its active option
            <div
              key={hit.name}
              id={optionId(index)}
              className={styles.row}
              role="option"
              aria-selected={index === selected}
              data-testid="skill"
              data-skill={hit.name}
              onClick={() => select(index)}
            >
              <SkillRow hit={hit} score={explanation.hits[index]} index={index} longest={longest} />
            </div>
          ))}
        </div>
      </div>
      <SkillDetails hit={skills[selected]} score={explanation.hits[selected]} explanation={explanation} />
    </div>
  );
}
