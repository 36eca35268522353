import { cancelConfusable, runConfusable } from '../../../platform/use-confusable.ts';
import type { Alike } from './alike.ts';
import type { alikeNow } from './use-alike.ts';

interface Catalog {
  /** Narrows the table to the tools that are like another one in one way. */
  only(kind: Alike): void;
  /** Chooses a tool, wherever it is. */
  show(name: string): void;
}

/** What can be done about tools that are like another one; null what cannot be done now. */
export function alikeActions(
  { twins, isRunning, report, isOld, search }: ReturnType<typeof alikeNow>,
  current: string | null,
  catalog: Catalog,
) {
  const [twin] = current === null ? [] : (twins.get(current) ?? []);
  const has = (kind: Alike) => [...twins.values()].some((each) => each.some((one) => one.kind === kind));
  return {
    showDuplicates: has('duplicate') ? () => catalog.only('duplicate') : null,
    findConfusable: isRunning
      ? null
      : () => {
          if (report === null || isOld) runConfusable(search);
          else if (has('confusable')) catalog.only('confusable');
        },
    stopFinding: isRunning ? () => cancelConfusable(search) : null,
    goToTwin: twin ? () => catalog.show(twin.name) : null,
  };
}
