import type { LanguageModel } from 'ai';
import type { ModelChoice } from '#shared/domain/scenario.ts';
import { PegboardError } from '#shared/errors.ts';

/** A model at a service, and the key it is reached with; null where the service wants none. */
export interface LiveModel {
  readonly model: LanguageModel;
  readonly key: string | null;
}

export interface LiveEnvironment {
  /** Where keys come from, and from nowhere else. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly fetch: typeof fetch;
}

/**
 * The model of a choice. A scenario is a file that anybody may have written, so the address it gives never gets a key, unless
 * the environment names the same address beside the key. Error: `variable_missing`.
 */
export async function liveModel(choice: ModelChoice, { env, fetch }: LiveEnvironment): Promise<LiveModel> {
  if (choice.provider === 'anthropic') {
    const { createAnthropic } = await import('@ai-sdk/anthropic');
    const key = keyOf(env, 'ANTHROPIC_API_KEY');
    const baseURL = env.ANTHROPIC_BASE_URL;
    return { model: createAnthropic({ apiKey: key, fetch, ...(baseURL ? { baseURL } : {}) })(choice.model), key };
  }
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
  if (choice.provider === 'openai') {
    const key = keyOf(env, 'OPENAI_API_KEY');
    const baseURL = env.OPENAI_BASE_URL ?? 'https://api.openai.com/v1';
    return {
      model: createOpenAICompatible({ name: 'openai', apiKey: key, baseURL, fetch, includeUsage: true })(choice.model),
      key,
    };
  }
  const baseURL = choice.base_url ?? '';
  const isNamed = env.OPENAI_COMPATIBLE_BASE_URL === baseURL;
  const key = (isNamed ? env.OPENAI_COMPATIBLE_API_KEY : undefined) ?? null;
  const provider = createOpenAICompatible({
    name: 'service',
    baseURL,
    fetch,
    // Streams leave the usage out unless it is asked for.
    includeUsage: true,
    ...(key === null ? {} : { apiKey: key }),
  });
  return { model: provider(choice.model), key };
}

function keyOf(env: LiveEnvironment['env'], name: string): string {
  const key = env[name];
  if (key) return key;
  throw new PegboardError('variable_missing', `${name} is not set.`, {
    hint: `Set it where Pegboard starts: ${name}=… pegboard simulate … --live`,
    data: { variable: name },
  });
}
