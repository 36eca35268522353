import type { PegboardError } from '#shared/errors.ts';

/**
 * What a model reads when the server of a tool could not be asked: what is wrong, and what its user can do. Commands and addresses
 * of the server are left out: they are the user's.
 */
export function troubleWords(source: string, { code, message, data }: PegboardError): string {
  // Written for the caller, who has credentials of their own.
  if (code === 'authentication_required' && data?.caller === true) return message;
  const server = `The server "${source}"`;
  switch (code) {
    case 'consent_required':
      return `${server} was not agreed to on this computer, so it was not started. Ask the user to agree once: pegboard import --source ${source}, or Sources in Pegboard.`;
    case 'authentication_required':
      return `${server} wants the user to sign in. Ask the user to do it: Sources in Pegboard, or pegboard import --source ${source}.`;
    case 'variable_missing':
      return `${server} lacks a value that the user must give: ${message}`;
    case 'source_not_live':
      return `The tools of "${source}" come from a file; there is no server that could run them.`;
    case 'server_timeout':
      return `${server} did not answer in time. Try again later, or ask the user to look at Sources in Pegboard.`;
    case 'server_not_started':
    case 'server_failed':
    case 'server_unreachable':
    case 'server_protocol':
      return `${server} does not work now (${code}). Try again later, or ask the user to look at Sources in Pegboard.`;
    case 'cancelled':
      return 'The call was cancelled.';
    default:
      return message;
  }
}
