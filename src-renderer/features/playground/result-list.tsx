import { IconStarFilled } from '@tabler/icons-react';
import { memo, use } from 'react';
import type { HitSummary, SearchResponse, SearchSummary, ToolSearchHit } from '#shared/domain/search-result.ts';
import { isRight } from '../../platform/golden-acts.ts';
import { usePlayground } from '../../state/playground-store.ts';
import { strings } from '../../strings/playground.ts';
import { cutText, excerptOf } from '../../ui/cut-text.ts';
import { formatScore } from '../../ui/format-number.ts';
import { visibleString } from '../../ui/hidden-characters.ts';
import { HighlightedText } from '../../ui/highlighted-text.tsx';
import { ListBox } from '../../ui/list-box.tsx';
import { ModeMark } from '../../ui/mode-mark.tsx';
import { SideEffectsMark } from '../../ui/side-effects-mark.tsx';
import { StackedBar } from '../../ui/stacked-bar.tsx';
import { ToolName } from '../../ui/tool-name.tsx';
import { useLate } from '../../ui/use-late.ts';
import { StaleContext } from './answer-context.ts';
import { focusPlace, goToDetails, places } from './focus-places.ts';
import { useGoldenOf } from './golden-of.ts';
import styles from './playground.module.css';
import { goUp, moveSelection } from './playground-model.ts';
import { barLength, scoreSource } from './score-parts.ts';
import { StrengthBadge } from './strength-badge.tsx';

/** The results as a list: Enter goes to the details, Escape back to the query. */
export function ResultList({
  response,
  summary,
  selected,
}: {
  response: SearchResponse;
  summary: SearchSummary | null;
  selected: number;
}) {
  const isStale = use(StaleContext);
  const isLate = useLate(isStale);
  const golden = useGoldenOf(response);
  const { tools } = response.output;
  const hits = summary?.hits ?? [];
  const longest = Math.max(0, ...hits.map(barLength));

  const keys = {
    ArrowUp: goUp,
    Enter: goToDetails,
    Escape: () => focusPlace('query'),
  };
  return (
    <ListBox
      id={places.results}
      className={styles.list}
      aria-label={strings.resultList.results}
      aria-busy={isStale}
      data-late={isLate || undefined}
      items={tools}
      at={selected}
      // With its rank as its key a row takes over the elements of the result before: only what differs is written.
      keyOf={(_, index) => index}
      followsAlways
      onMove={moveSelection}
      onPress={({ name }) => usePlayground.getState().select(name)}
      keys={keys}
      option={({ name }) => ({ className: styles.row, 'data-testid': 'result', 'data-tool': name })}
    >
      {(tool, index) => (
        <Result tool={tool} hit={hits[index]} index={index} isRight={isRight(golden, tool.name)} longest={longest} />
      )}
    </ListBox>
  );
}

interface ResultProps {
  readonly tool: ToolSearchHit;
  readonly hit: HitSummary | undefined;
  readonly index: number;
  /** Whether the golden queries call it a right answer. */
  readonly isRight: boolean;
  readonly longest: number;
}

const Result = memo(function Result({ tool, hit, index, isRight, longest }: ResultProps) {
  const highlights = hit?.highlights ?? [];
  const inDescription = highlights.filter(({ field }) => field === 'description');
  const excerpt = excerptOf(tool.description, inDescription);
  return (
    <>
      <span className="dim at-right mono">{hit?.rank ?? index + 1}</span>
      <ModeMark mode={tool.loading_mode} />
      <SideEffectsMark sideEffects={hit?.side_effects ?? null} />
      <span className={`cut ${styles.name}`} title={visibleString(cutText(tool.name, 500))}>
        {isRight && (
          <IconStarFilled size={12} className={styles.star} role="img" aria-label={strings.resultList.expectedResult} />
        )}
        <ToolName name={tool.name} ranges={highlights.filter(({ field }) => field === 'name')} />
      </span>
      <span className={styles.bar}>
        {hit && <StackedBar parts={hit.parts} maximum={longest} title={scoreSource(hit)} />}
      </span>
      <span
        className="at-right mono"
        title={strings.resultList.scoreNormalisedOverResponse(tool.score, tool.match_type)}
      >
        <StrengthBadge strength={hit?.strength ?? null} /> {formatScore(tool.score)}
      </span>
      <span className={`${styles.description} cut dim`}>
        {excerpt.cutBefore && '…'}
        <HighlightedText text={excerpt.text} ranges={excerpt.ranges} />
        {excerpt.cutAfter && '…'}
      </span>
    </>
  );
});
