import { evalEngineFacts } from '#shared/domain/engine-facts.ts';
import type { EvalEngineName } from '#shared/domain/eval-set.ts';
import { strings } from '../strings/ui.ts';
import styles from './engine-name.module.css';

/** An engine as every screen names it: its title, and a mark when it emulates another product. */
export function EngineName({ engine }: { engine: EvalEngineName }) {
  const { title, emulates } = evalEngineFacts[engine];
  return (
    <>
      {title}
      {emulates !== null && <span className={styles.emulated}>{strings.engineName.emulated}</span>}
    </>
  );
}
