import type { SkillScore, SkillSearchExplanation } from '#shared/domain/skill-tools.ts';
import { formatCount, formatScore } from '../../../ui/format-number.ts';
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
      aria-label="Details of the skill"
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
        <TermSection terms={score.terms} queryTerms={explanation.terms} noun="skill" />
      ) : (
        <Section title="Why it matches">
          {score.kind === 'fts'
            ? 'Only its body has a word of the query. Bodies are searched when no field of any skill matches, and have no shares.'
            : score.kind === 'regex'
              ? `Tier ${score.tier}: ${tierTexts[score.tier]}, worth ${formatScore(score.score_raw)}. A skill takes its highest tier only.`
              : 'The name is the query.'}
        </Section>
      )}
      <Section title="From raw value to score">
        <ScoreChainSection
          steps={skillScoreChain(score, normalisation)}
          scoreRaw={score.score_raw}
          normalisation={normalisation}
        />
      </Section>
      <Section title="Path">
        <StepTable path={explanation.path} />
      </Section>
      <Section title="Corpus">
        <div className="dim mono" title="Of the skills that this caller can see, and of no others">
          {formatCount(corpus.skills)} skills · average length {trimmed(corpus.average_length)} tokens
          {score.kind === 'fts' && score.length !== null && ` · this skill ${score.length}`} · k1 {trimmed(corpus.k1)} ·
          b {trimmed(corpus.b)} · order: score, shorter name, name
        </div>
      </Section>
    </ScrollRegion>
  );
}
