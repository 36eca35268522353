import { confirm, isCancel } from '@clack/prompts';
import { plainText } from './plain-text.ts';

/** A question on the terminal; the answer is no unless it is yes. The question goes to stderr: stdout is for results. */
export async function askOnTerminal(question: string): Promise<boolean> {
  const answer = await confirm({ message: plainText(question), initialValue: false, output: process.stderr });
  return !isCancel(answer) && answer;
}
