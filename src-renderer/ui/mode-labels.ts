import { assertNever } from '#shared/assert-never.ts';
import { withheldText } from '#shared/domain/approval.ts';
import type { ModeReason } from '#shared/domain/loading-mode.ts';
import type { ModeRule, ToolDetail } from '#shared/domain/tool-detail.ts';
import { strings } from '../strings/ui.ts';

/** The effective mode of a tool in words: what it is, which rule made it so, and what would change it (R19.07, R15.04). */
export interface ModeWords {
  readonly what: string;
  readonly why: string;
  readonly change: string;
}

export function modeWords({ tool, always_loaded_patterns, denied_by, mode_rules }: ToolDetail): ModeWords {
  if (tool.withheld) {
    return {
      what: strings.modeLabels.deniedNoPromptContains,
      why: withheldText(tool.withheld),
      change: strings.modeLabels.toServeItReview,
    };
  }
  if (denied_by !== null) {
    return {
      what: strings.modeLabels.deniedNoPromptContains,
      why: strings.modeLabels.workspacePolicyDenies(denied_by),
      change: strings.modeLabels.toAllowItChange,
    };
  }
  const { detail, rule } = tool.mode_reason;
  const others = always_loaded_patterns.slice(1).map((pattern) => `"${pattern}"`);
  const matched = `${detail.charAt(0).toUpperCase()}${detail.slice(1)}`;
  return {
    what:
      tool.mode === 'always' ? strings.modeLabels.alwaysLoadedItsDefinition : strings.modeLabels.deferredNotInPrompt,
    why:
      others.length === 0
        ? strings.modeLabels.why(matched)
        : strings.modeLabels.whyAndOthers(matched, others.join(', ')),
    change: [changeWords(rule, tool.name, tool.source), ...withoutIt(mode_rules)].join(' '),
  };
}

function changeWords(rule: ModeReason['rule'], name: string, source: string): string {
  switch (rule) {
    case 'search_disabled':
      return strings.modeLabels.setToolSearchEnabled;
    case 'pattern':
      return strings.modeLabels.removePatternFromTool;
    case 'declaration':
      return strings.modeLabels.loadingModeInOverlay(name);
    case 'source_list':
      return strings.modeLabels.changeModeLists(source, name);
    case 'source_default':
    case 'source_hint':
      return strings.modeLabels.setDefaultOfSource(source, name);
    case 'workspace_default':
    case 'fallback':
      return strings.modeLabels.addPatternThatMatches(name);
    default:
      return assertNever(rule);
  }
}

/** The mode that the next rule would give the tool, when that is another one. */
function withoutIt(rules: readonly ModeRule[]): readonly string[] {
  const [deciding, next] = rules.filter(({ mode }) => mode !== null);
  // The default of the workspace always says something: there is no "without".
  if (!deciding || !next || deciding.rule === 'workspace_default' || deciding.mode === next.mode) return [];
  return [strings.modeLabels.withoutThisRule(next.mode, ruleName(next.rule).toLowerCase())];
}

const ruleNames: Readonly<Record<ModeRule['rule'], string>> = strings.modeLabels.ruleNames;

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
    const isMode = rule.value === rule.mode;
    return at === first
      ? {
          rule,
          verdict: 'decides',
          says: isMode ? strings.modeLabels.decides : strings.modeLabels.decidesMode(rule.mode),
        }
      : {
          rule,
          verdict: 'loses',
          says: isMode ? strings.modeLabels.overridden : strings.modeLabels.overriddenMode(rule.mode),
        };
  });
}

/** Where a rule stands: file and line, and the path; of one that the file does not say, the path to say it at. */
export function rulePlace({ file, line, path }: ModeRule): string | null {
  if (file === null) return null;
  if (line !== null) return `${file}:${line} ${path}`;
  return file === 'pegboard.yaml' ? path : strings.modeLabels.pathInFile(path, file);
}

/** The deciding rule, in a few words that are the same for all tools with this reason (R15.04). */
export function reasonName({ rule, pattern }: ModeReason, source: string): string {
  switch (rule) {
    case 'search_disabled':
      return strings.modeLabels.searchOff;
    case 'pattern':
      return strings.modeLabels.pattern(pattern ?? '');
    case 'declaration':
      return 'declaration';
    case 'source_list':
      return strings.modeLabels.modeLists(source);
    case 'source_default':
      return strings.modeLabels.source(source);
    case 'source_hint':
      return strings.modeLabels.askedBySource(source);
    case 'workspace_default':
      return 'workspace';
    case 'fallback':
      return 'nothing';
    default:
      return assertNever(rule);
  }
}
