import { nodeFiles } from '#core/files/node-files.ts';
import { demoWorkspaceFiles } from '#core/workspace/demo/demo-workspace.ts';
import { type LoadedWorkspace, loadWorkspace } from '#core/workspace/load-workspace.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** The demo workspace, read from files in a folder that goes with the test. */
export async function demoWorkspace(): Promise<LoadedWorkspace> {
  const root = temporaryFolder();
  await nodeFiles.writeAll(demoWorkspaceFiles(root));
  return loadWorkspace(root, nodeFiles);
}
