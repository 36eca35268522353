import type { ConfusablePair, Confusion } from '#shared/domain/confusable.ts';
import { cutText } from '../../ui/cut-text.ts';
import { ListBox } from '../../ui/list-box.tsx';
import { ToolName } from '../../ui/tool-name.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import styles from './health.module.css';
import { compareEngines, places, useHealth } from './health-model.ts';

const kinds = { golden: 'golden query', name: 'words of its name', sentence: 'its first sentence' } as const;

/** The pairs, worst first. Enter puts the worst query of a pair through all engines. */
export function PairList({ pairs }: { pairs: readonly ConfusablePair[] }) {
  // Asked again when a key acts: an arrow may have moved it since this was drawn.
  const indexOf = ({ pair }: { readonly pair: number }) => Math.min(pair, pairs.length - 1);
  const at = useHealth(indexOf);
  return (
    <ListBox
      id={places.pairs}
      className={styles.pairs}
      aria-label="Confusable pairs; Enter compares the engines on the worst query"
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
        <span className="dim note">both</span> <Words words={shared} none="no word up front" />
      </span>
      {tools.map((name, i) => (
        <span key={name} className={styles.pairWords}>
          <span className="dim note">
            only <ToolName name={name} />
          </span>{' '}
          <Words words={only[i] ?? []} none="nothing: give it words of its own" />
        </span>
      ))}
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
      “<VisibleText text={cutText(query, 140)} lines={false} />” ({kinds[kind]}): <ToolName name={wrong} /> ranks{' '}
      {wrong_rank} with {Math.round(share * 100)} % of the score of <ToolName name={right} />, which ranks {right_rank}
      {more > 0 && `; ${more} more`}
    </span>
  );
}

/** The worst query of a pair through all engines, the right tool marked. */
function compareWorst(pair: ConfusablePair | undefined): void {
  const worst = pair?.confusions[0];
  if (worst) compareEngines(worst);
}
