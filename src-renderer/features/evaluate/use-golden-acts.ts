import { useMemo } from 'react';
import type { GoldenEdit, GoldenQuery } from '#shared/domain/golden-query.ts';
import { type PegboardClient, useClient } from '../../platform/client.ts';
import { offerUndo, tellError } from '../../platform/undo-change.ts';
import { useWorkspace } from '../../platform/workspace-query.ts';
import { cutText } from '../../ui/cut-text.ts';

/** Every change of the golden queries. Each can be taken back; what fails is told in a notice, or thrown by `save`. */
export interface GoldenActs {
  /** Makes a tool a right answer to a query. */
  mark(query: string, tool: string): Promise<void>;
  unmark(query: string, tool: string): Promise<void>;
  remove(golden: GoldenQuery): Promise<void>;
  /** Adds a query, or changes the one given. */
  save(
    given: { query: string; relevant: readonly (readonly string[])[]; file: string | undefined },
    before: GoldenQuery | null,
  ): Promise<GoldenEdit>;
}

export function useGoldenActs(): GoldenActs {
  const client = useClient();
  const workspace = useWorkspace()?.path ?? '';
  return useMemo(() => goldenActs(client, workspace), [client, workspace]);
}

function goldenActs(client: PegboardClient, workspace: string): GoldenActs {
  const tell = ({ undo, file }: GoldenEdit, done: string) => {
    if (undo === null) return;
    const change = {
      workspace,
      done,
      undo: async () => {
        await client.evaluation.undo(undo);
        return null;
      },
    };
    offerUndo(change, `In ${file}.`);
  };
  const telling = async (work: Promise<GoldenEdit>, done: string) => {
    try {
      tell(await work, done);
    } catch (error) {
      tellError(error);
    }
  };
  const short = (query: string) => `“${cutText(query, 60)}”`;
  return {
    mark: (query, tool) =>
      telling(
        client.evaluation.edit({ type: 'add', query, relevant: [[tool]] }),
        `${tool} is right for ${short(query)}`,
      ),
    unmark: (query, tool) =>
      telling(
        client.evaluation.edit({ type: 'unmark', query, tool }),
        `${tool} is no longer right for ${short(query)}`,
      ),
    remove: ({ file, line, query }) =>
      telling(client.evaluation.edit({ type: 'remove', file, line, was: query }), `Removed ${short(query)}`),
    save: async ({ query, relevant, file }, before) => {
      const answers = relevant.map((group) => [...group]);
      const edit = await client.evaluation.edit(
        before
          ? { type: 'set', file: before.file, line: before.line, was: before.query, query, relevant: answers }
          : { type: 'add', query, relevant: answers, ...(file === undefined ? {} : { file }) },
      );
      tell(edit, `${before ? 'Changed' : 'Added'} ${short(query)}`);
      return edit;
    },
  };
}
