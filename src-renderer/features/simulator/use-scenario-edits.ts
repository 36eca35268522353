import { useMemo, useRef } from 'react';
import type { ScenarioChange } from '#shared/domain/scenario-edit.ts';
import type { OpenDocument } from '../../documents/use-document.ts';
import { useClient } from '../../platform/client.ts';
import { toPegboardError } from '../../platform/pegboard-error.ts';

/** Makes changes that are asked of the text as it is at their turn; null, or why not, in a sentence. */
export type EditScenario = (changesOf: (text: string) => readonly ScenarioChange[] | null) => Promise<string | null>;

/** How often an edit is made anew when the text changed under it. */
const attempts = 4;

/** Edits of a scenario's text: one after the other, each on the text as it is then. */
export function useScenarioEdits({ path, text, ready, edit: write }: OpenDocument): EditScenario {
  const client = useClient();
  const latest = useRef({ text, ready, write });
  latest.current = { text, ready, write };
  const turn = useRef<Promise<unknown>>(Promise.resolve());
  return useMemo(() => {
    const run: EditScenario = async (changesOf) => {
      for (let attempt = 0; attempt < attempts; attempt++) {
        const { text: before, ready: isRead } = latest.current;
        if (!isRead) return 'The scenario is not read yet.';
        const changes = changesOf(before);
        if (changes === null) return 'The text changed meanwhile. Look at it and try again.';
        if (changes.length === 0) return null;
        try {
          const { text: after } = await client.scenarios.edit({ text: before, path, changes: [...changes] });
          if (latest.current.text !== before) continue;
          latest.current.write(after);
          latest.current.text = after;
          return null;
        } catch (error) {
          const { message, hint } = toPegboardError(error);
          return hint === undefined ? message : `${message} ${hint}`;
        }
      }
      return 'The text changes too fast. Try again.';
    };
    return (changesOf) => {
      const mine = turn.current.then(() => run(changesOf));
      turn.current = mine;
      return mine;
    };
  }, [client, path]);
}
