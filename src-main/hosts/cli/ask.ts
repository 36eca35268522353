import { confirm, isCancel } from '@clack/prompts';

/** A question on the terminal; the answer is no unless it is yes. The question goes to stderr: stdout is for results. */
export async function askOnTerminal(question: string): Promise<boolean> {
  const answer = await confirm({ message: question, initialValue: false, output: process.stderr });
  return !isCancel(answer) && answer;
}
