import path from 'node:path';
import { isLink } from './asked-place.ts';

const flag = '--workspace=';
const workspaceFile = 'pegboard.yaml';

interface Started {
  readonly argv: readonly string[];
  /** Whether this is an app of its own; else the first argument that is not a flag is the app's folder. */
  readonly isPackaged: boolean;
  readonly cwd: string;
}

/**
 * The folder of the workspace that an app was started on, or undefined: by `--workspace=<folder>`, or by a `pegboard.yaml`
 * or a folder as its argument, which is what the system gives when a file is opened with it or dropped on its icon.
 */
export function askedWorkspace({ argv, isPackaged, cwd }: Started): string | undefined {
  const flagged = argv.find((argument) => argument.startsWith(flag))?.slice(flag.length);
  const named = argv.slice(1).filter((argument) => !argument.startsWith('-') && !isLink(argument))[isPackaged ? 0 : 1];
  const asked = flagged || named;
  return asked === undefined ? undefined : workspaceFolder(path.resolve(cwd, asked));
}

/** A `pegboard.yaml` represents its folder. */
export function workspaceFolder(asked: string): string {
  return path.basename(asked) === workspaceFile ? path.dirname(asked) : asked;
}
