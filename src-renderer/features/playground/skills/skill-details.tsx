import type { SkillScore, SkillSearchExplanation } from '#shared/domain/skill-tools.ts';
import { formatCount } from '../../../strings/count.ts';
import { strings } from '../../../strings/playground-skills.ts';
import { formatScore } from '../../../ui/format-number.ts';
import { LongText } from '../../../ui/long-text.tsx';
import { ScrollRegion } from '../../../ui/scroll-region.tsx';
import { VisibleText } from '../../../ui/visible-text.tsx';
import details from '../details.module.css';
import { Section } from '../details-panel.tsx';
import { ScoreChainSection } from '../score-chain-section.tsx';
import { trimmed } from '../score-parts.ts';
import { StepTable } from '../search-path.tsx';
import { TermSection } from '../term-section.tsx';
import { focusSkills, skillPlaces } from './skill-places.ts';
import type { SkillHit } from './skill-row.tsx';
import { skillScoreChain, tierTexts } from './skill-score.ts';
import styles from './skills.module.css';

/** The whole arithmetic of one skill's score, enough to compute it again (R4.22, R19.09). */
export function SkillDetails({
  hit,
  score,
  explanation,
}: {
  hit: SkillHit | undefined;
  score: SkillScore | undefined;
  explanation: SkillSearchExplanation;
}) {
  if (!hit || !score) return null;
  const { normalisation, corpus } = explanation;
  return (
    <ScrollRegion
      id={skillPlaces.details}
      className={styles.details}
      aria-label={strings.skillDetails.detailsSkill}
      data-testid="skill-details"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        focusSkills('list');
      }}
    >
      <header className={details.head}>
        <VisibleText as="h2" className="narrow panel-title mono" text={hit.name} lines={false} />
        <span className="keeps one-line mono">
          <span className={details.score} data-testid="skill-score">
            {formatScore(hit.score)}
          </span>
        </span>
      </header>
      <div className="dim">
        {hit.task_type} · <LongText text={hit.trigger}>{(shown) => <VisibleText text={shown} />}</LongText>
      </div>
      {score.kind === 'fts' && score.terms.length > 0 ? (
        <TermSection terms={score.terms} queryTerms={explanation.terms} noun={strings.skillDetails.skill} />
      ) : (
        <Section title={strings.skillDetails.whyMatches}>
          {score.kind === 'fts'
            ? strings.skillDetails.onlyBody
            : score.kind === 'regex'
              ? strings.skillDetails.tierWorthOnlyHighest(
                  score.tier,
                  tierTexts[score.tier],
                  formatScore(score.score_raw),
                )
              : strings.skillDetails.nameEqualsQuery}
        </Section>
      )}
      <Section title={strings.skillDetails.fromRawValueScore}>
        <ScoreChainSection
          steps={skillScoreChain(score, normalisation)}
          scoreRaw={score.score_raw}
          normalisation={normalisation}
        />
      </Section>
      <Section title={strings.skillDetails.steps}>
        <StepTable path={explanation.path} />
      </Section>
      <Section title={strings.skillDetails.corpus}>
        <div className="dim mono" title={strings.skillDetails.onlySkills}>
          {strings.skillDetails.skillsAverageLengthTokens(formatCount(corpus.skills), trimmed(corpus.average_length))}
          {score.kind === 'fts' && score.length !== null && <> · {strings.skillDetails.thisSkill(score.length)}</>} ·{' '}
          {strings.skillDetails.k1BOrderScore(trimmed(corpus.k1), trimmed(corpus.b))}
        </div>
      </Section>
    </ScrollRegion>
  );
}
