import { type ErrorCode, PegboardError } from '#shared/errors.ts';

/** The next act on this screen, where the hint of an error names one of the command line. */
const hints: Partial<Readonly<Record<ErrorCode, string>>> = {
  consent_required: 'Nothing was started. Ask again to look at what would run, or change it.',
  source_exists: 'Edit it and give it a name of its own.',
  server_timeout: 'Check that it is an MCP server and waits for no input. It can be given more time, too.',
};

/** The error as this screen tells it. */
export function forScreen(error: PegboardError): PegboardError {
  const { code, message, data } = error;
  const needsToken = code === 'authentication_required' && data?.oauth !== true;
  const hint = needsToken ? 'Edit it and add the header that the server wants, such as Authorization.' : hints[code];
  return hint === undefined ? error : new PegboardError(code, message, { hint, ...(data ? { data } : {}) });
}
