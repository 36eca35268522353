import { finding } from '#shared/domain/finding.ts';
import type { LintRule } from './lint-rule.ts';

/** A tool that says nothing of itself can be found by its name only, and a model has to guess what it is for. */
export const missingDescription: LintRule = ({ description }) =>
  description.trim() !== ''
    ? []
    : [
        finding('description_missing', {
          message:
            'The tool has no description: a search finds it by name only, and the model has to guess what it does.',
          path: 'description',
          hint: 'Describe what it does and when to use it, in its source or in an overlay.',
        }),
      ];
