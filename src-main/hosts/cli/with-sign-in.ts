import type { Services } from '#core/services.ts';
import { tokensUnencrypted } from '#core/sources/summarise-sources.ts';
import type { SignInInput } from '#shared/domain/live-source.ts';
import { isPegboardError } from '#shared/errors.ts';
import type { CommandContext } from './command-context.ts';
import { plainText } from './plain-text.ts';

/**
 * Runs work that may need the user to sign in. At a terminal the browser is opened, and the work is done once more after
 * that; where nobody can sign in, `authentication_required` stands.
 */
export async function withSignIn<Result>(
  { io, reporter }: CommandContext,
  services: Services,
  target: SignInInput,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!isPegboardError(error) || error.data?.oauth !== true || !io.openBrowser) throw error;
  }
  for await (const event of services.sources.signIn(target, { signal: io.signal })) {
    if (event.type !== 'authorize') continue;
    // Also where stdout goes to a file: whoever waits must know for what.
    io.stderr.write(`Sign in in your browser, then come back here:\n  ${plainText(event.url)}\n`);
    await io.openBrowser(event.url);
  }
  reporter.findings([tokensUnencrypted(target.name ?? 'this server')]);
  return work();
}
