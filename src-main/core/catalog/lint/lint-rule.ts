import type { Finding } from '#shared/domain/finding.ts';
import type { Tool } from '#shared/domain/tool.ts';
import type { CheckBudget } from '../../json/bounded-schema.ts';

/** What a rule looks at. The schemas are what a source sent: hostile data, of any shape. */
export type LintedTool = Pick<Tool, 'name' | 'title' | 'description' | 'input_schema' | 'output_schema' | 'examples'> &
  Partial<Pick<Tool, 'annotations'>>;

/**
 * One rule over one tool: what is wrong, or nothing. A rule never throws and takes time linear in the tool, or spends steps of
 * the budget. A new rule is one file, one entry in `lint-tool.ts` and one block in its test.
 */
export type LintRule = (tool: LintedTool, budget: CheckBudget) => readonly Finding[];

/** `a, b, c and 4 more`: names for a message, at most five and none too long. */
export function listNames(names: readonly string[]): string {
  const shown = names.slice(0, 5).map((name) => (name.length > 60 ? `${name.slice(0, 60)}…` : name));
  const rest = names.length - shown.length;
  return rest > 0 ? `${shown.join(', ')} and ${rest} more` : shown.join(', ');
}
