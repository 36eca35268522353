import { NativeSelect, SegmentedControl } from '@mantine/core';
import { taskTypeSchema } from '#shared/domain/skill.ts';
import type { SkillSearchResponse } from '#shared/domain/skill-tools.ts';
import { useGonePersona } from '../../../platform/active-persona.ts';
import { useSkillWatch } from '../../../platform/skill-watch.ts';
import { usePlayground } from '../../../state/playground-store.ts';
import { formatCount } from '../../../strings/count.ts';
import { strings } from '../../../strings/playground-skills.ts';
import { fill } from '../../../ui/fill.tsx';
import { ListBox } from '../../../ui/list-box.tsx';
import { toPegboardError } from '../../../ui/pegboard-error.ts';
import { VisibleText } from '../../../ui/visible-text.tsx';
import { StepTable } from '../search-path.tsx';
import { selectedIndexOf } from '../selected-index.ts';
import { GetFields, SkillAnswers } from './skill-answers.tsx';
import { SkillDetails } from './skill-details.tsx';
import { focusSkills, skillPlaces, useWantedFocus } from './skill-places.ts';
import { SkillRow } from './skill-row.tsx';
import { lengthOf, skillPathText } from './skill-score.ts';
import styles from './skills.module.css';
import { SkillsFailed } from './skills-failed.tsx';
import { SkillsForTask } from './skills-for-task.tsx';
import { type SkillsSide, useSkillsView } from './skills-view.ts';
import { useSkillSearch } from './use-skills.ts';

const sides: readonly { value: SkillsSide; label: string }[] = [
  { value: 'scores', label: strings.skillsTab.scores },
  { value: 'model', label: strings.skillsTab.whatModelGets },
  { value: 'task', label: strings.skillsTab.task },
];

/** The same words, asked of skills: why each scores so, what a model gets, and what they would inject as the task of a run. */
export function SkillsTab() {
  useSkillWatch();
  const side = useSkillsView((state) => state.side);
  const isBlank = usePlayground((state) => state.query.trim() === '');
  const gone = useGonePersona();
  if (gone !== null) return <Note>{strings.skillsTab.thisPersonaNoLonger}</Note>;
  return (
    <section
      id={skillPlaces.tab}
      className={`${styles.tab} column`}
      aria-label={strings.skillsTab.skills}
      data-testid="skills"
      onKeyDown={(event) => {
        if (event.key === 'Escape') focusSkills('query');
      }}
    >
      <div className="wrapping keeps gap-4-12 pad-4-12">
        <SegmentedControl
          size="xs"
          aria-label={strings.skillsTab.viewOfSkills}
          data={[...sides]}
          value={side}
          onChange={(value) => useSkillsView.setState({ side: value as SkillsSide })}
        />
        {side !== 'task' && <TaskTypeField />}
        {side !== 'task' && !isBlank && <OfAnswer side={side} />}
      </div>
      {isBlank ? (
        <Note>{strings.skillsTab.typeOnLeftQuery}</Note>
      ) : side === 'task' ? (
        <SkillsForTask />
      ) : (
        <Found side={side} />
      )}
    </section>
  );
}

function Found({ side }: { side: 'scores' | 'model' }) {
  const search = useSkillSearch();
  if (search.error) return <SkillsFailed error={toPegboardError(search.error)} />;
  if (!search.data) return null;
  return side === 'scores' ? (
    <SkillResults response={search.data} isStale={search.isPlaceholderData} />
  ) : (
    <SkillAnswers response={search.data} />
  );
}

/** Beside the choices: the way of the search; or what `skill_get` is asked for. */
function OfAnswer({ side }: { side: 'scores' | 'model' }) {
  const { data, error } = useSkillSearch();
  if (!data || error) return null;
  if (side === 'model') return <GetFields response={data} />;
  return (
    <span className="narrow dim note numbers" data-testid="skill-path" title={strings.skillsTab.stepsOfSkillSearch}>
      {skillPathText(data)}
    </span>
  );
}

function TaskTypeField() {
  const taskType = useSkillsView((state) => state.taskType);
  return (
    <NativeSelect
      size="xs"
      aria-label={strings.skillsTab.taskTypeSkills}
      data={[
        { value: '', label: strings.skillsTab.anyTaskType },
        ...taskTypeSchema.options.map((value) => ({ value, label: value })),
      ]}
      value={taskType ?? ''}
      onChange={(event) => {
        const chosen = taskTypeSchema.safeParse(event.currentTarget.value);
        useSkillsView.setState({ taskType: chosen.success ? chosen.data : null });
      }}
    />
  );
}

function Note({ children }: { children: string }) {
  return <div className={`${styles.note} scrolling-rest breaks dim`}>{children}</div>;
}

/** What `skill_search` found, as a list box beside the arithmetic of the chosen one: the keys are those of the tools' list. */
function SkillResults({ response, isStale }: { response: SkillSearchResponse; isStale: boolean }) {
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
            {fill(strings.skillsTab.ran, {
              effectiveSearchType: <b className="mono">{explanation.effective_search_type}</b>,
              fallbackReason: <VisibleText text={explanation.fallback_reason} />,
            })}
          </div>
        )}
        <ListBox
          id={skillPlaces.list}
          className={styles.list}
          aria-label={strings.skillsTab.skillsFound}
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

/** Nothing matched: what was tried, and what helps. */
function NoSkills({ response: { output, explanation } }: { response: SkillSearchResponse }) {
  if (!explanation) return null;
  const { corpus, path } = explanation;
  return (
    <div className={`${styles.note} scrolling-rest breaks`} data-testid="no-skills">
      <p>
        {corpus.skills === 0
          ? strings.skillsTab.thisPersonaCanSee
          : fill(strings.skillsTab.noSkillMatches, {
              skills: formatCount(corpus.skills),
              query: <VisibleText text={output.query} lines={false} />,
            })}
      </p>
      <StepTable path={path} />
    </div>
  );
}
