import type { ToolSummary } from '#shared/contract/catalog.ts';
import { type Finding, finding } from '#shared/domain/finding.ts';
import { matchesGlob } from '#shared/domain/glob.ts';
import type { Persona, ToolPolicy } from '#shared/domain/tool-policy.ts';

type Tool = Pick<ToolSummary, 'name' | 'tags' | 'mode'>;

/** What is odd about what a persona may see, at the place where it can be mended (R15.02). */
export function personaFindings(
  persona: Persona,
  { tools, seen }: { tools: readonly Tool[]; seen: ReadonlySet<string> },
): readonly Finding[] {
  return [
    ...(seen.size === 0 && tools.length > 0
      ? [
          finding('persona_sees_nothing', {
            message: `${persona.name} sees no tool at all.`,
            hint: 'Widen visible_tools, narrow hidden_tools, or look at what the policy denies.',
          }),
        ]
      : []),
    ...unmatched(persona.visible_tools, tools, 'visible_tools'),
    ...unmatched(persona.hidden_tools, tools, 'hidden_tools'),
    ...missingFromBoard(tools, seen, 'this persona'),
  ];
}

/** The same of the policy of the workspace, which holds for everybody. */
export function policyFindings(
  policy: ToolPolicy,
  { tools, seen }: { tools: readonly Tool[]; seen: ReadonlySet<string> },
): readonly Finding[] {
  const names = new Set(tools.map(({ name }) => name));
  const tags = new Set(tools.flatMap((tool) => tool.tags));
  const unknown = (listed: readonly string[], field: string) =>
    listed
      .filter((name) => !names.has(name))
      .map((name) =>
        finding('policy_names_no_tool', {
          message: `${field}: no tool is called ${name}.`,
          hint: 'The policy takes whole names; globs are for personas.',
        }),
      );
  return [
    ...(seen.size === 0 && tools.length > 0
      ? [
          finding('policy_denies_everything', {
            message: 'The policy lets no tool run.',
            hint: 'allowed_tools with nothing in it allows nothing; null allows all.',
          }),
        ]
      : []),
    ...unknown(policy.allowed_tools ?? [], 'allowed_tools'),
    ...unknown(policy.denied_tools, 'denied_tools'),
    ...policy.require_tags
      .filter((tag) => !tags.has(tag))
      .map((tag) => finding('policy_tag_of_no_tool', { message: `require_tags: no tool has the tag ${tag}.` })),
    ...missingFromBoard(tools, seen, 'anybody'),
  ];
}

function unmatched(patterns: readonly string[], tools: readonly Tool[], field: string): readonly Finding[] {
  return patterns
    .filter((pattern) => !tools.some(({ name }) => matchesGlob(pattern, name)))
    .map((pattern) => finding('pattern_matches_nothing', { message: `${field}: ${pattern} matches no tool.` }));
}

const namedTools = 5;

/** Tools that should be in every prompt and are not. */
function missingFromBoard(tools: readonly Tool[], seen: ReadonlySet<string>, whom: string): readonly Finding[] {
  const missing = tools.filter(({ name, mode }) => mode === 'always' && !seen.has(name)).map(({ name }) => name);
  if (missing.length === 0) return [];
  const more = missing.length > namedTools ? ` and ${missing.length - namedTools} more` : '';
  return [
    finding('always_loaded_denied', {
      message: `Always loaded, but not for ${whom}: ${missing.slice(0, namedTools).join(', ')}${more}.`,
    }),
  ];
}
