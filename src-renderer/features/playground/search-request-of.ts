import type { SearchRequest } from '#shared/domain/search-request.ts';
import type { ToolPolicy } from '#shared/domain/tool-policy.ts';
import type { PlaygroundInputs, PolicyInputs } from './playground-store.ts';

/** The request that these inputs mean, explained. Without a persona or a policy the caller is nobody in particular. */
export function searchRequestOf(inputs: PlaygroundInputs, persona: string | null): SearchRequest {
  const policy = toolPolicyOf(inputs.policy);
  return {
    input: {
      query: inputs.query,
      search_type: inputs.searchType,
      limit: inputs.limit,
      include_always_loaded: inputs.includeAlwaysLoaded,
    },
    caller: { ...(persona === null ? {} : { persona }), ...(policy === null ? {} : { policy }) },
    explain: true,
  };
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
