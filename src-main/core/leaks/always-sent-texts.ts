import type { LeakRequest } from '#shared/contract/leaks.ts';
import { providerNameSchema } from '#shared/domain/payload.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';
import type { Persona } from '#shared/domain/tool-policy.ts';
import { throwIfCancelled } from '../cancellation.ts';
import { type PromptEnvironment, workspacePrompt } from '../planner/prompts/initial-prompt.ts';
import { payloadOf } from '../planner/prompts/payload-service.ts';
import type { LoadedWorkspace } from '../workspace/load-workspace.ts';

/** The texts that a model reads before it said anything: the blocks of its prompt, and whole requests of providers. */
export async function* alwaysSentTexts(
  loaded: LoadedWorkspace,
  { request, persona }: { readonly request: LeakRequest; readonly persona: Persona | null },
  environment: PromptEnvironment,
): AsyncGenerator<{ readonly place: string; readonly text: string }, void> {
  for (const { name, text } of await workspacePrompt(loaded, { persona, query: null }, environment)) {
    yield { place: `prompt: ${name}`, text };
  }
  for (const provider of providerNameSchema.options) {
    throwIfCancelled(environment.signal);
    // The profile is in the workspace that is given.
    const asked = { ...request, profile: 'workspace', provider, cache: false };
    const { body } = await payloadOf(loaded, asked, environment);
    yield { place: `request: ${provider}`, text: JSON.stringify(body) };
  }
}

/** What arguments of tools are called, at any depth: names that a call needs, so that they stay whatever else has them. */
export function* argumentNames(
  tools: Iterable<Pick<CatalogTool, 'input_schema' | 'output_schema'>>,
): Generator<string, void> {
  for (const { input_schema, output_schema } of tools) {
    yield* propertyNames(input_schema);
    yield* propertyNames(output_schema);
  }
}

function* propertyNames(value: unknown): Generator<string, void> {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    if (key === 'properties' && typeof inner === 'object' && inner !== null) yield* Object.keys(inner);
    yield* propertyNames(inner);
  }
}
