import { closeSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { createServices } from '#core/create-services.ts';
import { silentLogger } from '#core/logger.ts';
import { readInProcess } from '../support/read-use-process.ts';
import type { Scratch } from './engines/engine.ts';
import { timed } from './statistics.ts';
import { count, milliseconds, print, table } from './table.ts';

/** Bytes of the transcript, and of a result in it: results are most of a transcript. */
const [transcriptBytes, quickBytes, resultBytes] = [1e9, 1e8, 6000] as const;

/** Tools that are called, and servers that have them. */
const [tools, servers] = [200, 10] as const;

/**
 * Times reading a transcript of a gigabyte in a process of its own, with its largest memory; then reading it again unchanged, with a line more, and the
 * report over its events.
 */
export async function measureUse(scratch: Scratch, { isQuick }: { readonly isQuick: boolean }): Promise<void> {
  const folder = scratch.folder();
  const path = join(folder, 'transcript.jsonl');
  const calls = writeTranscript(path, isQuick ? quickBytes : transcriptBytes);
  writeWorkspace(folder);
  const userDataDir = scratch.folder();
  const read = async () => {
    const figures = await readInProcess('claude-code', { folder, path, userDataDir }).figures;
    if (!figures) throw new Error('The read ended early.');
    return figures;
  };
  const first = await read();
  const again = await read();
  writeFileSync(path, turn(calls, new Date(start + calls * 1000)), { flag: 'a' });
  const more = await read();
  const services = await createServices({ userDataDir, host: 'test', logger: silentLogger, watch: false });
  try {
    await services.workspace.open({ path: folder });
    const report = (await timed(() => services.use.report({}))).ms;
    const rows = (await timed(() => services.use.rows({ filter: { tool: 'server1.tool11' }, limit: 50 }))).ms;
    print(`  ${count(isQuick ? quickBytes : transcriptBytes)} bytes, ${count(calls)} calls`);
    print(
      table(
        ['', 'ms', 'largest memory'],
        [
          ['first read', milliseconds(first.ms), megabytes(first.memory)],
          ['unchanged', milliseconds(again.ms), megabytes(again.memory)],
          ['a call more', milliseconds(more.ms), megabytes(more.memory)],
          ['report', milliseconds(report), ''],
          ['50 rows of a tool', milliseconds(rows), ''],
        ],
      ),
    );
  } finally {
    await services.close();
  }
}

const start = Date.UTC(2026, 0, 1);

function writeTranscript(path: string, bytes: number): number {
  const file = openSync(path, 'w');
  let [written, calls] = [0, 0];
  while (written < bytes) {
    const text = turn(calls, new Date(start + calls * 1000));
    written += writeSync(file, text);
    calls += 1;
  }
  closeSync(file);
  return calls;
}

function turn(number: number, time: Date): string {
  const id = `toolu_${String(number).padStart(20, '0')}`;
  const tool = number % tools;
  const common = { sessionId: `session-${Math.floor(number / 50)}`, timestamp: time.toISOString() };
  const input = { path: `notes/${number}.md` };
  const use = { type: 'tool_use', id, name: `mcp__server${tool % servers}__tool${tool}`, input };
  const result = { type: 'tool_result', tool_use_id: id, content: 'a line of a file\n'.repeat(resultBytes / 17) };
  const lines = [
    { ...common, type: 'assistant', message: { role: 'assistant', content: [use] } },
    { ...common, type: 'user', message: { role: 'user', content: [result] } },
  ];
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

function writeWorkspace(folder: string): void {
  const names = Array.from({ length: servers }, (_, server) => `server${server}`);
  for (const [server, name] of names.entries()) {
    const own = Array.from({ length: tools }, (_, tool) => tool).filter((tool) => tool % servers === server);
    const list = own.map((tool) => ({
      name: `tool${tool}`,
      description: `Tool ${tool}.`,
      inputSchema: { type: 'object' },
    }));
    writeFileSync(join(folder, `${name}.json`), JSON.stringify({ tools: list }));
  }
  const sources = names.map((name) => `  - {name: ${name}, path: ${name}.json, format: tools_list}`);
  writeFileSync(join(folder, 'pegboard.yaml'), `sources:\n${sources.join('\n')}\n`);
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1e6)} MB`;
}
