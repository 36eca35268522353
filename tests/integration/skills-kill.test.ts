import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'vite';
import { describe, expect, it, onTestFinished } from 'vitest';
import { nodeFiles } from '#core/files/node-files.ts';
import { exportSkills } from '#core/skills/export/export-skills.ts';
import { SkillStore } from '#core/skills/store/skill-store.ts';
import { folderContents } from '../support/folder-contents.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { write } from '../support/workspace.ts';

const repository = resolve(import.meta.dirname, '../..');
/** Enough for both sides of the journal; `npm run test:hostile` kills exports, and all other writers, more often. */
const kills = 60;
/** Folders that are exported to side by side: most of the time is waiting for the disk. */
const lanes = 4;

/**
 * The program that is killed, with all its modules in one file: reading them one by one is most of the life of a process
 * that dies after some milliseconds. It lies where it finds better-sqlite3.
 */
async function bundledScript(): Promise<string> {
  const outDir = mkdtempSync(join(repository, 'node_modules/.kill-test-'));
  onTestFinished(() => rmSync(outDir, { recursive: true, force: true }));
  await build({
    root: repository,
    configFile: false,
    logLevel: 'error',
    build: { ssr: 'tests/fixtures/export-until-killed.mjs', outDir, target: 'node24' },
    ssr: { noExternal: true, external: ['better-sqlite3'] },
  });
  return join(outDir, 'export-until-killed.js');
}

/** Two states of one pack: some skills only in one of them, some changed, some equal. */
function twoPacks(): string {
  const root = temporaryFolder();
  for (const [state, names] of [
    ['old', ['a', 'b', 'c', 'gone']],
    ['new', ['a', 'b', 'c', 'added']],
  ] as const) {
    write(root, `${state}/pack.yaml`, `name: p\nversion: ${state}\n`);
    for (const name of names) {
      const title = name === 'c' ? 'Equal' : state;
      write(
        root,
        `${state}/${name}.skill.yaml`,
        `name: pack.p.${name}\ntitle: ${title}\ntrigger: T of ${name}.\nsteps: [S.]\n`,
      );
    }
  }
  return root;
}

const skillTexts = (folder: string) =>
  Object.fromEntries(Object.entries(folderContents(folder)).filter(([path]) => !path.startsWith('.pegboard-export')));

/** Runs until it has killed itself. */
async function runUntilKilled(script: string, args: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'ignore', 'pipe'] });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const signal = await new Promise((done) => child.on('close', (_code, by) => done(by)));
  expect([signal, stderr]).toEqual(['SIGKILL', '']);
}

describe('an export and a pack load that are killed', () => {
  it(`leave each file old or new, never half, ${kills} times; the next command finishes or undoes the export and says which`, async () => {
    const [script, packs, locks] = [await bundledScript(), twoPacks(), temporaryFolder()];
    const states: Record<string, string>[] = [];
    for (const state of ['old', 'new']) {
      const clean = temporaryFolder();
      await exportSkills(
        { path: join(packs, state), target: clean, format: 'skill-md', apply: true, overwrite: false },
        nodeFiles,
        { locks },
      );
      states.push(skillTexts(clean));
    }
    const outcomes = { finished: 0, rolled_back: 0, none: 0, inLoad: 0 };
    const old = ['pack.p.a old', 'pack.p.b old', 'pack.p.c Equal', 'pack.p.gone old'];
    const fresh = ['pack.p.a new', 'pack.p.added new', 'pack.p.b new', 'pack.p.c Equal'];
    const lane = async () => {
      const [target, database] = [temporaryFolder(), join(temporaryFolder(), 'skills.db')];
      for (let kill = 0; kill < kills / lanes; kill++) {
        const inLoad = kill % 4 === 3;
        const n = Math.floor(Math.random() * (inLoad ? 6 : 70));
        const goesOn = Math.floor(Math.random() * 8) - 1;
        const kind = inLoad ? 'rows' : 'files';
        await runUntilKilled(script, [packs, target, database, locks, kind, String(n), String(goesOn)]);
        for (const [path, text] of Object.entries(skillTexts(target))) {
          const known = states.map((state) => state[path]);
          expect(known, path).toContain(text);
        }
        const { recovered } = await exportSkills(
          { path: join(packs, 'old'), target, format: 'skill-md', apply: true, overwrite: false },
          nodeFiles,
          { locks },
        );
        outcomes[inLoad ? 'inLoad' : (recovered?.outcome ?? 'none')]++;
        expect(recovered?.left ?? []).toEqual([]);
        expect(skillTexts(target)).toEqual(states[0]);
        const store = new SkillStore({ path: database, fts: 'detect', now: Date.now, newId: randomUUID });
        const titles = store.all().map(({ name, title }) => `${name} ${title}`);
        store.close();
        expect([[], old, fresh]).toContainEqual(titles);
      }
      expect(readFileSync(join(target, '.pegboard-export.json'), 'utf8')).toContain('pack-p-gone');
    };
    await Promise.all(Array.from({ length: lanes }, lane));
    // Chance must have hit both sides of the journal, or this test proves nothing.
    expect(outcomes.finished, JSON.stringify(outcomes)).toBeGreaterThan(0);
    expect(outcomes.rolled_back, JSON.stringify(outcomes)).toBeGreaterThan(0);
  }, 900_000);
});
