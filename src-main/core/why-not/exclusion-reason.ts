import { distance } from 'fastest-levenshtein';
import type { Caller } from '#shared/domain/search-request.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';
import { type DenialReason, personaDenial, policyDenial } from '#shared/domain/tool-policy.ts';
import type { WhyNotReason } from '#shared/domain/why-not.ts';
import { findTool } from '../catalog/find-tool.ts';
import { catalogName } from '../catalog/normalise-tool.ts';
import { allowedTools, findPersona } from '../workspace/allowed-tools.ts';
import type { LoadedWorkspace } from '../workspace/load-workspace.ts';

/**
 * The tool that a name means, by its own name or an alias, or why no search of this caller can know it. For the host only: it
 * tells of tools that the caller may not see. Error: `unknown_persona`.
 */
export function findAsked(
  loaded: LoadedWorkspace,
  caller: Caller,
  name: string,
): { readonly tool: CatalogTool } | { readonly name: string; readonly reason: WhyNotReason } {
  const persona = findPersona(loaded.file.config, caller.persona);
  const allowed = allowedTools(loaded, caller);
  const tool = findTool(allowed, name) ?? findTool(loaded.catalog.byName, name);
  if (!tool) {
    const source = disabledSourceOf(loaded, name);
    if (source !== undefined) return { name, reason: { kind: 'source_disabled', source } };
    return { name, reason: { kind: 'unknown_name', did_you_mean: similarNames(name, [...allowed.keys()]) } };
  }
  if (allowed.has(tool.name)) return { tool };
  if (tool.withheld) return { name: tool.name, reason: { kind: 'not_approved', withheld: tool.withheld } };
  const byWorkspace = policyDenial(tool, loaded.file.config.policy);
  if (byWorkspace) return { name: tool.name, reason: denial(byWorkspace, 'workspace') };
  const byRequest = caller.policy && policyDenial(tool, caller.policy);
  if (byRequest) return { name: tool.name, reason: denial(byRequest, 'request') };
  const hidden = persona && personaDenial(tool, persona);
  const pattern = hidden?.rule === 'hidden_tools' ? hidden.pattern : null;
  return { name: tool.name, reason: { kind: 'hidden_by_persona', persona: persona?.name ?? '', pattern } };
}

function denial(reason: DenialReason, by: 'workspace' | 'request'): WhyNotReason {
  const rule = reason.rule === 'require_tags' || reason.rule === 'allowed_tools' ? reason.rule : 'denied_tools';
  return { kind: 'denied_by_policy', by, rule, missing_tags: reason.rule === 'require_tags' ? reason.missing : [] };
}

function disabledSourceOf({ sources }: LoadedWorkspace, name: string): string | undefined {
  const off = sources.filter(({ source }) => !source.enabled);
  return off.find(({ source, tools }) => tools.some((tool) => catalogName(tool, source) === name))?.source.name;
}

const mostSimilar = 3;

/** Names that were perhaps meant: few letters away, or the same but for the namespace. */
function similarNames(typed: string, names: readonly string[]): string[] {
  const wanted = typed.toLowerCase().slice(0, 200);
  const most = Math.max(2, Math.floor(wanted.length / 4));
  return names
    .map((name) => {
      const lower = name.toLowerCase();
      const isLocal = lower.endsWith(`.${wanted}`) || lower.endsWith(`/${wanted}`);
      const isNear = Math.abs(lower.length - wanted.length) <= most;
      return { name, edits: isLocal ? 0 : isNear ? distance(wanted, lower) : Number.POSITIVE_INFINITY };
    })
    .filter(({ edits }) => edits <= most)
    .sort((a, b) => a.edits - b.edits || (a.name < b.name ? -1 : 1))
    .slice(0, mostSimilar)
    .map(({ name }) => name);
}
