import type { EventPayload } from './event.ts';

/** Why a model that called a tool read only that there is none (R15.02): for the developer, who may know. */
export const denialWords: Readonly<Record<EventPayload<'tool_activation_denied'>['reason'], string>> = {
  visibility_policy: 'the persona or the visibility policy of this run hides the tool',
  alias_of_hidden: 'the name is an alias of a tool that this run hides: an alias has the permission of its tool',
  not_in_registry: 'no tool has this name or alias, or the policy of the workspace keeps it out',
  concurrency_not_declared: 'activation was refused: the host declares no safe way to share activations between runs',
  session_missing: 'activation was refused: activations are kept by session, and tool_context has no session_id',
  not_discovered: 'the tool is there once a search of this session has returned it, and none had',
};
