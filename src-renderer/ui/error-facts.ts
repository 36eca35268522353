import { z } from 'zod';
import type { Finding } from '#shared/domain/finding.ts';
import { type ErrorCode, PegboardError } from '#shared/errors.ts';
import { strings } from '../strings/ui.ts';

const factsSchema = z.object({
  stderr: z.string().nullable().catch(null),
  variables: z.array(z.string()).catch([]),
  oauth: z.boolean().catch(false),
  agreed_before: z.string().nullable().catch(null),
});

/** The next action that the data of an error suggests. */
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

/** The next act on this screen, where the hint of an error names one of the command line. */
const hints: Partial<Readonly<Record<ErrorCode, string>>> = strings.errorFacts.hints;

/** The error as this screen tells it. */
export function forScreen(error: PegboardError): PegboardError {
  const { code, message, data } = error;
  const needsToken = code === 'authentication_required' && data?.oauth !== true;
  const hint = needsToken ? strings.errorFacts.editConnectionAndAdd : hints[code];
  return hint === undefined ? error : new PegboardError(code, message, { hint, ...(data ? { data } : {}) });
}

/** `file:line:column` of an error's data, as far as it says; null when it names no file. */
export function describePlace(data: Record<string, unknown> | undefined): string | null {
  const file = data?.file;
  if (typeof file !== 'string') return null;
  return [file, data?.line, data?.column].filter((part) => part !== undefined && part !== null).join(':');
}

/** `path:line:column` of a finding; null when it names no path. */
export function findingPlace(finding: Finding): string | null {
  if (finding.path === undefined) return null;
  const { range } = finding;
  return range ? `${finding.path}:${range.start.line}:${range.start.column}` : finding.path;
}
