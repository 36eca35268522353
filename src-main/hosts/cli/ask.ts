import { text } from 'node:stream/consumers';
import { confirm, isCancel, password } from '@clack/prompts';
import { decodeUtf16 } from '#shared/utf16.ts';
import { plainText } from './plain-text.ts';

/** A question on the terminal; the answer is no unless it is yes. The question goes to stderr: stdout is for results. */
export async function askOnTerminal(question: string): Promise<boolean> {
  const answer = await confirm({ message: plainText(question), initialValue: false, output: process.stderr });
  return !isCancel(answer) && answer;
}

/** A value that nobody sees while it is typed; undefined when the user gives none. */
export async function askSecretOnTerminal(question: string): Promise<string | undefined> {
  const answer = await password({ message: plainText(question), output: process.stderr });
  return isCancel(answer) ? undefined : answer;
}

/** All of stdin: a value that another program hands over. */
export function readStdin(): Promise<string> {
  return text(process.stdin);
}

/** All of stdin up to a number of bytes; null where there is more. */
export async function readInput(maximumBytes: number): Promise<string | null> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of process.stdin) {
    parts.push(Buffer.from(part));
    length += parts.at(-1)?.length ?? 0;
    if (length > maximumBytes) return null;
  }
  const bytes = Buffer.concat(parts);
  return decodeUtf16(bytes) ?? bytes.toString('utf8');
}
