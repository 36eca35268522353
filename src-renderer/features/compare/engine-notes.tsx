import { engineFacts } from '#shared/domain/engine-facts.ts';
import type { EvalEngineName } from '#shared/domain/eval-set.ts';
import styles from './compare.module.css';

/** What each engine on screen is: how it ranks, what it emulates, and what is assumed. */
export function EngineNotes({ engines }: { engines: readonly EvalEngineName[] }) {
  return (
    <details className={styles.notes}>
      <summary>How these engines rank, what they emulate, and what is assumed</summary>
      <dl className={styles.facts}>
        {engines.map((engine) => {
          const { title, emulates, ranks, assumes } = engineFacts[engine];
          return (
            <div key={engine} className={styles.fact}>
              <dt>{title}</dt>
              <dd>
                {emulates !== null && <p>Emulates {emulates}.</p>}
                <p>{ranks}</p>
                {assumes !== null && <p className="dim">Assumed: {assumes}</p>}
              </dd>
            </div>
          );
        })}
      </dl>
      <p className="dim">Scores are raw, as each engine gives them: compare them within a column only.</p>
    </details>
  );
}
