import { useShallow } from 'zustand/react/shallow';
import type { RelevantSkillsResponse, SkillFit } from '#shared/domain/skill-tools.ts';
import { usePreferences } from '../../../state/preferences-store.ts';
import { formatCount } from '../../../strings/count.ts';
import { strings } from '../../../strings/playground-skills.ts';
import { CopyTextButton } from '../../../ui/copy-text-button.tsx';
import { fill } from '../../../ui/fill.tsx';
import { LongText } from '../../../ui/long-text.tsx';
import { toPegboardError } from '../../../ui/pegboard-error.ts';
import { ScrollRegion } from '../../../ui/scroll-region.tsx';
import { VisibleText } from '../../../ui/visible-text.tsx';
import answer from '../answer.module.css';
import { skillPlaces, useWantedFocus } from './skill-places.ts';
import { SkillRow } from './skill-row.tsx';
import { lengthOf } from './skill-score.ts';
import styles from './skills.module.css';
import { SkillsFailed } from './skills-failed.tsx';
import { useSkillsForTask } from './use-skills.ts';

/** What a run with this task would start with: which skills, by which scores, what the budget took away, and the very block (R10.01–R10.14). */
export function SkillsForTask() {
  const { data, error } = useSkillsForTask();
  if (error) return <SkillsFailed error={toPegboardError(error)} />;
  if (!data?.explanation) return null;
  return (
    <div className={`${styles.halves} rest grid`}>
      <Chosen relevant={data} explanation={data.explanation} />
      <Block relevant={data} explanation={data.explanation} />
    </div>
  );
}

interface Explained {
  readonly relevant: RelevantSkillsResponse;
  readonly explanation: NonNullable<RelevantSkillsResponse['explanation']>;
}

function Chosen({ relevant, explanation }: Explained) {
  useWantedFocus();
  const { search, skills } = explanation;
  const { output, explanation: why } = search;
  const longest = Math.max(0, ...why.hits.map(lengthOf));
  const shown = skills.filter((fit) => fit.shown).length;
  return (
    <ScrollRegion
      id={skillPlaces.list}
      className={`${styles.half} stack narrow`}
      aria-label={strings.skillsTask.skillsTask}
    >
      <div className={styles.facts} data-testid="task-skills">
        {output.skills.length === 0
          ? strings.skillsTask.noSkillMatches
          : strings.skillsTask.skillsInjectedOfMatches(shown, formatCount(why.candidates), relevant.top_k_used)}
      </div>
      <ol className={`plain-list ${styles.plainList}`}>
        {output.skills.map((hit, index) => (
          <li key={hit.name} className={styles.row} data-testid="task-skill" data-skill={hit.name}>
            <SkillRow hit={hit} score={why.hits[index]} index={index} longest={longest}>
              {fitText(skills[index])}
            </SkillRow>
          </li>
        ))}
      </ol>
    </ScrollRegion>
  );
}

function fitText(fit: SkillFit | undefined): string {
  if (!fit?.shown) return strings.skillsTask.leftOutSkill;
  return fit.cut.length === 0 ? 'Whole.' : strings.skillsTask.shortenedToFit(fit.cut.join(', '));
}

function Block({ relevant, explanation }: Explained) {
  const { estimator } = usePreferences(useShallow(({ estimator }) => ({ estimator })));
  const { budget, tokens, raw_tokens } = explanation;
  return (
    <div className={`${styles.half} stack narrow`}>
      <div className={`${answer.toolbar} row keeps`}>
        <span title={strings.skillsTask.estimateO200kBudget(tokens.estimate, tokens.o200k)}>
          {fill(
            raw_tokens.estimate > tokens.estimate ? strings.skillsTask.tokensShortened : strings.skillsTask.tokens,
            {
              count: (
                <strong className="mono" data-testid="task-tokens">
                  {formatCount(tokens[estimator])}
                </strong>
              ),
              estimator,
              before: formatCount(raw_tokens[estimator]),
              budget: formatCount(budget),
            },
          )}
        </span>
        <CopyTextButton text={relevant.text} label={strings.skillsTask.copyBlock} />
      </div>
      <ScrollRegion as="pre" className={`${answer.json} scrolling-rest breaks mono`} data-testid="task-block">
        {relevant.text === '' ? (
          <span className="dim">{strings.skillsTask.noBlock}</span>
        ) : (
          <LongText text={relevant.text} limit={12_000}>
            {(shown) => <VisibleText text={shown} />}
          </LongText>
        )}
      </ScrollRegion>
    </div>
  );
}
