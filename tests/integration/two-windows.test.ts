import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { silentLogger } from '#core/logger.ts';
import { startHttpHost } from '../../src-main/hosts/http/start-http-host.ts';
import { errorOf } from '../contract/suite-helpers.ts';
import type { PegboardClient } from '../support/in-process-client.ts';
import { connectTo } from '../support/rpc-client.ts';
import { simulateInput } from '../support/simulate-input.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { searchOn, testServices, workspaceFolder, write } from '../support/workspace.ts';

/** A folder and everything in it, by path. */
function textsOf(root: string): Record<string, string> {
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => !path.includes('.pegboard'));
  return Object.fromEntries(paths.map((path) => [path, readFileSync(path, 'utf8')]));
}

/** Reads a stream to its end. */
async function allOf(stream: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of stream);
}

const edit = { changes: [{ path: ['tool_search', 'max_search_results'], value: 7 }] };

describe('two windows on one core', () => {
  let x: string;
  let y: string;
  let a: PegboardClient;
  let b: PegboardClient;
  let before: Record<string, string>;

  beforeEach(async () => {
    // A header holds no such name as it is.
    x = join(temporaryFolder(), 'Übung');
    write(x, 'pegboard.yaml', searchOn);
    y = workspaceFolder([{ name: 'files.read' }]);
    const rendererDir = temporaryFolder();
    writeFileSync(join(rendererDir, 'index.html'), '<!doctype html>');
    const host = await startHttpHost({ services: await testServices(), rendererDir, logger: silentLogger });
    onTestFinished(() => host.close());
    [a, b] = [await connectTo(host.url, x), await connectTo(host.url, y)];
    await a.workspace.open({ path: x });
    before = { ...textsOf(x), ...textsOf(y) };
  });

  const nothingIsWritten = () => expect({ ...textsOf(x), ...textsOf(y) }).toEqual(before);

  it('refuses what one writes once the other has opened another workspace', async () => {
    await b.workspace.open({ path: y });
    const refused = await errorOf(a.config.edit(edit));
    expect(refused).toMatchObject({ code: 'workspace_changed', data: { named: x, open: y } });
    expect(refused.message).toContain(x);
    expect(refused.message).toContain(y);
    expect(refused.hint).toContain(x);
    nothingIsWritten();
    expect((await b.config.edit(edit)).written).toBe(true);
  });

  it('refuses a write that waited for its turn meanwhile', async () => {
    const [, refused] = await Promise.all([b.workspace.open({ path: y }), errorOf(a.config.edit(edit))]);
    expect(refused).toMatchObject({ code: 'workspace_changed' });
    nothingIsWritten();
  });

  it('refuses what a stream would write', async () => {
    await b.workspace.open({ path: y });
    const text = 'name: hi\nquery: hi\nscript: [{answer: hi}]\n';
    const events = await a.planner.simulate({ ...simulateInput, text, golden: 'write' });
    const refused = await errorOf(allOf(events));
    expect(refused).toMatchObject({ code: 'workspace_changed' });
    nothingIsWritten();
  });

  it('refuses to read for one what its edit would be made of', async () => {
    expect((await a.config.read()).path).toBe(join(x, 'pegboard.yaml'));
    await b.workspace.open({ path: y });
    expect(await errorOf(a.config.read())).toMatchObject({ code: 'workspace_changed', data: { named: x, open: y } });
    expect((await b.config.read()).path).toBe(join(y, 'pegboard.yaml'));
  });

  it('lets the one still read what no edit is made of', async () => {
    await b.workspace.open({ path: y });
    expect((await a.catalog.list()).map(({ name }) => name)).toEqual(['files.read']);
  });
});
