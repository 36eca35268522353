import { text } from 'node:stream/consumers';
import { confirm, isCancel, password } from '@clack/prompts';
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
