import type { ConfusableEvent, ConfusableReport, ConfusableRequest } from '#shared/domain/confusable.ts';
import { throwIfCancelled } from '../cancellation.ts';
import type { OpenWorkspace } from '../workspace/open-workspace.ts';
import { audienceOf, type LabelledQuery } from './compare-engines.ts';
import type { EngineRunner } from './engine-runner.ts';
import { refuseTooMany } from './too-many-tools.ts';

/**
 * Which tools of a caller cannot be told apart by golden queries and by queries made of the tools themselves, with progress on the
 * way. Always-loaded tools count too: a model confuses those as well. Leaving the loop, or aborting, stops the work. Errors:
 * `unknown_persona`, `too_many_tools`, `cancelled`.
 */
export async function* confusableTools(
  workspace: OpenWorkspace,
  { caller }: ConfusableRequest,
  {
    runner,
    golden,
    signal: outer,
  }: {
    readonly runner: EngineRunner;
    readonly golden: readonly LabelledQuery[];
    readonly signal?: AbortSignal | undefined;
  },
): AsyncGenerator<ConfusableEvent, void> {
  const { tools } = await workspace.scopeFor(caller);
  refuseTooMany(tools.size, 'The search for confusable tools');
  const stop = new AbortController();
  const signal = outer ? AbortSignal.any([outer, stop.signal]) : stop.signal;
  const job = {
    golden: golden.map(({ query, relevant }) => ({ kind: 'golden' as const, query, right: relevant.flat() })),
    thesaurus: workspace.loaded.file.config.tool_search.thesaurus,
    understanding: workspace.loaded.file.config.tool_search.understanding,
  };
  let latest: ConfusableEvent | undefined;
  let report: ConfusableReport | undefined;
  let wake = () => {};
  const work = runner
    .confusable(audienceOf(workspace, caller, { rest: 'all', tools: [...tools.values()] }), job, {
      signal,
      onProgress: (done, total) => {
        latest = { type: 'progress', done, total };
        wake();
      },
    })
    .then((result) => {
      report = result;
    })
    .finally(() => {
      finished = true;
      wake();
    });
  let finished = false;
  work.catch(() => {});
  try {
    while (!finished) {
      if (latest) {
        const event = latest;
        latest = undefined;
        yield event;
        throwIfCancelled(signal);
      } else {
        await new Promise<void>((proceed) => {
          wake = proceed;
        });
      }
    }
    await work;
    if (report) yield { type: 'done', report };
  } finally {
    stop.abort();
  }
}
