import { join } from 'node:path';
import { PegboardError } from '#shared/errors.ts';
import type { Files, FileWrite } from '../files/files.ts';
import { demoUseFile } from './demo/demo-use.ts';
import { demoWorkspaceFiles } from './demo/demo-workspace.ts';
import { workspaceFileName } from './workspace-file.ts';

/** The file that a new workspace gets. Error: `workspace_exists`. */
export async function newWorkspaceFile(root: string, files: Files): Promise<string> {
  const path = join(root, workspaceFileName);
  if (!(await files.exists(path))) return path;
  throw new PegboardError('workspace_exists', `${path} already exists.`, {
    hint: 'Open that workspace, or choose another folder.',
    data: { path },
  });
}

/**
 * Makes the folder of a copy of the demo. One that has something is refused: the demo has many files, and none of the user's may be replaced.
 * Errors: `workspace_exists`, `file_exists`.
 */
export async function makeEmptyFolder(root: string, files: Files): Promise<void> {
  await newWorkspaceFile(root, files);
  if ((await files.exists(root)) && (await files.list(root)).length > 0) {
    throw new PegboardError('file_exists', `The folder ${root} is not empty.`, {
      hint: 'Make the demo in a new folder: pegboard init --demo <folder>',
      data: { path: root },
    });
  }
  await files.makeFolder(root);
}

/** Every file of the demo, with its month of use before `now`. */
export function demoFiles(root: string, now: number): FileWrite[] {
  return [demoUseFile(root, now), ...demoWorkspaceFiles(root)];
}
