import { resolve } from 'node:path';
import { pathFrom } from '#core/skills/read/read-skills-at.ts';
import type { Finding } from '#shared/domain/finding.ts';
import { escaped } from '../xml-text.ts';

/** The exit code of a check that could not look at everything and found nothing worse. */
export const unreadExitCode = 7;

/** The findings about files that could not be read, with their paths as seen from the current folder. */
export function unreadSources(findings: readonly Finding[], { root, cwd }: { root: string; cwd: string }): Finding[] {
  return findings
    .filter(({ code }) => code === 'source_unreadable')
    .map((one) => (one.path === undefined ? one : { ...one, path: pathFrom(cwd, resolve(root, one.path)) }));
}

/** The same as a suite of JUnit with an error for each; nothing where all could be read. */
export function unreadSuite(unread: readonly Finding[]): string[] {
  if (unread.length === 0) return [];
  const cases = unread.map(
    ({ path = '', message }) =>
      `    <testcase name="${escaped(path)}" classname="sources"><error type="unreadable" message="${escaped(message)}"/></testcase>`,
  );
  const head = `  <testsuite name="sources that cannot be read" tests="${unread.length}" failures="0" errors="${unread.length}">`;
  return [head, ...cases, '  </testsuite>'];
}

/** The same for a summary; null where all could be read. */
export function unreadSentence(unread: readonly Finding[]): string | null {
  if (unread.length === 0) return null;
  return unread.length === 1 ? '1 source could not be read.' : `${unread.length} sources could not be read.`;
}
