import type { ProvidersConfig } from '#shared/domain/providers-config.ts';
import type { Layout, LayoutInput } from './payload-input.ts';

/**
 * What an API documents, since it changes. Read on 20 November 2026 in the providers' pages and in the types of their published
 * clients: @anthropic-ai/sdk 1.11.0, openai 7.55.0. A limit without a page is one that the API names when it refuses.
 */
export interface ProviderFormat {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** `namespaces`: functions of a namespace are listed together, and the request describes each namespace. */
  readonly name: { readonly maximumLength: number; readonly reserved: readonly string[]; readonly namespaces: boolean };
  /** Most tools of a request, deferred ones, and characters of a description; null where no limit is known. */
  readonly maximumTools: number | null;
  readonly maximumDeferred: number | null;
  readonly maximumDescription: number | null;
  /** Names of arguments that are accepted; null for any. */
  readonly propertyName: RegExp | null;
  readonly sources: readonly string[];
}

/** All that the core knows of one provider; its title and its key are in `providerFacts`. */
export interface Provider extends ProviderFormat {
  readonly layOut: (input: LayoutInput) => Layout;
  /** JSON Schema of the body. */
  readonly bodySchema: object;
  /** Whether the model searches by itself. */
  readonly searches: (config: ProvidersConfig) => boolean;
}
