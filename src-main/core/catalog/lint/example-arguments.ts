import { isPegboardError } from '#shared/errors.ts';
import { checkArguments } from '../../mcp/check-arguments.ts';
import type { LintRule } from './lint-rule.ts';

/** A prompt shows ten at most. */
const checkedExamples = 20;

/** Examples whose arguments do not fit the tool's own schema teach a model to fail (R7.18). */
export const exampleArguments: LintRule = (tool) =>
  tool.examples.slice(0, checkedExamples).flatMap(({ args }, i) => {
    try {
      checkArguments(tool, args);
      return [];
    } catch (error) {
      if (!isPegboardError(error)) throw error;
      return [
        {
          code: 'example_mismatch',
          severity: 'warning' as const,
          message: `Example ${i + 1} does not fit the schema: ${error.message}`,
          path: `examples/${i}`,
          hint: 'Correct the example, or the schema.',
        },
      ];
    }
  });
