import type { Finding } from '#shared/domain/finding.ts';
import { hiddenUnicode } from './hidden-unicode.ts';
import type { LintedTool, LintRule } from './lint-rule.ts';
import { longDescription } from './long-description.ts';
import { missingDescription } from './missing-description.ts';
import { modelInstructions } from './model-instructions.ts';
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
  hiddenUnicode,
  modelInstructions,
  validSchema,
  schemaPatterns,
  schemaReferences,
];

/** All findings about one definition by itself. Never throws, whatever the schemas are. */
export function lintTool(tool: LintedTool): Finding[] {
  return rules.flatMap((rule) => rule(tool));
}
