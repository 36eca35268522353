import { PegboardError } from '#shared/errors.ts';
import { errorNumber } from '../../files/file-error.ts';

/** Where a PostgreSQL is, for messages: no password. */
export interface PostgresPlace {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
  readonly schema: string;
}

/** Codes of transactions that may succeed when they run again: serialisation failure, deadlock. */
const again = new Set(['40001', '40P01']);

/** Whether the same transaction may succeed at once. */
export function isWorthRepeating(error: unknown): boolean {
  return again.has(errorNumber(error) ?? '');
}

/** Whether the connection was lost, or never came about: another one may be there soon. */
export function isLostConnection(error: unknown): boolean {
  const code = errorNumber(error) ?? '';
  // 08: connection; 57P: the server ends or starts; 53300: it has no free connection.
  if (/^(08|57P|53300)/.test(code)) return true;
  if (['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENOTFOUND', 'EAI_AGAIN'].includes(code))
    return true;
  // Errors of the client have no code.
  return (
    error instanceof Error &&
    /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|Client was closed)/.test(
      error.message,
    )
  );
}

/** Whether PostgreSQL refuses the values themselves: it would refuse them at each attempt. */
export function isAboutValues(error: unknown): boolean {
  return /^(22|23)/.test(errorNumber(error) ?? '');
}

/** An error of PostgreSQL in our words. It names the place, and no password. */
export function postgresError(error: unknown, place: PostgresPlace): Error {
  if (error instanceof PegboardError) return error;
  const { host, port, user, database, schema } = place;
  const code = errorNumber(error) ?? '';
  const at = `${host}:${port}`;
  const unusable = (message: string, hint: string) =>
    new PegboardError('store_unusable', message, { hint, cause: error });
  if (/^28/.test(code) || (error instanceof Error && /password must be a string/.test(error.message))) {
    return unusable(
      `PostgreSQL at ${at} does not let ${user} in: the password is wrong or missing.`,
      'Check the user and the password in store.postgres.url, and pg_hba.conf of the server.',
    );
  }
  if (code === '3D000') {
    return unusable(
      `PostgreSQL at ${at} has no database ${database}.`,
      `Create it: CREATE DATABASE "${database}" OWNER "${user}";`,
    );
  }
  if (code === '42501' || code === '25006') {
    const words = error instanceof Error ? error.message : '';
    return unusable(
      `${user} may not write in the schema ${schema} of ${database} at ${at}: ${words}.`,
      `As the owner of the database: CREATE SCHEMA "${schema}" AUTHORIZATION "${user}";`,
    );
  }
  if (code === '42P01' || code === '3F000') {
    return unusable(
      `The schema ${schema} of ${database} at ${at} has no tables of a gateway.`,
      '`pegboard gateway serve` makes them when it starts. Check store.postgres.schema.',
    );
  }
  const words = error instanceof Error ? error.message.slice(0, 300) : 'unknown';
  if (isLostConnection(error)) {
    return new PegboardError('server_unreachable', `PostgreSQL at ${at} cannot be reached: ${words || code}.`, {
      hint: 'Check that it runs, and host and port in store.postgres.url.',
      cause: error,
    });
  }
  return unusable(
    `PostgreSQL at ${at} failed: ${words}${code ? ` (${code})` : ''}.`,
    'The log of PostgreSQL has more.',
  );
}
