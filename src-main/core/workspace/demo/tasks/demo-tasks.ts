import { join } from 'node:path';
import type { FileWrite } from '../../../files/files.ts';
import { deskTasks } from './desk-tasks.ts';
import { repoTasks } from './repo-tasks.ts';
import { shopTasks } from './shop-tasks.ts';
import { demoWorlds } from './worlds.ts';

const tasksOf = { shop: shopTasks, repo: repoTasks, desk: deskTasks } as const;

/** The tasks of the demo and their worlds, in the folder `tasks` of a workspace. */
export function demoTaskFiles(root: string): FileWrite[] {
  return Object.entries(tasksOf).flatMap(([world, tasks]) => [
    { path: join(root, `tasks/${world}.world.yaml`), text: demoWorlds[world as keyof typeof demoWorlds] },
    ...Object.entries(tasks).map(([name, text]) => ({
      path: join(root, `tasks/${world}/${name}.task.yaml`),
      text: `name: ${name}\nworld: ../${world}.world.yaml\n${text}`,
    })),
  ]);
}
