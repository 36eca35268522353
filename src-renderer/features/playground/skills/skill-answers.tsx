import { NativeSelect } from '@mantine/core';
import { type SkillSearchResponse, skillGetInputSchema } from '#shared/domain/skill-tools.ts';
import { strings } from '../../../strings/playground-skills.ts';
import { cutText } from '../../../ui/cut-text.ts';
import { ErrorNotice } from '../../../ui/error-notice.tsx';
import { visibleString } from '../../../ui/hidden-characters.ts';
import { ModelAnswer } from '../model-answer.tsx';
import { selectedIndexOf } from '../selected-index.ts';
import styles from './skills.module.css';
import { useSkillsView } from './skills-view.ts';
import { useSkillGet } from './use-skills.ts';

/** Side by side what enters the model's context: the answer of `skill_search`, and that of `skill_get` for the chosen skill. */
export function SkillAnswers({ response }: { response: SkillSearchResponse }) {
  const chosen = useSkillsView((state) => state.selected);
  const { skills } = response.output;
  const name = skills[selectedIndexOf(skills, chosen)]?.name ?? null;
  return (
    <div className={`${styles.halves} rest grid`}>
      <div className={`${styles.half} stack narrow`}>
        <ModelAnswer
          output={response.output}
          tokens={response.output_tokens}
          what="skill_search"
          testId="skill-search"
        />
      </div>
      <div className={`${styles.half} stack narrow`}>
        {name === null ? (
          <div className={`${styles.note} scrolling-rest breaks dim`}>{strings.skillAnswers.noSkillGetSearch}</div>
        ) : (
          <GotSkill name={name} />
        )}
      </div>
    </div>
  );
}

function GotSkill({ name }: { name: string }) {
  const { data, error } = useSkillGet(name);
  if (error) return <ErrorNotice error={error} />;
  if (!data) return null;
  const cut = data.skills.flatMap((skill) => (skill.shown ? skill.cut : [strings.skillAnswers.wholeSkill]));
  return (
    <>
      <ModelAnswer output={data.output} tokens={data.output_tokens} what="skill_get" testId="skill-get" />
      {cut.length > 0 && (
        <div className="line-above line-above" data-testid="skill-get-cut">
          {strings.skillAnswers.leftOutOfFormatted(cut.join(', '))}
        </div>
      )}
    </>
  );
}

/** Which of the skills that were found is got, and in which format. */
export function GetFields({ response }: { response: SkillSearchResponse }) {
  const chosen = useSkillsView((state) => state.selected);
  const format = useSkillsView((state) => state.format);
  const { skills } = response.output;
  const index = selectedIndexOf(skills, chosen);
  if (index < 0) return null;
  return (
    <>
      <NativeSelect
        size="xs"
        className={styles.skillField}
        aria-label={strings.skillAnswers.skillToGet}
        data={skills.map(({ name }) => ({ value: name, label: visibleString(cutText(name, 200)) }))}
        value={skills[index]?.name}
        onChange={(event) => useSkillsView.setState({ selected: event.currentTarget.value })}
      />
      <NativeSelect
        size="xs"
        aria-label={strings.skillAnswers.formatSkillGet}
        data={skillGetInputSchema.shape.format
          .unwrap()
          .options.map((value) => ({ value, label: strings.skillAnswers.format(value) }))}
        value={format}
        onChange={(event) => {
          const asked = skillGetInputSchema.shape.format.safeParse(event.currentTarget.value);
          if (asked.success) useSkillsView.setState({ format: asked.data });
        }}
      />
    </>
  );
}
