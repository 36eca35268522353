import { expect, it } from 'vitest';
import { nodeFiles } from '#core/files/node-files.ts';
import { demoWorkspaceFiles } from '#core/workspace/demo/demo-workspace.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { testServices } from '../../../support/workspace.ts';

/** Some of each world: with approval, with a persona, and with nothing to change. The test beside this one has all sixty. */
const some = ['shop/sorry-ben', 'shop/erase-farid', 'shop/erase-as-support', 'repo/approve-and-land', 'desk/not-yours'];

it('the simulator solves tasks of the demo by their solutions, and not by doing nothing', async () => {
  const root = temporaryFolder();
  await nodeFiles.writeAll(demoWorkspaceFiles(root));
  const services = await testServices({ userDataDir: temporaryFolder() });
  await services.workspace.open({ path: root });
  expect(await services.experiments.tasks()).toHaveLength(60);
  for (const name of some) {
    const path = `${name}.task.yaml`;
    expect(await services.experiments.task({ path })).toMatchObject({ path, findings: [] });
  }
}, 60_000);
