import { assertNever } from '#shared/assert-never.ts';
import type { ModeReason } from '#shared/domain/loading-mode.ts';
import type { ModeRule, ToolDetail } from '#shared/domain/tool-detail.ts';

/** The effective mode of a tool in words: what it is, which rule made it so, and what would change it (R19.07, R15.04). */
export interface ModeWords {
  readonly what: string;
  readonly why: string;
  readonly change: string;
}

export function modeWords({ tool, always_loaded_patterns, denied_by, mode_rules }: ToolDetail): ModeWords {
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
        ? 'Always loaded: its definition is in every prompt.'
        : 'Deferred: out of the prompt until tool_search finds it and it is activated.',
    why: `${detail.charAt(0).toUpperCase()}${detail.slice(1)}${more}.`,
    change: `${changeWords(rule, tool.name, tool.source)}${withoutIt(mode_rules)}`,
  };
}

function changeWords(rule: ModeReason['rule'], name: string, source: string): string {
  switch (rule) {
    case 'search_disabled':
      return 'Set tool_search.enabled to true to defer tools.';
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

/** What the rule that comes next would make of the tool, where that is another mode. */
function withoutIt(rules: readonly ModeRule[]): string {
  const [deciding, next] = rules.filter(({ mode }) => mode !== null);
  // The default of the workspace always says something: there is no "without".
  if (!deciding || !next || deciding.rule === 'workspace_default' || deciding.mode === next.mode) return '';
  return ` Without that: ${next.mode} (${ruleName(next.rule).toLowerCase()}).`;
}

const ruleNames: Readonly<Record<ModeRule['rule'], string>> = {
  search_disabled: 'Tool search',
  pattern: 'Always-loaded pattern',
  declaration: 'Declaration of the tool',
  source_list: 'Lists of the source',
  source_default: 'Default of the source',
  workspace_default: 'Default of the workspace',
  fallback: 'Nothing declared',
};

export function ruleName(rule: ModeRule['rule']): string {
  return ruleNames[rule];
}

/** A rule beside the others: `silent` says nothing of this tool, `loses` says something and comes too late. */
export interface RuleVerdict {
  readonly rule: ModeRule;
  readonly verdict: 'silent' | 'decides' | 'loses';
  readonly says: string;
}

/** The rules in order, each with what became of it: the first that says something decides. */
export function ruleVerdicts(rules: readonly ModeRule[]): readonly RuleVerdict[] {
  const first = rules.findIndex(({ mode }) => mode !== null);
  return rules.map((rule, at) => {
    if (rule.mode === null) return { rule, verdict: 'silent', says: '' };
    // The value of a default is its mode already.
    const mode = rule.value === rule.mode ? '' : `→ ${rule.mode}: `;
    return at === first
      ? { rule, verdict: 'decides', says: `${mode}decides` }
      : { rule, verdict: 'loses', says: `${mode}comes too late` };
  });
}

/** Where a rule stands: file and line, and the path; of one that the file does not say, the path to say it at. */
export function rulePlace({ file, line, path }: ModeRule): string | null {
  if (file === null) return null;
  return line === null ? `${path}${file === 'pegboard.yaml' ? '' : ` in ${file}`}` : `${file}:${line} ${path}`;
}

/** What decided, in a few words that tools with the same reason share (R15.04). */
export function reasonName({ rule, pattern }: ModeReason, source: string): string {
  switch (rule) {
    case 'search_disabled':
      return 'search off';
    case 'pattern':
      return `pattern ${pattern ?? ''}`;
    case 'declaration':
      return 'declaration';
    case 'source_list':
      return `lists of ${source}`;
    case 'source_default':
      return `source ${source}`;
    case 'workspace_default':
      return 'workspace';
    case 'fallback':
      return 'nothing';
    default:
      return assertNever(rule);
  }
}
