import { Button } from '@mantine/core';
import type { GoldenCost, Suggestion, WhyNot } from '#shared/domain/why-not.ts';
import { editedFieldText } from '#shared/domain/why-not-text.ts';
import { CopyTextButton } from '../../ui/copy-text-button.tsx';
import { cutText } from '../../ui/cut-text.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import { useApplySuggestion } from './use-apply-suggestion.ts';
import styles from './why-not.module.css';

/** The edits that would lift the tool, each tried on the real index. */
export function SuggestionList({ answer, isTrying }: { answer: WhyNot; isTrying: boolean }) {
  const apply = useApplySuggestion();
  const { suggestions, no_suggestion, golden, base } = answer;
  return (
    <section className={styles.section} aria-busy={isTrying}>
      <h3 className="heading">What would lift it</h3>
      {isTrying && suggestions.length === 0 && <p className="dim">Trying edits…</p>}
      {no_suggestion !== null && <p data-testid="no-suggestion">{no_suggestion}</p>}
      {suggestions.length > 0 && (
        <ul className="plain-list">
          {suggestions.map((suggestion) => (
            <li
              key={`${suggestion.edit.field} ${suggestion.edit.text}`}
              className={styles.suggestion}
              data-testid="suggestion"
            >
              <span className="mono" data-testid="suggestion-rank">
                {suggestion.rank.before ?? 'none'} → <strong>{suggestion.rank.after}</strong>
              </span>
              <div className="wraps">
                <div>
                  <VisibleText as="strong" className="mono" text={suggestion.words.join(' ')} lines={false} />{' '}
                  <span className="dim">as {editedFieldText[suggestion.edit.field]}</span>
                </div>
                <Cost cost={suggestion.cost} />
              </div>
              <div className="row gap-4">
                <Button
                  variant="default"
                  loading={apply.isPending}
                  onClick={() => apply.mutate({ suggestion, base })}
                  aria-label={`Apply: ${labelOf(suggestion)}`}
                >
                  Apply
                </Button>
                <CopyTextButton text={suggestion.yaml} label="Copy as YAML" isSmall />
              </div>
            </li>
          ))}
        </ul>
      )}
      {golden.problems.map((problem) => (
        <p key={problem} className="dim">
          Golden queries left out: <VisibleText text={cutText(problem, 300)} />
        </p>
      ))}
    </section>
  );
}

function labelOf({ edit }: Suggestion): string {
  return `${edit.text} as ${editedFieldText[edit.field]}`;
}

function Cost({ cost }: { cost: GoldenCost | null }) {
  if (cost === null) {
    return <div className="dim">No golden queries in evals/ to measure what it costs.</div>;
  }
  const { queries, better, worse, hit_at_1, changed } = cost;
  if (queries === 0) return null;
  if (better + worse === 0) {
    return (
      <div className="dim">
        {queries === 1 ? 'The other golden query stays' : `The ${queries} other golden queries stay`} as before.
      </div>
    );
  }
  return (
    <details className={styles.cost}>
      <summary>
        Of {queries} other golden queries {better} better, {worse} worse; first place {hit_at_1.before} →{' '}
        {hit_at_1.after}
      </summary>
      <ul>
        {changed.map(({ query, before, after }) => (
          <li key={query}>
            <span className="mono">
              {before ?? '>10'} → {after ?? '>10'}
            </span>{' '}
            <VisibleText text={cutText(query, 160)} lines={false} />
          </li>
        ))}
      </ul>
    </details>
  );
}
