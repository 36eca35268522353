import type { Caller, HybridRequest, SearchRequest, SearchType } from '#shared/domain/search-request.ts';
import type { ToolPolicy } from '#shared/domain/tool-policy.ts';
import type { PlaygroundInputs, PolicyInputs } from '../../state/playground-store.ts';

/** The request that these inputs mean, explained. Without a persona or a policy the caller is nobody in particular. */
export function searchRequestOf(inputs: InputsOf<SearchType>, persona: string | null): SearchRequest {
  const { query, limit, include_always_loaded } = inputOf(inputs);
  const input = { query, search_type: inputs.searchType, limit, include_always_loaded };
  return { input, caller: callerOf(inputs, persona), explain: true };
}

/** The same for a hybrid search. */
export function hybridRequestOf(inputs: PlaygroundInputs, persona: string | null): HybridRequest {
  return { input: inputOf(inputs), caller: callerOf(inputs, persona), explain: true };
}

export type InputsOf<Search extends PlaygroundInputs['searchType']> = Omit<PlaygroundInputs, 'searchType'> & {
  readonly searchType: Search;
};

/** Whether the inputs are for `tool_search`. */
export function isToolSearch(inputs: PlaygroundInputs): inputs is InputsOf<SearchType> {
  return inputs.searchType !== 'hybrid';
}

function inputOf({ query, limit, includeAlwaysLoaded }: Omit<PlaygroundInputs, 'searchType'>) {
  return { query, limit, include_always_loaded: includeAlwaysLoaded };
}

/** On whose behalf a request is made. */
export function callerOf(inputs: Pick<PlaygroundInputs, 'policy'>, persona: string | null): Caller {
  const policy = toolPolicyOf(inputs.policy);
  return { ...(persona === null ? {} : { persona }), ...(policy === null ? {} : { policy }) };
}

/** The policy, or null when nothing is restricted. An empty list of allowed tools means all: null on the wire. */
export function toolPolicyOf(policy: PolicyInputs): ToolPolicy | null {
  const { allowedTools, deniedTools, requiredTags } = policy;
  if (allowedTools.length + deniedTools.length + requiredTags.length === 0) return null;
  return {
    allowed_tools: allowedTools.length === 0 ? null : [...allowedTools],
    denied_tools: [...deniedTools],
    require_tags: [...requiredTags],
  };
}
