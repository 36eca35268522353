import { useShallow } from 'zustand/react/shallow';
import type { RelevantSkillsResponse, SkillFit } from '#shared/domain/skill-tools.ts';
import { usePreferences } from '../../../state/preferences-store.ts';
import { CopyTextButton } from '../../../ui/copy-text-button.tsx';
import { formatCount, formatPlural } from '../../../ui/format-number.ts';
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
    <ScrollRegion id={skillPlaces.list} className={`${styles.half} stack narrow`} aria-label="Skills for the task">
      <div className={styles.facts} data-testid="task-skills">
        {output.skills.length === 0
          ? 'No skill matches this task: nothing is injected.'
          : `${formatPlural(shown, 'skill')} injected of ${formatCount(why.candidates)} that match; at most ${relevant.top_k_used} by top_k.`}
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
  if (!fit?.shown) return 'Left out: it does not fit the budget.';
  return fit.cut.length === 0 ? 'Whole.' : `Cut to fit: ${fit.cut.join(', ')}.`;
}

function Block({ relevant, explanation }: Explained) {
  const { estimator } = usePreferences(useShallow(({ estimator }) => ({ estimator })));
  const { budget, tokens, raw_tokens } = explanation;
  return (
    <div className={`${styles.half} stack narrow`}>
      <div className={`${answer.toolbar} row keeps`}>
        <span
          title={`estimate: ${tokens.estimate}, o200k: ${tokens.o200k}. The budget is skills.max_tokens, by the estimate.`}
        >
          <strong className="mono" data-testid="task-tokens">
            {formatCount(tokens[estimator])}
          </strong>{' '}
          tokens{' '}
          <span className="dim">
            ({estimator}) of {formatCount(budget)}
            {raw_tokens.estimate > tokens.estimate && `; whole it were ${formatCount(raw_tokens[estimator])}`}
          </span>
        </span>
        <CopyTextButton text={relevant.text} label="Copy the block" />
      </div>
      <ScrollRegion as="pre" className={`${answer.json} scrolling-rest breaks mono`} data-testid="task-block">
        {relevant.text === '' ? (
          <span className="dim">No block.</span>
        ) : (
          <LongText text={relevant.text} limit={12_000}>
            {(shown) => <VisibleText text={shown} />}
          </LongText>
        )}
      </ScrollRegion>
    </div>
  );
}
