import { runCli } from '../../src-main/hosts/cli/program.ts';
import { temporaryFolder } from './temporary-folder.ts';

export interface TerminalRun {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** What was asked. */
  readonly questions: readonly string[];
}

/** Runs a command in this process as at a terminal: somebody answers yes unless told otherwise, and has a browser. */
export async function cliAtTerminal(
  args: readonly string[],
  at: {
    readonly cwd: string;
    readonly home: string;
    readonly openBrowser?: (url: string) => Promise<unknown>;
    readonly answer?: boolean;
  },
): Promise<TerminalRun> {
  const questions: string[] = [];
  let [stdout, stderr] = ['', ''];
  const code = await runCli(args, {
    stdout: {
      isTty: true,
      write: (text) => {
        stdout += text;
      },
    },
    stderr: {
      write: (text) => {
        stderr += text;
      },
    },
    ask: async (question) => {
      questions.push(question);
      return at.answer ?? true;
    },
    openBrowser: at.openBrowser,
    cwd: at.cwd,
    env: { ...process.env, NO_COLOR: '1' },
    userDataDir: at.home,
    builtDir: temporaryFolder(),
    signal: new AbortController().signal,
  });
  return { code, stdout, stderr, questions };
}
