import { NativeSelect, SegmentedControl } from '@mantine/core';
import { taskTypeSchema } from '#shared/domain/skill.ts';
import { useGonePersona } from '../../../platform/active-persona.ts';
import { toPegboardError } from '../../../platform/pegboard-error.ts';
import { useSkillWatch } from '../../../platform/skill-watch.ts';
import { usePlayground } from '../../../state/playground-store.ts';
import { GetFields, SkillAnswers } from './skill-answers.tsx';
import { focusSkills, skillPlaces } from './skill-places.ts';
import { SkillResults } from './skill-results.tsx';
import { skillPathText } from './skill-score.ts';
import styles from './skills.module.css';
import { SkillsFailed } from './skills-failed.tsx';
import { SkillsForTask } from './skills-for-task.tsx';
import { type SkillsSide, useSkillsView } from './skills-view.ts';
import { useSkillSearch } from './use-skills.ts';

const sides: readonly { value: SkillsSide; label: string }[] = [
  { value: 'scores', label: 'Scores' },
  { value: 'model', label: 'What the model gets' },
  { value: 'task', label: 'As a task' },
];

/** The same words, asked of skills: why each scores so, what a model gets, and what they would inject as the task of a run. */
export function SkillsTab() {
  useSkillWatch();
  const side = useSkillsView((state) => state.side);
  const isBlank = usePlayground((state) => state.query.trim() === '');
  const gone = useGonePersona();
  if (gone !== null) return <Note>Choose another persona, or none: this one is gone.</Note>;
  return (
    <section
      id={skillPlaces.tab}
      className={`${styles.tab} column`}
      aria-label="Skills"
      data-testid="skills"
      onKeyDown={(event) => {
        if (event.key === 'Escape') focusSkills('query');
      }}
    >
      <div className="wrapping keeps gap-4-12 pad-4-12">
        <SegmentedControl
          size="xs"
          aria-label="What to see of the skills"
          data={[...sides]}
          value={side}
          onChange={(value) => useSkillsView.setState({ side: value as SkillsSide })}
        />
        {side !== 'task' && <TaskTypeField />}
        {side !== 'task' && !isBlank && <OfAnswer side={side} />}
      </div>
      {isBlank ? (
        <Note>
          Type at the left: as a query you see which skills skill_search finds and why; as a task, what a run would
          start with.
        </Note>
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
    <span
      className="narrow dim note numbers"
      data-testid="skill-path"
      title="The way skill_search took, and the time inside it"
    >
      {skillPathText(data)}
    </span>
  );
}

function TaskTypeField() {
  const taskType = useSkillsView((state) => state.taskType);
  return (
    <NativeSelect
      size="xs"
      aria-label="Task type of the skills"
      data={[
        { value: '', label: 'any task type' },
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
