import { assertNever } from '#shared/assert-never.ts';
import type { ModeReason } from '#shared/domain/loading-mode.ts';
import type { ToolDetail } from '#shared/domain/tool-detail.ts';

/** The effective mode of a tool in words: what it is, which rule made it so, and what would change it (R19.07, R15.04). */
export interface ModeWords {
  readonly what: string;
  readonly why: string;
  readonly change: string;
}

export function modeWords({ tool, always_loaded_patterns, denied_by }: ToolDetail): ModeWords {
  if (denied_by !== null) {
    return {
      what: 'Denied: it is in no prompt, and no search finds it.',
      why: `${denied_by} of the workspace’s policy keeps it out.`,
      change: 'Change policy in pegboard.yaml to let it run.',
    };
  }
  const { detail, rule } = tool.mode_reason;
  const others = always_loaded_patterns.slice(1);
  const more = others.length === 0 ? '' : `; so does ${others.map((pattern) => `"${pattern}"`).join(', ')}`;
  return {
    what:
      tool.mode === 'always'
        ? 'On the board: its definition is in every prompt.'
        : 'In a drawer: out of the prompt until tool_search finds it and it is activated.',
    why: `${detail.charAt(0).toUpperCase()}${detail.slice(1)}${more}.`,
    change: changeWords(rule, tool.name, tool.source),
  };
}

function changeWords(rule: ModeReason['rule'], name: string, source: string): string {
  switch (rule) {
    case 'search_disabled':
      return 'Set tool_search.enabled to true to keep tools in drawers.';
    case 'pattern':
      return 'Take the pattern out of tool_search.always_loaded_patterns to let the other rules decide.';
    case 'declaration':
      return `An overlay’s loading_mode for ${name} says otherwise; a pattern of always_loaded_patterns wins over both.`;
    case 'source_list':
      return `Change the lists of source ${source}, or declare a loading_mode in an overlay for ${name}.`;
    case 'source_default':
    case 'workspace_default':
    case 'fallback':
      return `Add a pattern that matches it to tool_search.always_loaded_patterns, or declare a loading_mode in an overlay for ${name}.`;
    default:
      return assertNever(rule);
  }
}
