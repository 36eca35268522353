import { z } from 'zod';
import type { PegboardError } from '#shared/errors.ts';

const factsSchema = z.object({
  stderr: z.string().nullable().catch(null),
  variables: z.array(z.string()).catch([]),
  oauth: z.boolean().catch(false),
  agreed_before: z.string().nullable().catch(null),
});

/** What the data of an error says about the next act. */
export interface ErrorFacts {
  /** The end of what the server wrote to stderr. */
  readonly stderr: string | null;
  /** Variables that have to be set. */
  readonly variables: readonly string[];
  /** Whether signing in would help. */
  readonly offersSignIn: boolean;
  /** What the user agreed to for this source before it changed. */
  readonly agreedBefore: string | null;
}

export function errorFacts({ code, data }: Pick<PegboardError, 'code' | 'data'>): ErrorFacts {
  const { stderr, variables, oauth, agreed_before: agreedBefore } = factsSchema.parse(data ?? {});
  return {
    stderr,
    // `consent_required` names variables too, and those need not be missing.
    variables: code === 'variable_missing' ? variables : [],
    offersSignIn: code === 'authentication_required' && oauth,
    agreedBefore,
  };
}
