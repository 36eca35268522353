import type { ReactNode } from 'react';
import type { SkillScore, SkillSearchOutput } from '#shared/domain/skill-tools.ts';
import { strings } from '../../../strings/playground-skills.ts';
import { cutText } from '../../../ui/cut-text.ts';
import { formatScore } from '../../../ui/format-number.ts';
import { visibleString } from '../../../ui/hidden-characters.ts';
import { StackedBar } from '../../../ui/stacked-bar.tsx';
import { VisibleText } from '../../../ui/visible-text.tsx';
import { skillScoreParts, skillScoreSource } from './skill-score.ts';
import styles from './skills.module.css';

export type SkillHit = SkillSearchOutput['skills'][number];

/** One skill of a list: rank, name, where its score comes from, and what it is for. */
export function SkillRow({
  hit,
  score,
  index,
  longest,
  children,
}: {
  hit: SkillHit;
  score: SkillScore | undefined;
  index: number;
  /** The length of the longest bar beside it. */
  longest: number;
  /** In place of what it is for. */
  children?: ReactNode;
}) {
  return (
    <>
      <span className="dim at-right mono">{index + 1}</span>
      <span className="cut mono" title={visibleString(cutText(hit.name, 500))}>
        <VisibleText text={cutText(hit.name, 300)} lines={false} />
      </span>
      <span className={styles.bars}>
        {score && <StackedBar parts={skillScoreParts(score)} maximum={longest} title={skillScoreSource(score)} />}
      </span>
      <span className="at-right mono" title={strings.skillRow.scoreRelativeToCandidates(hit.score)}>
        {formatScore(hit.score)}
      </span>
      <span className={`cut ${styles.about}`}>
        {children ?? <VisibleText text={cutText(hit.title ?? hit.trigger, 300)} lines={false} />}
      </span>
    </>
  );
}
