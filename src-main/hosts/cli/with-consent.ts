import { isPegboardError, type PegboardError } from '#shared/errors.ts';
import type { CommandContext } from './command-context.ts';

/** What a user has agreed to so far. */
export interface Agreement {
  readonly consent: boolean;
  readonly confirmed: boolean;
}

/**
 * Runs work that may need consent or confirmation. `--yes` gives both; else a terminal is asked, and where nobody can be
 * asked the error stands: `consent_required`, `confirmation_required`.
 */
export async function withConsent<Result>(
  { io }: CommandContext,
  yes: boolean,
  work: (agreement: Agreement) => Promise<Result>,
): Promise<Result> {
  let agreement: Agreement = { consent: yes, confirmed: yes };
  for (;;) {
    try {
      return await work(agreement);
    } catch (error) {
      const next = isPegboardError(error) ? agreedNext(error, agreement) : undefined;
      if (!next || !io.ask || !(await io.ask((error as PegboardError).message))) throw error;
      agreement = next;
    }
  }
}

function agreedNext(error: PegboardError, agreement: Agreement): Agreement | undefined {
  if (error.code === 'consent_required' && !agreement.consent) return { ...agreement, consent: true };
  if (error.code === 'confirmation_required' && !agreement.confirmed) return { ...agreement, confirmed: true };
  return undefined;
}
