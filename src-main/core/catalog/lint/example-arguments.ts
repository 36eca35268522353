import { type Finding, finding } from '#shared/domain/finding.ts';
import { isPegboardError } from '#shared/errors.ts';
import { checkArguments } from '../../json/check-arguments.ts';
import type { LintRule } from './lint-rule.ts';

/** A prompt shows ten at most. */
const checkedExamples = 20;

/** Examples whose arguments do not fit the tool's own schema teach a model to fail (R7.18). */
export const exampleArguments: LintRule = (tool, budget) =>
  tool.examples.slice(0, checkedExamples).flatMap(({ args }, i) => {
    const path = `examples/${i}`;
    try {
      // The unusable parts of a schema have their own findings.
      const isChecked = checkArguments(tool, args, budget).every(({ code }) => code !== 'arguments_not_checked');
      return isChecked ? [] : [notChecked(i, path)];
    } catch (error) {
      if (!isPegboardError(error)) throw error;
      return [
        finding('example_mismatch', {
          message: `Example ${i + 1} does not fit the schema: ${error.message}`,
          path,
          hint: 'Correct the example, or the schema.',
        }),
      ];
    }
  });

function notChecked(i: number, path: string): Finding {
  return finding('example_not_checked', {
    message: `Pegboard did not check example ${i + 1}: its check takes too long.`,
    path,
    hint: 'Simplify the definitions of the schema that refer to themselves, or shorten the example.',
  });
}
