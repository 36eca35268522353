import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import { countTextTokens } from '#core/prompt/count-tokens.ts';
import { withScratch } from '../scratch.ts';
import { count, print, table } from '../table.ts';
import { importServer, type Place, pegboard, placeIn, project, stdioHost } from './place.ts';

const search = (client: Client, query: string) => client.callTool({ name: 'tool_search', arguments: { query } });
const tokens = (value: unknown) => countTextTokens(typeof value === 'string' ? value : JSON.stringify(value)).o200k;

/** What the definitions cost in every prompt: without Pegboard, and with it; and what a search costs when it is made. */
async function measureWorth(place: Place, label: string, queries: readonly string[]): Promise<string[]> {
  const direct = await stdioHost(place, ['--mode', 'direct']);
  const all = (await direct.listTools()).tools;
  await direct.close();
  const client = await stdioHost(place);
  const { tools } = await client.listTools();
  const answers: number[] = [];
  for (const query of queries) {
    const { content } = await search(client, query);
    answers.push(tokens((content as { text: string }[]).map(({ text }) => text).join('\n')));
  }
  await client.close();
  const [before, after] = [tokens(all), tokens(tools)];
  const mean = answers.reduce((sum, one) => sum + one, 0) / answers.length;
  return [
    label,
    count(all.length),
    count(before),
    count(after),
    `${Math.round((1 - after / before) * 100)} %`,
    count(Math.round(mean)),
  ];
}

/** Tokens of the definitions with and without the gateway. */
export async function worth(): Promise<void> {
  print(
    '1. What it is worth: tokens (o200k) of the definitions in every prompt, nothing always loaded, and of a search answer',
  );
  print();
  const rows: string[][] = [];
  await withScratch(async (scratch) => {
    const place = placeIn(scratch);
    await pegboard(place, ['init', '.']);
    await importServer(place, 'files', 'filesystem', place.root);
    for (const name of ['memory', 'everything']) await importServer(place, name, name);
    rows.push(
      await measureWorth(place, 'filesystem, memory, everything', [
        'read a text file',
        'add to the knowledge graph',
        'sum of numbers',
      ]),
    );
    const github = githubCatalog();
    const captured = placeIn(scratch);
    await pegboard(captured, ['init', '.']);
    writeFileSync(join(captured.root, 'github.json'), github.text);
    await pegboard(captured, ['import', 'github.json', '--name', 'github']);
    rows.push(
      await measureWorth(captured, github.label, [
        'create an issue',
        'merge a pull request',
        'search code',
        'list commits',
      ]),
    );
  });
  print(table(['servers', 'tools', 'all definitions', 'the list of the gateway', 'less', 'a search answer'], rows));
}

/** The captured list of GitHub's server where it is there, else the one of the demo. */
function githubCatalog(): { text: string; label: string } {
  const folder = join(project, '../shared/data/catalogs/github-mcp-server');
  try {
    const [file = ''] = readdirSync(folder).filter((name) => name.endsWith('.json'));
    return { text: readFileSync(join(folder, file), 'utf8'), label: 'GitHub, captured' };
  } catch {
    const demo = join(project, 'src-main/core/workspace/demo/github.json');
    return { text: readFileSync(demo, 'utf8'), label: 'GitHub, of the demo' };
  }
}
