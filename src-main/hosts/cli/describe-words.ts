import { counted } from '#shared/counted.ts';
import type { AuditFinding } from '#shared/domain/audit.ts';
import type { TextRun, ToolChange } from '#shared/domain/tool-diff.ts';
import { plainText } from './plain-text.ts';

/** Characters of words that stay which are shown beside words that changed. */
const context = 60;
/** Characters of one state of a text that are shown. */
const longest = 2000;

type Mark = (text: string) => string;

/**
 * A text as it was and as it is, each on one line; null where it was, or is, nothing. Every word that changed is shown, marked by `removed`
 * and `added`. Words that did not change are shown only near a change. A line that is cut says how much is left out.
 */
export function textStates(
  words: readonly TextRun[],
  marks: { readonly removed: Mark; readonly added: Mark } = { removed: plain, added: plain },
): { readonly before: string | null; readonly after: string | null } {
  const line = (changed: 'removed' | 'added') => {
    const runs = words.filter(({ kind }) => kind === 'same' || kind === changed);
    const parts: string[] = [];
    let room = longest;
    for (const [at, { kind, text }] of runs.entries()) {
      const oneLine = text.replace(/\s+/g, ' ');
      const shown = kind === 'same' ? shortened(oneLine, at > 0, at < runs.length - 1) : oneLine;
      const kept = shown.slice(0, Math.max(room, 0));
      room -= shown.length;
      if (kept !== '') parts.push(kind === 'same' ? plainText(kept) : marks[changed](plainText(kept)));
    }
    const cut = room < 0 ? ` … (${(-room).toLocaleString('en-US')} more characters; --format json has them)` : '';
    const joined = `${parts.join('').trim()}${cut}`;
    return joined === '' ? null : joined;
  };
  return { before: line('removed'), after: line('added') };
}

/** A text of somebody else's on one line. One that is cut says how much is left out. */
export function wholeText(text: string, most = longest): string {
  const oneLine = text.replace(/\s+/g, ' ').trim();
  const left = oneLine.length - most;
  const cut = left > 0 ? ` … (${counted(left, 'more character')}; --format json has them)` : '';
  return `${plainText(oneLine.slice(0, most))}${cut}`;
}

/** What an audit finds in a text, in one line; empty where it finds nothing. */
export function auditInWords(findings: readonly AuditFinding[]): string {
  return findings.map(({ place, why, excerpt }) => `audit: ${place}: ${why} “${excerpt}”`).join(' ');
}

function plain(text: string): string {
  return text;
}

/** Words that stay: only those beside what changed before or after them. */
function shortened(text: string, isAfterChange: boolean, isBeforeChange: boolean): string {
  const [head, tail] = [isAfterChange ? context : 0, isBeforeChange ? context : 0];
  if (text.length <= head + tail + 10) return text;
  return `${text.slice(0, head)}…${tail === 0 ? '' : text.slice(-tail)}`;
}

/** Differences in one line: what each is, and the text with its new words, or the words that went. */
export function changesInWords(changes: readonly ToolChange[]): string {
  return changes
    .map(({ message, words }) => {
      if (words === null) return message;
      const { before, after } = textStates(words);
      const hasNew = words.some(({ kind, text }) => kind === 'added' && text.trim() !== '');
      const said = hasNew ? after : before;
      return said === null ? message : `${message}${hasNew ? '' : ' from'}: ${said}`;
    })
    .join('; ');
}
