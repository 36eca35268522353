import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCli } from '../support/run-cli.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const catalogs = resolve(import.meta.dirname, '../../../shared/data/catalogs');
const there = existsSync(catalogs);

describe(`real catalogs${there ? '' : ' (not run: ../shared/data is not on this computer)'}`, () => {
  it.runIf(there)('all import into one workspace; a search explains every hit', async () => {
    const files = readdirSync(catalogs).flatMap((folder) =>
      readdirSync(join(catalogs, folder)).flatMap((file) =>
        file.endsWith('.json') ? [join(catalogs, folder, file)] : [],
      ),
    );
    expect(files.length).toBe(29);
    const cwd = temporaryFolder();
    await runCli(['init'], { cwd });
    const imported = await runCli(['import', ...files], { cwd });
    expect([imported.code, (imported.result.added as string[]).length]).toEqual([0, 872]);
    const again = await runCli(['import', ...files], { cwd });
    expect(again.result).toMatchObject({ written: false, unchanged: 872 });

    const found = await runCli(['search', 'read a text file', '--ranking', 'rfc', '--explain', '--format', 'json'], {
      cwd,
    });
    const { tools } = found.result as { tools: { name: string; score: number; explanation: Explained }[] };
    expect(tools).toHaveLength(8);
    for (const { score, explanation } of tools) {
      const sum = explanation.arithmetic.terms.reduce((total, term) => total + term.contribution, 0);
      expect(sum).toBeCloseTo(-explanation.arithmetic.raw_bm25, 9);
      expect(explanation.score).toBe(score);
    }
  });
});

interface Explained {
  readonly score: number;
  readonly arithmetic: { readonly raw_bm25: number; readonly terms: readonly { readonly contribution: number }[] };
}
