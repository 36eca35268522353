import { z } from 'zod';
import { firstMatchingGlob } from './glob.ts';

/** Always in the prompt, or deferred until found and called (R1.01). */
export const loadingModeSchema = z.enum(['always', 'deferred']);
export type LoadingMode = z.infer<typeof loadingModeSchema>;

/** What a tool says of itself. `undeclared` is a state of its own, so that a default changes only such tools (R1.02). */
export const declaredModeSchema = z.enum(['always', 'deferred', 'undeclared']);
export type DeclaredMode = z.infer<typeof declaredModeSchema>;

/** Which rule decided the effective mode, and its words: the pattern, or the list. */
export const modeReasonSchema = z.object({
  rule: z.enum([
    'search_disabled',
    'pattern',
    'declaration',
    'source_list',
    'source_default',
    'source_hint',
    'workspace_default',
    'fallback',
  ]),
  detail: z.string(),
  /** The pattern that matched, where a pattern decided. */
  pattern: z.string().optional(),
});
export type ModeReason = z.infer<typeof modeReasonSchema>;

export interface SourceModeRules {
  readonly name: string;
  readonly default_loading_mode?: LoadingMode | null | undefined;
  readonly always_loaded_tools?: readonly string[] | undefined;
  readonly deferred_tools?: readonly string[] | null | undefined;
}

export interface WorkspaceModeRules {
  readonly enabled: boolean;
  readonly default_loading_mode?: LoadingMode | undefined;
  readonly always_loaded_patterns: readonly string[];
}

/**
 * The effective mode of a tool and why. Precedence: search off > pattern > the tool's own declaration > source lists >
 * source default > what the source asks of hosts > workspace default > `always` (R1.09–R1.13). Source lists name tools as the
 * source does or in full.
 */
export function resolveLoadingMode(
  tool: ToolModeFacts,
  source: SourceModeRules,
  workspace: WorkspaceModeRules,
): { mode: LoadingMode; reason: ModeReason } {
  for (const rule of modeRules) {
    const verdict = rule.decide(tool, source, workspace);
    if (!verdict) continue;
    const { mode, ...words } = verdict;
    return { mode, reason: { rule: rule.name, ...words } };
  }
  throw new Error('the last rule always decides');
}

/** What every rule says of a tool, in their order: the first that says something decides (R15.04, R19.07). */
export function everyModeRule(
  tool: ToolModeFacts,
  source: SourceModeRules,
  workspace: WorkspaceModeRules,
): readonly { readonly rule: ModeReason['rule']; readonly verdict: ModeVerdict | null }[] {
  return modeRules.map(({ name, decide }) => ({ rule: name, verdict: decide(tool, source, workspace) }));
}

interface ModeVerdict {
  readonly mode: LoadingMode;
  readonly detail: string;
  readonly pattern?: string;
}

interface ToolModeFacts {
  readonly name: string;
  readonly upstream_name: string;
  readonly declared_mode: DeclaredMode;
  /** Its source asks hosts to load it always: `_meta["anthropic/alwaysLoad"]`. */
  readonly always_load_hint?: true | undefined;
}

interface ModeRule {
  readonly name: ModeReason['rule'];
  /** Null: the rule has nothing to say of this tool. */
  readonly decide: (tool: ToolModeFacts, source: SourceModeRules, workspace: WorkspaceModeRules) => ModeVerdict | null;
}

const modeRules: readonly ModeRule[] = [
  {
    name: 'search_disabled',
    decide: (_tool, _source, { enabled }) =>
      enabled ? null : { mode: 'always', detail: 'tool search is off, so every permitted tool is in the prompt' },
  },
  {
    name: 'pattern',
    decide: ({ name }, _source, { always_loaded_patterns }) => {
      const pattern = firstMatchingGlob(always_loaded_patterns, name);
      return pattern === undefined
        ? null
        : { mode: 'always', detail: `matches always_loaded_patterns "${pattern}"`, pattern };
    },
  },
  {
    name: 'declaration',
    decide: ({ declared_mode }) =>
      declared_mode === 'undeclared'
        ? null
        : { mode: declared_mode, detail: `the tool declares loading_mode ${declared_mode}` },
  },
  { name: 'source_list', decide: sourceListVerdict },
  {
    name: 'source_default',
    decide: (_tool, { name, default_loading_mode: mode }) =>
      mode ? { mode, detail: `${mode} by default of source ${name}; no pattern matches` } : null,
  },
  {
    name: 'source_hint',
    decide: ({ always_load_hint }, { name }) =>
      always_load_hint
        ? { mode: 'always', detail: `source ${name} asks hosts to load it always; no pattern matches` }
        : null,
  },
  {
    name: 'workspace_default',
    decide: (_tool, _source, { default_loading_mode: mode }) =>
      mode ? { mode, detail: `${mode} by tool_search.default_loading_mode; no pattern matches` } : null,
  },
  { name: 'fallback', decide: () => ({ mode: 'always', detail: 'nothing is declared anywhere' }) },
];

function sourceListVerdict(tool: ToolModeFacts, source: SourceModeRules): ModeVerdict | null {
  const listedIn = (list: readonly string[] | null | undefined) =>
    list?.includes(tool.upstream_name) || list?.includes(tool.name);
  if (listedIn(source.always_loaded_tools)) {
    return { mode: 'always', detail: `source ${source.name} lists it in always_loaded_tools` };
  }
  if (!source.deferred_tools) return null;
  return listedIn(source.deferred_tools)
    ? { mode: 'deferred', detail: `source ${source.name} lists it in deferred_tools` }
    : { mode: 'always', detail: `source ${source.name} has deferred_tools, which does not list it` };
}
