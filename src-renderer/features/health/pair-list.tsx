import type { ConfusablePair, Confusion } from '#shared/domain/confusable.ts';
import { strings } from '../../strings/health.ts';
import { cutText } from '../../ui/cut-text.ts';
import { fill } from '../../ui/fill.tsx';
import { ListBox } from '../../ui/list-box.tsx';
import { ToolName } from '../../ui/tool-name.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import styles from './health.module.css';
import { compareEngines, places, useHealth } from './health-model.ts';

const kinds = strings.pairList.kinds;

/** The pairs, worst first. Enter puts the worst query of a pair through all engines. */
export function PairList({ pairs }: { pairs: readonly ConfusablePair[] }) {
  // Asked again when a key acts: an arrow may have moved it since this was drawn.
  const indexOf = ({ pair }: { readonly pair: number }) => Math.min(pair, pairs.length - 1);
  const at = useHealth(indexOf);
  return (
    <ListBox
      id={places.pairs}
      className={styles.pairs}
      aria-label={strings.pairList.confusablePairsEnterCompares}
      items={pairs}
      at={at}
      keyOf={({ tools }) => tools.join('\0')}
      page={10}
      onMove={(to) => useHealth.setState((state) => ({ pair: to(indexOf(state), pairs.length) }))}
      keys={{ Enter: () => compareWorst(pairs[indexOf(useHealth.getState())]) }}
      option={(pair) => ({
        className: styles.pair,
        'data-testid': 'confusable-pair',
        onDoubleClick: () => compareWorst(pair),
      })}
    >
      {(pair) => <Pair pair={pair} />}
    </ListBox>
  );
}

function Pair({ pair: { tools, confusions, count, shared, only } }: { pair: ConfusablePair }) {
  const [worst] = confusions;
  return (
    <>
      <span className={styles.pairNames}>
        <ToolName name={tools[0]} /> <span className="dim">~</span> <ToolName name={tools[1]} />
      </span>
      <span className={styles.pairWords}>
        <span className="dim note">{strings.pairList.both}</span>{' '}
        <Words words={shared} none={strings.pairList.noWordsInCommon} />
      </span>
      <span className={styles.pairWords}>
        {tools.map((name, i) => (
          <span key={name} className={styles.ownWords}>
            <span className="dim note">{fill(strings.pairList.only, { name: <ToolName name={name} /> })}</span>{' '}
            <Words words={only[i] ?? []} none={strings.pairList.nothingGiveWordsIts} />
          </span>
        ))}
      </span>
      {worst && <Worst confusion={worst} more={count - 1} />}
    </>
  );
}

function Words({ words, none }: { words: readonly string[]; none: string }) {
  return words.length > 0 ? (
    <VisibleText text={words.map((word) => cutText(word, 60)).join(', ')} lines={false} />
  ) : (
    <span className="dim">{none}</span>
  );
}

function Worst({ confusion, more }: { confusion: Confusion; more: number }) {
  const { query, kind, right, wrong, right_rank, wrong_rank, share } = confusion;
  return (
    <span className={`${styles.worst} note dim`}>
      {fill(strings.pairList.worstQuery, {
        query: <VisibleText text={cutText(query, 140)} lines={false} />,
        kind: kinds[kind],
        wrong: <ToolName name={wrong} />,
        wrongRank: wrong_rank,
        percent: Math.round(share * 100),
        right: <ToolName name={right} />,
        rightRank: right_rank,
      })}{' '}
      {more > 0 && strings.pairList.moreQueries(more)}
    </span>
  );
}

/** The worst query of a pair through all engines, the right tool marked. */
function compareWorst(pair: ConfusablePair | undefined): void {
  const worst = pair?.confusions[0];
  if (worst) compareEngines(worst);
}
