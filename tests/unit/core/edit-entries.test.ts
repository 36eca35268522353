import { describe, expect, it } from 'vitest';
import { editSources, withoutSource, withSourceEnabled } from '#core/workspace/edit-sources.ts';
import { parseWorkspaceFile } from '#core/workspace/workspace-file.ts';
import { sourceSchema } from '#shared/domain/source.ts';

const read = (text: string) => parseWorkspaceFile(text, '/w/pegboard.yaml');
const block = `# top
x-number: 0012
sources:
  # one
  - name: one # first
    path: sources/one.json
    format: tools_list
  # two
  -   name: two
      path: sources/two.json
      format: openai

policy: {denied_tools: [ a ]}
`;
const flow =
  'sources: [{name: one, path: a.json, format: tools_list}, {name: two, path: b.json, format: openai }] # end\n';

describe('editing one source in pegboard.yaml keeps every other byte', () => {
  it.each([
    ['a block', block],
    ['a block with CRLF', block.replaceAll('\n', '\r\n')],
    ['a flow', flow],
  ])('off and on in %s', (kind, text) => {
    for (const index of [0, 1]) {
      const off = withSourceEnabled(read(text), index, false);
      expect(read(off).config.sources.map(({ enabled }) => enabled)).toEqual([index !== 0, index !== 1]);
      for (const line of text.split('\n')) if (kind !== 'a flow') expect(off.split('\n')).toContain(line);
      const on = withSourceEnabled(read(off), index, true);
      expect(read(on).config.sources.every(({ enabled }) => enabled)).toBe(true);
      if (kind !== 'a flow') expect(on).toBe(text);
    }
  });

  it('removes a source with its lines, and leaves the others as they are', () => {
    const first = withoutSource(read(block), 0);
    expect(first).toBe(block.replace(/ {2}- name: one[\s\S]*?tools_list\n/, ''));
    const second = withoutSource(read(block), 1);
    expect(second).toBe(block.replace(/ {2}- {3}name: two[\s\S]*?openai\n/, ''));
    expect(read(withoutSource(read(first), 0)).config.sources).toEqual([]);
  });

  it('removes a source of a flow', () => {
    expect(withoutSource(read(flow), 0)).toBe('sources: [{name: two, path: b.json, format: openai }] # end\n');
    expect(withoutSource(read(flow), 1)).toBe('sources: [{name: one, path: a.json, format: tools_list}] # end\n');
  });

  const mcp = { command: 'npx', args: ['-y', '@scope/server', '012', '#x'], env: { KEY: `\${env:KEY}` } };

  it.each([
    ['a block', block],
    ['a block with CRLF', block.replaceAll('\n', '\r\n')],
    ['a flow', flow],
  ])('adds a live source, and a server to a source that had none, in %s', (_kind, text) => {
    const file = read(text);
    const [one] = file.config.sources;
    const three = sourceSchema.parse({ name: 'three', path: 'sources/three.json', format: 'tools_list', mcp });
    const edited = editSources(file, [{ ...sourceSchema.parse(one), mcp }, three]);
    expect(read(edited).config.sources.map((source) => source.mcp)).toEqual([mcp, undefined, mcp]);
    expect(edited).toContain(text.includes('0012') ? '0012' : '# end');

    const other = { url: 'https://x.example/mcp', headers: { A: `Bearer \${env:A}` } };
    const again = editSources(read(edited), [{ ...three, mcp: other }]);
    expect(read(again).config.sources.map((source) => source.mcp)).toEqual([mcp, undefined, other]);
    expect(editSources(read(again), [{ ...three, mcp: other }])).toBe(again);
  });

  it('refuses what it cannot edit, with what to do', () => {
    const text = 'x: &s\n  - {name: one, path: a.json, format: openai}\nsources: *s\n';
    expect(() => withoutSource(read(text), 0)).toThrow(/cannot be edited/);
  });
});
