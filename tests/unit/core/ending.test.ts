import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { Files } from '#core/files/files.ts';
import { nodeFiles } from '#core/files/node-files.ts';
import { skillWorkspaceFolder } from '../../support/skill-workspace.ts';
import { testServices } from '../../support/workspace.ts';

/** Files that are slow, and count what is asked of them. */
function slowFiles(): { readonly files: Files; readonly asked: () => number } {
  let asked = 0;
  const files = new Proxy(nodeFiles, {
    get: (target, name, receiver) => {
      const member: unknown = Reflect.get(target, name, receiver);
      if (typeof member !== 'function' || name === 'watchFolder') return member;
      return async (...given: unknown[]) => {
        asked++;
        await sleep(2);
        return Reflect.apply(member, target, given);
      };
    },
  });
  return { files, asked: () => asked };
}

const folder = () =>
  skillWorkspaceFolder({
    skills: '  skill_packs: [{name: p, path: packs/p, format: skill-md}]\n',
    files: Object.fromEntries(
      [...'abcdefgh'].map((name) => [
        `packs/p/${name}/SKILL.md`,
        `---\nname: ${name}\ndescription: Does ${name}.\n---\n`,
      ]),
    ),
  });

it('nothing of what loads or waits goes on once the services are closed', async () => {
  for (let delay = 0; delay < 60; delay += 15) {
    const { files, asked } = slowFiles();
    const services = await testServices({ files, watch: true, warmIndex: false });
    const open = services.workspace.open({ path: folder() });
    if (delay >= 15) await open;
    const calls = [open, services.skills.load({ reload: false }), services.skills.load({ reload: true })];
    const ends = Promise.allSettled(calls);
    await sleep(delay);
    await services.close();
    const before = asked();
    await sleep(20);
    expect(asked(), `${delay} ms`).toBe(before);
    await ends;
  }
});
