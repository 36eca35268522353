import { PegboardError } from '#shared/errors.ts';

/** Beyond, the engines together take more than a gigabyte, and comparing each tool with all the others takes minutes. */
const mostTools = 20_000;

/** Refuses work on more than 20,000 tools; `work` begins the sentence. Error: `too_many_tools`. */
export function refuseTooMany(tools: number, work: string): void {
  if (tools <= mostTools) return;
  const [count, most] = [tools, mostTools].map((number) => number.toLocaleString('en-US'));
  throw new PegboardError('too_many_tools', `${work} works with ${most} tools at most; there are ${count}.`, {
    hint: 'Choose a persona that sees fewer tools, or disable some sources.',
    data: { tools, mostTools },
  });
}
