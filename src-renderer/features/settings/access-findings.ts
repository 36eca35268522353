import type { ToolSummary } from '#shared/contract/catalog.ts';
import { type Finding, finding } from '#shared/domain/finding.ts';
import { matchesGlob } from '#shared/domain/glob.ts';
import type { Persona, ToolPolicy } from '#shared/domain/tool-policy.ts';
import { strings } from '../../strings/settings.ts';

type Tool = Pick<ToolSummary, 'name' | 'tags' | 'mode'>;

/** Problems of a persona's visibility, at the place where they can be fixed (R15.02). */
export function personaFindings(
  persona: Persona,
  { tools, seen }: { tools: readonly Tool[]; seen: ReadonlySet<string> },
): readonly Finding[] {
  return [
    ...(seen.size === 0 && tools.length > 0
      ? [
          finding('persona_sees_nothing', {
            message: strings.accessFindings.seesNoTools(persona.name),
            hint: strings.accessFindings.widenVisibleToolsNarrow,
          }),
        ]
      : []),
    ...unmatched(persona.visible_tools, tools, 'visible_tools'),
    ...unmatched(persona.hidden_tools, tools, 'hidden_tools'),
    ...missingFromBoard(tools, seen, strings.accessFindings.persona),
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
          message: strings.accessFindings.noToolHasName(field, name),
          hint: strings.accessFindings.policyAcceptsFullNames,
        }),
      );
  return [
    ...(seen.size === 0 && tools.length > 0
      ? [
          finding('policy_denies_everything', {
            message: strings.accessFindings.policyDeniesEveryTool,
            hint: strings.accessFindings.emptyAllowedToolsAllows,
          }),
        ]
      : []),
    ...unknown(policy.allowed_tools ?? [], 'allowed_tools'),
    ...unknown(policy.denied_tools, 'denied_tools'),
    ...policy.require_tags
      .filter((tag) => !tags.has(tag))
      .map((tag) => finding('policy_tag_of_no_tool', { message: strings.accessFindings.requireTagsNoTool(tag) })),
    ...missingFromBoard(tools, seen, 'anybody'),
  ];
}

function unmatched(patterns: readonly string[], tools: readonly Tool[], field: string): readonly Finding[] {
  return patterns
    .filter((pattern) => !tools.some(({ name }) => matchesGlob(pattern, name)))
    .map((pattern) =>
      finding('pattern_matches_nothing', { message: strings.accessFindings.matchesNoTool(field, pattern) }),
    );
}

const namedTools = 5;

/** Tools that should be in every prompt and are not. */
function missingFromBoard(tools: readonly Tool[], seen: ReadonlySet<string>, whom: string): readonly Finding[] {
  const missing = tools.filter(({ name, mode }) => mode === 'always' && !seen.has(name)).map(({ name }) => name);
  if (missing.length === 0) return [];
  const named = missing.slice(0, namedTools).join(', ');
  const more = missing.length - namedTools;
  return [
    finding('always_loaded_denied', {
      message:
        more > 0
          ? strings.accessFindings.alwaysLoadedButMore(whom, named, more)
          : strings.accessFindings.alwaysLoadedBut(whom, named),
    }),
  ];
}
