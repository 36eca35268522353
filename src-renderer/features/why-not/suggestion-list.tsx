import { Button } from '@mantine/core';
import type { GoldenCost, Suggestion, WhyNot } from '#shared/domain/why-not.ts';
import { editedFieldText } from '#shared/domain/why-not-text.ts';
import { strings } from '../../strings/why-not.ts';
import { CopyTextButton } from '../../ui/copy-text-button.tsx';
import { cutText } from '../../ui/cut-text.ts';
import { fill } from '../../ui/fill.tsx';
import { MovedQueries } from '../../ui/moved-queries.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { useApplySuggestion } from './use-apply-suggestion.ts';
import styles from './why-not.module.css';

/** The edits that would lift the tool, each tried on the real index. */
export function SuggestionList({ answer, isTrying }: { answer: WhyNot; isTrying: boolean }) {
  const apply = useApplySuggestion();
  const { suggestions, no_suggestion, golden, base } = answer;
  return (
    <section className={styles.section} aria-busy={isTrying}>
      <h3 className="heading">{strings.suggestionList.suggestedEdits}</h3>
      {isTrying && suggestions.length === 0 && <p className="dim">{strings.suggestionList.tryingEdits}</p>}
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
                {suggestion.rank.before ?? strings.suggestionList.none} → <strong>{suggestion.rank.after}</strong>
              </span>
              <div className="wraps">
                <div>
                  <VisibleText as="strong" className="mono" text={suggestion.words.join(' ')} lines={false} />{' '}
                  <span className="dim">{strings.suggestionList.as(editedFieldText[suggestion.edit.field])}</span>
                </div>
                <Cost cost={suggestion.cost} />
              </div>
              <div className="row gap-4">
                <Button
                  variant="default"
                  loading={apply.isPending}
                  onClick={() => apply.mutate({ suggestion, base })}
                  aria-label={strings.suggestionList.apply2(labelOf(suggestion))}
                >
                  {strings.suggestionList.apply}
                </Button>
                <CopyTextButton text={suggestion.yaml} label={strings.suggestionList.copyYaml} isSmall />
              </div>
            </li>
          ))}
        </ul>
      )}
      {golden.problems.map((problem) => (
        <p key={problem} className="dim">
          {fill(strings.suggestionList.goldenQueriesLeftOut, { problem: <VisibleText text={cutText(problem, 300)} /> })}
        </p>
      ))}
    </section>
  );
}

function labelOf({ edit }: Suggestion): string {
  return strings.suggestionList.as2(edit.text, editedFieldText[edit.field]);
}

function Cost({ cost }: { cost: GoldenCost | null }) {
  if (cost === null) {
    return <div className="dim">{strings.suggestionList.evalsHasNoGolden}</div>;
  }
  const { queries, better, worse, hit_at_1, changed } = cost;
  if (queries === 0) return null;
  if (better + worse === 0) {
    return (
      <div className="dim">
        {queries === 1
          ? strings.suggestionList.otherGoldenQueryStays
          : strings.suggestionList.otherGoldenQueriesStay(queries)}
      </div>
    );
  }
  return (
    <details className={styles.cost}>
      <summary>
        {strings.suggestionList.ofOtherGoldenQueries(queries, better, worse, hit_at_1.before, hit_at_1.after)}
      </summary>
      <MovedQueries changed={changed} />
    </details>
  );
}
