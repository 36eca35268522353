import type { Finding } from '#shared/domain/finding.ts';
import { spellHiddenCharacters } from '#shared/hidden-characters.ts';
import type { CheckBudget } from '../../json/bounded-schema.ts';
import { auditedDefinition } from './audited-definition.ts';
import { exampleArguments } from './example-arguments.ts';
import type { LintedTool, LintRule } from './lint-rule.ts';
import { longDescription } from './long-description.ts';
import { missingDescription } from './missing-description.ts';
import { schemaPatterns } from './schema-patterns.ts';
import { schemaReferences } from './schema-references.ts';
import { undocumentedArguments } from './undocumented-arguments.ts';
import { untypedArguments } from './untyped-arguments.ts';
import { validSchema } from './valid-schema.ts';

/** Every rule that looks at one tool alone. */
const rules: readonly LintRule[] = [
  missingDescription,
  longDescription,
  undocumentedArguments,
  untypedArguments,
  auditedDefinition,
  validSchema,
  schemaPatterns,
  schemaReferences,
  exampleArguments,
];

/**
 * All findings about one definition by itself. Never throws, whatever the schemas are. What they quote of the tool has its
 * hidden characters spelled out. `budget` bounds the checks of its examples; what is spent is taken from it.
 */
export function lintTool(tool: LintedTool, budget: CheckBudget = { steps: stepsOfOneTool }): Finding[] {
  const own: CheckBudget = { steps: Math.min(budget.steps, stepsOfOneTool) };
  const granted = own.steps;
  const findings = rules.flatMap((rule) => rule(tool, own)).map(readable);
  budget.steps -= granted - own.steps;
  return findings;
}

/** Steps for all examples of one tool: about a quarter of a second. Other work waits that long at most. */
const stepsOfOneTool = 1_000_000;

/** Characters of a finding's message or path: a property's name may be of any length. */
const maximumText = 1000;

function readable(finding: Finding): Finding {
  const { path } = finding;
  return { ...finding, ...(path === undefined ? {} : { path: spelled(path) }), message: spelled(finding.message) };
}

function spelled(text: string): string {
  return spellHiddenCharacters(text.length > maximumText ? `${text.slice(0, maximumText)}…` : text);
}
