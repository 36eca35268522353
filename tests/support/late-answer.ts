import type { Files } from '#core/files/files.ts';
import { nodeFiles } from '#core/files/node-files.ts';

/** The files of this machine, whose first answer to a question is told after those that follow it. */
export function firstAnswerIsLate(question: 'realPath' | 'readText'): Files {
  let asked = 0;
  const ask = async (path: string): Promise<string> => {
    asked += 1;
    const isFirst = asked === 1;
    const answer = await nodeFiles[question](path);
    if (isFirst) await new Promise((end) => setTimeout(end, 30));
    return answer;
  };
  return { ...nodeFiles, [question]: ask };
}
