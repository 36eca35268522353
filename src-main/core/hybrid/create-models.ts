import type { WorkspaceSession } from '../workspace/workspace-session.ts';
import { Embedders, type EmbeddersOptions } from './embedders.ts';
import { HybridService } from './hybrid-service.ts';
import { ModelsService } from './models/models-service.ts';
import { defaultWaitMs, SearchModels } from './models/search-models.ts';

/** Everything that embeds: hybrid search and the models of the default ranking, on the same embedders. */
export function createModels(
  options: EmbeddersOptions & {
    readonly session: WorkspaceSession;
    readonly stopwatch: () => number;
    readonly modelWaitMs?: number | undefined;
  },
) {
  const { consents, now, session, stopwatch, modelWaitMs: waitMs = defaultWaitMs } = options;
  const embedders = new Embedders(options);
  const models = new SearchModels({ embedders, waitMs, now });
  return {
    /** For searches that ask a model. */
    search: models,
    forSearch: { models, hybrid: new HybridService({ consents, embedders }) },
    service: new ModelsService({ session, embedders, stopwatch }),
    close: () => {
      models.close();
      embedders.close();
    },
  };
}
