import { finding } from '#shared/domain/finding.ts';
import type { LintRule } from './lint-rule.ts';

/** Characters a description may have: OpenAI's API refuses functions whose description is longer. */
export const descriptionLimit = 1024;

/** A description that one provider refuses and every prompt pays for. */
export const longDescription: LintRule = ({ description }) =>
  description.length <= descriptionLimit
    ? []
    : [
        finding('description_long', {
          message: `The description has ${description.length.toLocaleString('en-US')} characters; over ${descriptionLimit.toLocaleString('en-US')} OpenAI's API refuses the tool, and every prompt that holds it pays for each.`,
          path: 'description',
          hint: 'Keep what it does and when to use it; move examples and details to usage hints, examples or a skill.',
        }),
      ];
