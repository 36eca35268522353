import { IconStarFilled } from '@tabler/icons-react';
import { type KeyboardEvent, memo, useEffect, useRef } from 'react';
import { type MatchStrength, matchStrength } from '#shared/domain/match-strength.ts';
import type { HitExplanation, SearchResponse, ToolSearchHit } from '#shared/domain/search-result.ts';
import { isRight } from '../../platform/golden-acts.ts';
import { usePlayground } from '../../state/playground-store.ts';
import { cutText, excerptOf } from '../../ui/cut-text.ts';
import { formatScore } from '../../ui/format-number.ts';
import { visibleString } from '../../ui/hidden-characters.ts';
import { HighlightedText } from '../../ui/highlighted-text.tsx';
import { ModeMark } from '../../ui/mode-mark.tsx';
import { SideEffectsMark } from '../../ui/side-effects-mark.tsx';
import { StackedBar } from '../../ui/stacked-bar.tsx';
import { ToolName } from '../../ui/tool-name.tsx';
import { focusPlace, goToDetails, places } from './focus-places.ts';
import { useGoldenOf } from './golden-of.ts';
import styles from './playground.module.css';
import { scoreLength, scoreParts, scoreSource } from './score-parts.ts';
import { moveSelection } from './shown-search.ts';
import { StrengthBadge } from './strength-badge.tsx';

const optionId = (index: number) => `playground-result-${index}`;

/** The results as a list box: ↑ and ↓ move, Enter goes to the details, Escape back to the query. */
export function ResultList({
  response,
  selected,
  isStale,
}: {
  response: SearchResponse;
  selected: number;
  isStale: boolean;
}) {
  const select = usePlayground((state) => state.select);
  const golden = useGoldenOf(response);
  const list = useRef<HTMLDivElement>(null);
  const { tools } = response.output;
  const longest = Math.max(0, ...response.hits.map((hit) => scoreLength(hit.arithmetic)));

  useEffect(() => {
    list.current?.children[selected]?.scrollIntoView({ block: 'nearest' });
  }, [selected]);

  const moves: Record<string, () => void> = {
    ArrowDown: () => moveSelection((at) => at + 1),
    ArrowUp: () => (selected === 0 && !isStale ? focusPlace('query') : moveSelection((at) => at - 1)),
    Home: () => moveSelection(() => 0),
    End: () => moveSelection((_, count) => count - 1),
    Enter: goToDetails,
    Escape: () => focusPlace('query'),
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const move = event.altKey || event.ctrlKey || event.metaKey ? undefined : moves[event.key];
    if (!move) return;
    event.preventDefault();
    move();
  };

  return (
    <div
      ref={list}
      id={places.results}
      className={styles.list}
      role="listbox"
      tabIndex={0}
      aria-label="Results"
      aria-activedescendant={selected < 0 ? undefined : optionId(selected)}
      aria-busy={isStale}
      data-stale={isStale || undefined}
      onKeyDown={onKeyDown}
    >
      {tools.map((tool, index) => (
        <ResultRow
          key={tool.name}
          tool={tool}
          hit={response.hits[index]}
          index={index}
          isSelected={index === selected}
          isRight={isRight(golden, tool.name)}
          strength={strengthOf(response, index)}
          longest={longest}
          onSelect={select}
        />
      ))}
    </div>
  );
}

function strengthOf({ hits, explanation }: SearchResponse, index: number): MatchStrength | null {
  const hit = hits[index];
  return hit && explanation ? matchStrength(hit, explanation) : null;
}

interface ResultRowProps {
  readonly tool: ToolSearchHit;
  readonly hit: HitExplanation | undefined;
  readonly index: number;
  readonly isSelected: boolean;
  /** Whether the golden queries call it a right answer. */
  readonly isRight: boolean;
  readonly strength: MatchStrength | null;
  readonly longest: number;
  onSelect(name: string): void;
}

const ResultRow = memo(function ResultRow({
  tool,
  hit,
  index,
  isSelected,
  isRight,
  strength,
  longest,
  onSelect,
}: ResultRowProps) {
  const highlights = hit?.highlights ?? [];
  const inDescription = highlights.filter(({ field }) => field === 'description');
  const excerpt = excerptOf(tool.description, inDescription);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list box around it has the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the list box has the focus and names its active option
    <div
      id={optionId(index)}
      className={styles.row}
      role="option"
      aria-selected={isSelected}
      data-testid="result"
      data-tool={tool.name}
      onClick={() => onSelect(tool.name)}
    >
      <span className={`${styles.rank} mono`}>{hit?.rank ?? index + 1}</span>
      <ModeMark mode={tool.loading_mode} />
      <SideEffectsMark sideEffects={hit?.order.side_effects ?? null} />
      <span className={styles.name} title={visibleString(cutText(tool.name, 500))}>
        {isRight && <IconStarFilled size={12} className={styles.star} role="img" aria-label="right tool" />}
        <ToolName name={tool.name} ranges={highlights.filter(({ field }) => field === 'name')} />
      </span>
      <span className={styles.bar}>
        {hit && <StackedBar parts={scoreParts(hit.arithmetic)} maximum={longest} title={scoreSource(hit.arithmetic)} />}
      </span>
      <span
        className={`${styles.score} mono`}
        title={`Score ${tool.score}, normalised over this response; match type ${tool.match_type}`}
      >
        <StrengthBadge strength={strength} /> {formatScore(tool.score)}
      </span>
      <span className={styles.description}>
        {excerpt.cutBefore && '…'}
        <HighlightedText text={excerpt.text} ranges={excerpt.ranges} />
        {excerpt.cutAfter && '…'}
      </span>
    </div>
  );
});
