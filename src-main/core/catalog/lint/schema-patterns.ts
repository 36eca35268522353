import { type Finding, finding } from '#shared/domain/finding.ts';
import { isInsideData, pointerOf, walkJson } from '../../json/json-walk.ts';
import type { LintRule } from './lint-rule.ts';

/** Longer patterns are not read. */
const maximumLength = 10_000;
const maximumFindings = 10;

/** Patterns of the schemas that are not valid JavaScript regular expressions. They are read here, never run. */
export const schemaPatterns: LintRule = (tool) =>
  (['input_schema', 'output_schema'] as const).flatMap((field) => {
    const findings: Finding[] = [];
    for (const node of walkJson(tool[field])) {
      const pattern = node.parent?.key === 'patternProperties' ? node.key : node.key === 'pattern' ? node.value : null;
      if (typeof pattern !== 'string' || isRegExp(pattern)) continue;
      if (node.key === 'pattern' && isInsideData(node)) continue;
      findings.push(
        finding('schema_invalid', {
          message: `Not a regular expression: ${pattern.slice(0, 80)}${pattern.length > 80 ? '…' : ''}`,
          path: `${field}${pointerOf(node)}`,
          hint: 'A pattern follows the rules of JavaScript. Correct it at the source.',
        }),
      );
      if (findings.length >= maximumFindings) break;
    }
    return findings;
  });

/** Without the Unicode mode too: many servers escape more than it allows, and no provider minds. */
function isRegExp(text: string): boolean {
  return text.length > maximumLength || ['u', ''].some((flags) => compiles(text, flags));
}

function compiles(text: string, flags: string): boolean {
  try {
    return Boolean(new RegExp(text, flags));
  } catch {
    return false;
  }
}
