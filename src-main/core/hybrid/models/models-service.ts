import type { EmbedderConfig } from '#shared/domain/embedder-config.ts';
import { knownModels } from '#shared/domain/known-models.ts';
import type { ModelPreparation, ModelsReport, ModelTest } from '#shared/domain/model-report.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';
import { PegboardError } from '#shared/errors.ts';
import { throwIfCancelled } from '../../cancellation.ts';
import { textsForModel } from '../../search/ranker/add-meaning.ts';
import { prepareQuery } from '../../search/ranker/prepare-query.ts';
import { thesaurusWith } from '../../search/ranker/thesaurus/groups.ts';
import { rankerScope } from '../../search/search-scope.ts';
import type { ModelAnswer } from '../../search/understanding/model-answer.ts';
import type { LoadedWorkspace } from '../../workspace/load-workspace.ts';
import type { WorkspaceSession } from '../../workspace/workspace-session.ts';
import type { Embedder } from '../embedder.ts';
import { hybridEmbedder } from '../embedder-consent.ts';
import type { Embedders } from '../embedders.ts';
import { buildVectorIndex, cosines } from '../vector-index.ts';
import { answerOf, prepareModel } from './model-of-tools.ts';
import { modelName } from './model-status.ts';

interface Parts {
  readonly session: Pick<WorkspaceSession, 'loaded' | 'onCurrent'>;
  readonly embedders: Embedders;
  /** Milliseconds that only grow. */
  readonly stopwatch: () => number;
}

/** What a test embeds: two sentences that mean the same, and one that does not. None is a text of the workspace. */
const sentences = ['Send the money back to the customer.', 'Refund a payment.', 'Plan a walk in the mountains.'];

/** The models that people know and the one that the open workspace names. Fetches nothing. */
export class ModelsService {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  list(): ModelsReport {
    const config = this.#parts.session.loaded()?.file.config.tool_search;
    const { model } = config?.understanding ?? {};
    return {
      known: knownModels.map(({ config: written, ...facts }) => ({ ...facts, kind: written.kind, config: written })),
      named: config ? { meaning: model ? modelName(model) : null, hybrid: modelName(hybridEmbedder(config)) } : null,
    };
  }

  /** Opens the named model and embeds three sentences of Pegboard's own, twice. Errors: `config_invalid` without a model, `consent_required`, those of the embedder. */
  test(signal?: AbortSignal): Promise<ModelTest> {
    const { session, embedders, stopwatch } = this.#parts;
    return session.onCurrent(async ({ loaded }) => {
      const config = namedModel(loaded);
      await embedders.requireConsent(loaded, config);
      const start = stopwatch();
      const embedder = await embedders.open(loaded, config);
      const vectors = await embedder.embed(sentences, { signal });
      const middle = stopwatch();
      await embedder.embed(sentences, { signal });
      const end = stopwatch();
      const index = buildVectorIndex(vectors);
      const [, same = 0, other = 0] = cosines(index, vectors[0] as Float32Array);
      return {
        model: embedder.id,
        dimensions: index.dimensions,
        first_ms: middle - start,
        again_ms: end - middle,
        cosines: { same: Number.isNaN(same) ? 0 : same, other: Number.isNaN(other) ? 0 : other },
      };
    });
  }

  /**
   * What the named model says of each query over some tools. Waits for all of it. Errors: those of `test`; `embedder_failed` where
   * the model cannot tell the tools apart.
   */
  async answers(
    loaded: LoadedWorkspace,
    { tools, queries }: { readonly tools: readonly CatalogTool[]; readonly queries: readonly string[] },
    signal?: AbortSignal,
  ): Promise<ReadonlyMap<string, ModelAnswer>> {
    const { embedders } = this.#parts;
    const config = namedModel(loaded);
    await embedders.requireConsent(loaded, config);
    const made = await prepareModel(tools, { config, workspace: loaded, embedders, signal, onProgress: undefined });
    if (made.scale === null) {
      throw new PegboardError('embedder_failed', `${modelName(config)} cannot tell the tools of this catalog apart.`, {
        hint: 'Is it a model for sentences? pegboard models test shows its cosines.',
      });
    }
    const { thesaurus, understanding } = loaded.file.config.tool_search;
    const { index } = await rankerScope(tools, { thesaurus: thesaurusWith(thesaurus), understanding, signal });
    const texts = new Map(queries.map((query) => [query, textsForModel(prepareQuery(index, query))]));
    const vectors = await embedQueries(made.embedder, [...texts.values()].flat(), signal);
    const model = modelName(config);
    return new Map(
      [...texts].flatMap(([query, parts]) => {
        const asked = parts.map((part) => vectors.get(part) as Float32Array);
        const answer = answerOf(made, { model, query, texts: parts, vectors: asked });
        return answer ? [[query, answer] as const] : [];
      }),
    );
  }

  /**
   * Makes the vectors of the tools that a persona may use, those that are kept aside, and waits for them. Errors: those of
   * `test`, `unknown_persona`.
   */
  prepare(
    persona: string | undefined,
    { signal, onProgress }: { signal?: AbortSignal | undefined; onProgress?: (done: number, total: number) => void },
  ): Promise<ModelPreparation> {
    const { session, embedders, stopwatch } = this.#parts;
    return session.onCurrent(async (workspace) => {
      const { loaded } = workspace;
      const config = namedModel(loaded);
      await embedders.requireConsent(loaded, config);
      const start = stopwatch();
      const { tools } = await workspace.scopeFor({ persona });
      const made = await prepareModel([...tools.values()], {
        ...{ config, workspace: loaded, embedders, signal, onProgress },
      });
      const { vectors, embedder, scale } = made;
      const elapsed_ms = stopwatch() - start;
      return { model: embedder.id, tools: tools.size, dimensions: vectors.dimensions, elapsed_ms, scale };
    });
  }
}

/** The texts of all queries in batches, each once. */
async function embedQueries(
  embedder: Embedder,
  texts: readonly string[],
  signal: AbortSignal | undefined,
): Promise<ReadonlyMap<string, Float32Array>> {
  const vectors = new Map<string, Float32Array>();
  const distinct = [...new Set(texts)];
  for (let from = 0; from < distinct.length; from += embedder.batchSize) {
    throwIfCancelled(signal);
    const batch = distinct.slice(from, from + embedder.batchSize);
    const made = await embedder.embed(batch, { signal, role: 'query' });
    for (const [i, text] of batch.entries()) vectors.set(text, made[i] as Float32Array);
  }
  return vectors;
}

function namedModel({ file }: LoadedWorkspace): EmbedderConfig {
  const { understanding, hybrid } = file.config.tool_search;
  const model = understanding.model ?? hybrid.embedder;
  if (model.kind !== 'local') return model;
  throw new PegboardError('config_invalid', 'The workspace names no model.', {
    hint: 'Write one as tool_search.understanding.model in pegboard.yaml. pegboard models lists models and what to write.',
  });
}
