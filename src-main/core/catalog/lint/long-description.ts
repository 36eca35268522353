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
          message: `The description has ${description.length.toLocaleString('en-US')} characters. OpenAI's API refuses a tool with more than ${descriptionLimit.toLocaleString('en-US')}, and a long description costs tokens in every prompt that contains it.`,
          path: 'description',
          hint: 'Keep what it does and when to use it; move examples and details to usage hints, examples or a skill.',
        }),
      ];
