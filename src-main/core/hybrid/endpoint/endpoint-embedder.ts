import { setTimeout } from 'node:timers/promises';
import type { EmbedderConfig } from '#shared/domain/embedder-config.ts';
import { isPegboardError, PegboardError } from '#shared/errors.ts';
import { throwIfCancelled } from '../../cancellation.ts';
import { createMasker, type Masker } from '../../secrets/masker.ts';
import type { Embedder } from '../embedder.ts';
import { readVectors } from './read-vectors.ts';

/** Where an endpoint is and what it is asked for. */
export type EndpointConfig = Pick<EmbedderConfig, 'api_key_env' | 'dimensions' | 'batch_size' | 'timeout_ms'> & {
  readonly url: string;
  readonly model: string;
};

export interface EndpointOptions {
  /** Where the key comes from, and from nowhere else. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly fetch: typeof fetch;
  /** A text without the values of variables and the tokens that Pegboard knows: those are sent to nobody. */
  readonly hideSecrets?: (text: string) => string;
  /** Waits so many milliseconds; rejects when aborted. */
  readonly wait?: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
}

/** How often a request is sent at most. */
const attempts = 4;
/** The wait before the second attempt, milliseconds; each further one is twice as long. */
const firstWaitMs = 500;
/** The longest wait that an endpoint may ask for, milliseconds. */
const longestWaitMs = 20_000;
const maximumAnswerBytes = 64 * 1024 * 1024;

/**
 * An endpoint that speaks OpenAI's `/v1/embeddings` (Ollama, LM Studio, OpenAI, …) or Ollama's own `/api/embed`. A request that is refused for now (429,
 * 5xx) is sent again after a growing wait. Whoever makes one has asked for consent (decision 021).
 */
export function createEndpointEmbedder(config: EndpointConfig, options: EndpointOptions): Embedder {
  const { url, model, dimensions, batch_size: batchSize } = config;
  return {
    id: `${model} at ${url}${dimensions === undefined ? '' : `, ${dimensions} dimensions`}`,
    isCostly: true,
    batchSize,
    async embed(texts, { signal }) {
      const { hideSecrets: hide = (text: string) => text } = options;
      const key = keyOf(config, options.env);
      const masker = createMasker(key === null ? [] : [{ name: config.api_key_env ?? null, value: key }]);
      const body = JSON.stringify({
        model,
        input: texts.map((text) => (text.trim() === '' ? '-' : masker.text(hide(text)))),
        ...(isOllama(url) ? {} : { encoding_format: 'float' }),
        ...(dimensions === undefined ? {} : { dimensions }),
      });
      const text = await request({ config, body, key, masker, signal, options });
      return readVectors(text, { count: texts.length, dimensions });
    },
  };
}

/** Whether an address speaks Ollama's own form. */
function isOllama(url: string): boolean {
  return new URL(url).pathname.endsWith('/api/embed');
}

/** Errors: `variable_missing`; `embedder_failed` for a key that would travel in the clear. */
function keyOf({ api_key_env: name, url }: EndpointConfig, env: EndpointOptions['env']): string | null {
  if (name === undefined) return null;
  const { protocol, hostname } = new URL(url);
  if (protocol === 'http:' && !/^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)) {
    throw new PegboardError('embedder_failed', `The key would travel unencrypted: the address starts with http:.`, {
      hint: 'Use https: in url, or leave api_key_env out.',
    });
  }
  const key = Object.hasOwn(env, name) ? env[name] : undefined;
  if (key) return key;
  throw new PegboardError('variable_missing', `${name} is not set, and the embedder takes its key from there.`, {
    hint: `Set it where Pegboard starts: ${name}=…`,
    data: { variable: name },
  });
}

interface Request {
  readonly config: EndpointConfig;
  readonly body: string;
  readonly key: string | null;
  readonly masker: Masker;
  readonly signal: AbortSignal | undefined;
  readonly options: EndpointOptions;
}

async function request({ config, body, key, masker, signal, options }: Request): Promise<string> {
  const wait = options.wait ?? ((ms, abort) => setTimeout(ms, undefined, abort ? { signal: abort } : {}));
  for (let attempt = 1; ; attempt++) {
    throwIfCancelled(signal);
    const answer = await send({ config, body, key, masker, signal, options });
    if (answer.status >= 200 && answer.status < 300) return answer.text;
    const mayRetry = answer.status === 429 || answer.status >= 500;
    if (!mayRetry || attempt === attempts) throw refused(answer, masker);
    const asked = answer.retryAfterMs ?? firstWaitMs * 2 ** (attempt - 1);
    try {
      await wait(Math.min(asked, longestWaitMs), signal);
    } catch (error) {
      throwIfCancelled(signal);
      throw error;
    }
  }
}

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly retryAfterMs: number | undefined;
}

async function send({ config, body, key, masker, signal, options }: Request): Promise<Answer> {
  const timeout = AbortSignal.timeout(config.timeout_ms);
  try {
    const response = await options.fetch(config.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        ...(key === null ? {} : { authorization: `Bearer ${key}` }),
      },
      body,
      // A redirect could lead the key to another address than the one that was agreed to.
      redirect: 'error',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
    const retryAfterMs = Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : undefined;
    return { status: response.status, text: await readWithin(response), retryAfterMs };
  } catch (error) {
    throwIfCancelled(signal);
    if (isPegboardError(error)) throw error;
    if (timeout.aborted) {
      throw new PegboardError('embedder_failed', `The embedder did not answer within ${config.timeout_ms / 1000} s.`, {
        hint: 'Is its model loaded? timeout_ms sets the time, batch_size sets the number of texts in a request.',
      });
    }
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const why = masker.text(cause instanceof Error ? cause.message : String(cause));
    throw new PegboardError('embedder_failed', `The embedder at ${config.url} cannot be reached: ${cut(why)}`, {
      hint: 'Is it running, and url right?',
    });
  }
}

async function readWithin({ body }: Response): Promise<string> {
  if (!body) return '';
  const decoder = new TextDecoder();
  let bytes = 0;
  let text = '';
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > maximumAnswerBytes) {
      throw new PegboardError(
        'embedder_failed',
        `The embedder answers with more than ${maximumAnswerBytes / 1024 / 1024} MiB, which is the limit.`,
        { hint: 'Set batch_size lower.' },
      );
    }
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** What the endpoint said when it refused, without the key. Errors: `authentication_required`, `embedder_failed`. */
function refused({ status, text }: Answer, masker: Masker): PegboardError {
  if (status === 401 || status === 403) {
    return new PegboardError('authentication_required', `The embedder refused the key (${status}).`, {
      hint: 'api_key_env names the variable that holds it.',
      data: { status },
    });
  }
  const said = cut(masker.text(text).trim());
  return new PegboardError('embedder_failed', `The embedder refused (${status})${said === '' ? '.' : `: ${said}`}`, {
    hint: status === 404 ? 'Are url and model right?' : 'Try again later.',
    data: { status },
  });
}

function cut(text: string): string {
  return text.length > 300 ? `${text.slice(0, 300).toWellFormed()}…` : text;
}
