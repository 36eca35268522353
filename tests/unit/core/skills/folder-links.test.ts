import { describe, expect, it } from 'vitest';
import { nodeFiles } from '#core/files/node-files.ts';
import { loadPack } from '#core/skills/read/load-pack.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { write } from '../../../support/workspace.ts';

async function findingsOf(body: string, files: Readonly<Record<string, string>> = {}) {
  const root = temporaryFolder();
  write(root, 'one/SKILL.md', `---\nname: one\ndescription: D.\n---\n${body}`);
  for (const [path, text] of Object.entries(files)) write(root, `one/${path}`, text);
  const { findings } = await loadPack(root, { files: nodeFiles, format: 'skill-md' });
  return findings.map(({ code, path, range, hint }) => `${code} ${path}:${range?.start.line} ${hint}`);
}

describe('links between the files of a skill', () => {
  it('are fine when they lead to a file, a folder, an anchor, a page on the web or an example', async () => {
    const body =
      '[a](references/a.md#top) [b](./scripts/) [c](https://x.org/a) [d](#d) ![e](<assets/my image.png>) [f](assets/my%20image.png)\n' +
      '`[g](no/g.md)` [h]({name}.md) [i](mailto:x@y.z)\n```\n[j](no/j.md)\n```\n\n[k]: references/a.md\n';
    const files = {
      'references/a.md': 'See [b](b.md) and [run](scripts/run.py).\n',
      'references/b.md': 'x',
      'scripts/run.py': 'import helper\n',
      'scripts/helper.py': 'x',
      'assets/my image.png': 'x',
      LICENSE: 'x',
    };
    expect(await findingsOf(body, files)).toEqual([]);
  });

  it('are found dead, out of the folder and absolute, with place and fix, in every Markdown file', async () => {
    const body = 'Read [a](references/guid.md).\n\n[b](../two/x.md), [c](/etc/x), [d](C:\\x\\y.md), [e](~/x.md)\n';
    const files = { 'references/guide.md': '\n[f](../missing.txt)\n[g](../../../out.md)\n' };
    expect(await findingsOf(body, files)).toEqual([
      'link_dead one/SKILL.md:5 Did you mean references/guide.md?',
      'link_outside one/SKILL.md:7 Copy the file into the folder of the skill: a skill is installed without what lies around it.',
      ...Array(3).fill('link_absolute one/SKILL.md:7 Write it relative to the file, such as references/guide.md.'),
      'link_dead one/references/guide.md:2 Correct the path, or add the file.',
      'link_outside one/references/guide.md:3 Copy the file into the folder of the skill: a skill is installed without what lies around it.',
    ]);
  });

  it('are missed: a file that no text names is reported, once for each skill', async () => {
    const files = { 'data/odd.csv': 'x', 'data/even.csv': 'x', 'used.py': 'x' };
    expect(await findingsOf('Run used.py.\n', files)).toEqual([
      'file_unnamed one/SKILL.md:1 Say in SKILL.md when to read it, or remove it.',
    ]);
  });

  it('are checked in linear time', async () => {
    const start = process.threadCpuUsage();
    const found = await findingsOf(
      `${'['.repeat(200_000)}\n${'[a](b'.repeat(40_000)}\n${'`'.repeat(100_000)}a\n`.repeat(2),
    );
    const { user } = process.threadCpuUsage(start);
    expect(found.length).toBeLessThanOrEqual(51);
    expect(user / 1e6).toBeLessThan(2);
  });
});
