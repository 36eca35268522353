import { findingTable } from '#shared/domain/finding-table.ts';
import { errorTable } from '#shared/errors.ts';

/** What each exit code means. Those of errors are in the table of errors too. */
const exitCodes: Readonly<Record<number, string>> = {
  0: 'Everything is fine.',
  1: 'The command ran and found problems, or cannot go on now: the check failed, a file changed, a lock is held.',
  2: 'Wrong usage, configuration or input.',
  3: 'Authentication is needed.',
  4: 'Something could not be reached: a server, a model, an embedder.',
  5: 'The tool that was called failed.',
  6: 'A check found tools that nobody can use until somebody approves them.',
  7: 'A check could not read a source, and found nothing worse in the others.',
  70: 'Internal error. Please report it.',
  130: 'Interrupted. A command that serves exits with 0 at SIGTERM.',
};

export function exitCodeTable(): string {
  const rows = Object.values(errorTable).map(({ exitCode }) => exitCode);
  const unknown = rows.find((code) => !(code in exitCodes));
  if (unknown !== undefined) throw new Error(`Say in docs/scripts/codes.ts what exit code ${unknown} means.`);
  return table(
    ['Exit code', 'Meaning'],
    Object.entries(exitCodes).map(([code, meaning]) => [code, meaning]),
  );
}

export function errorCodeTable(): string {
  return table(
    ['Code', 'Title', 'Exit code', 'Again'],
    Object.entries(errorTable).map(([code, { title, exitCode, retryable }]) => [
      `\`${code}\``,
      title,
      String(exitCode),
      retryable ? 'yes' : '',
    ]),
  );
}

export function findingCodeTable(): string {
  return table(
    ['Code', 'Severity', 'Title'],
    Object.entries(findingTable).map(([code, { severity, title }]) => [`\`${code}\``, severity, title]),
  );
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
