import { writeFileSync } from 'node:fs';
import { calcPrice, findProvider } from '@pydantic/genai-prices';
import type { ModelPrice } from '#shared/domain/model-prices.ts';

/**
 * The prices of models that the costs know, from the open list `@pydantic/genai-prices` (MIT). `npm run docs:prices` writes them
 * beside their type; a test fails when the file is not what the installed list says.
 */
const providers = ['anthropic', 'openai', 'google', 'mistral', 'deepseek', 'x-ai', 'cohere'];

/** The day that the installed version of the list was published. */
const published = '2026-09-23';

/** Models that answer an agent with text: not those for sound, pictures, search, vectors or checks, and no other maker's. */
const otherwise =
  /audio|image|realtime|transcribe|tts|whisper|embed|moderation|search|ocr|voxtral|voice|live|omni|research|computer-use|guard|ft[:-]|:free|:extended|maas|pixtral|vision|build|-preview-|^(?:ada|babbage|curie|davinci|text-|gpt-3|claude-v1|claude-2$|command$|gemini-1|gemini-pro|gemini-flash-1|gemma|mixtral|c4ai)/;

const usage = { input_tokens: 1000 };

/** Every price by provider and name; models without a price are left out. */
export function modelPrices(): { readonly published: string; readonly models: readonly ModelPrice[] } {
  const models = providers.flatMap((providerId) => {
    const provider = findProvider({ providerId });
    if (!provider) throw new Error(`The list of prices has no provider ${providerId}.`);
    return provider.models
      .filter(
        ({ id, deprecated }) =>
          !deprecated && !otherwise.test(id) && (providerId !== 'google' || id.startsWith('gemini')),
      )
      .flatMap(({ id }): ModelPrice[] => {
        const options = { providerId, timestamp: new Date(published) };
        const million = (price: number | undefined) => Number(((price ?? 0) * 1000).toPrecision(6));
        const input = million(calcPrice(usage, id, options)?.input_price);
        const cached = million(calcPrice({ ...usage, cache_read_tokens: 1000 }, id, options)?.input_price);
        return input === 0 ? [] : [{ provider: provider.name, model: id, input, cached }];
      });
  });
  return { published, models };
}

if (import.meta.main) {
  const file = new URL('../../src-shared/domain/model-prices.json', import.meta.url);
  writeFileSync(file, `${JSON.stringify(modelPrices(), null, 2)}\n`);
}
