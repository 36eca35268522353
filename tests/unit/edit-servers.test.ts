import fc from 'fast-check';
import { type ParseError, parse as parseJsonc } from 'jsonc-parser';
import { parse as parseToml } from 'smol-toml';
import { describe, expect, it } from 'vitest';
import { editServers, type ServerEdits } from '#core/client-configs/edit-servers.ts';
import { commonEntry, type EntryForm } from '#core/client-configs/entry-form.ts';
import { Random } from '../hostile/random.ts';

const codex: EntryForm = { format: 'toml', path: ['mcp_servers'], fields: {}, file: null };
const pegboard = { command: 'pegboard', args: ['mcp', '--workspace', '/srv/work space'] };

const edit = (text: string, edits: Partial<ServerEdits>, form = commonEntry) =>
  editServers(text, { remove: [], set: {}, ...edits }, { form, path: '/home/ada/file' });
const connect = (text: string, form = commonEntry) => edit(text, { set: { pegboard } }, form);
const disconnect = (text: string, form = commonEntry) => edit(text, { remove: ['pegboard'] }, form);

const jsonTexts = ['word', '// no comment', '/* none */', 'a, b }', 'q " \\ {', 'ü😀', '\t'];

describe('servers of a JSON configuration', () => {
  it('are added as the file is written, behind the comment of the last one', () => {
    expect(connect('{\n\t"a": 1,\n\t"mcpServers": {\n\t\t"x": {} // mine\n\t}\n}\n')).toBe(
      '{\n\t"a": 1,\n\t"mcpServers": {\n\t\t"x": {}, // mine\n\t\t"pegboard": {\n\t\t\t"command": "pegboard",\n\t\t\t"args": ["mcp", "--workspace", "/srv/work space"]\n\t\t}\n\t}\n}\n',
    );
  });

  it.each([
    ['{"a":1,"mcpServers":{"x":{}}}'],
    ['{ "mcpServers": { "x": {}, /* last */ }, }'],
    ['\ufeff{\r\n    "mcpServers": {\r\n        "x": {}, // mine\r\n    },\r\n}\r\n'],
    ['{\n  "mcpServers": {\n    "x": {}\n    // the end\n  }\n}'],
    ['{\n  "mcpServers": {\n  }\n}'],
    ['{"mcpServers": {}}'],
    ['{\n  "a": {}\n  ,"mcpServers": {\n     "x": {}\n   , "y": {}\n}}'],
  ])('come and go without a trace in %j', (text) => {
    const connected = connect(text);
    expect(JSON.stringify(parseJsonc(connected.replace('\ufeff', '')))).toContain('"pegboard":{"command"');
    expect(disconnect(connected)).toBe(text);
  });

  it.each([[''], ['\n'], ['  \n \n'], ['\ufeff'], ['{}'], ['{ // nothing\n}'], ['// first\n{}\n']])(
    'are written into %j, which has none',
    (text) => {
      const mistakes: ParseError[] = [];
      const after = connect(text);
      expect(parseJsonc(after.replace('\ufeff', ''), mistakes)).toEqual({ mcpServers: { pegboard } });
      expect(mistakes).toEqual([]);
      expect(after.startsWith('\ufeff')).toBe(text.startsWith('\ufeff'));
    },
  );

  it.each([
    ['{\n  "mcpServers": {\n    "a": {,}\n', '/home/ada/file:3:11'],
    ['{"mcpServers": []}', 'must contain an object'],
    ['{"mcpServers": {}, "mcpServers": {}}', '"mcpServers" is given twice'],
    ['{"mcpServers": {"pegboard": {}, "pegboard": {}}}', '"pegboard" is given twice'],
    ['[]', 'must hold keys with values'],
    ['// nothing else', 'value expected'],
  ])('are refused in %j', (text, words) => {
    expect(() => connect(text)).toThrow(
      expect.objectContaining({ code: 'client_config_invalid', message: expect.stringContaining(words) as string }),
    );
  });

  it('that are there as they are to be change nothing', () => {
    const text = '{"mcpServers":{"pegboard":{"args":["mcp","--workspace","/srv/work space"],"command":"pegboard"}}}';
    expect(connect(text)).toBe(text);
  });

  it('change no other value, comment or byte, however the file is written', () => {
    fc.assert(
      fc.property(
        fc.integer(),
        fc.array(fc.nat(99), { maxLength: 5 }),
        fc.subarray(['one', 'two', 'three']),
        (seed, keys, gone) => {
          const random = new Random(`${seed}`);
          const names = [...new Set([...some(random, ['one', 'two', 'three', 'four']), ...gone])];
          const text = jsonDocument(random, { keys: new Set(keys), names });
          const before = parseJsonc(text.replace('\ufeff', ''), [], { allowTrailingComma: true }) as Record<
            string,
            unknown
          >;
          const connected = connect(text);
          const after = edit(connected, { remove: gone });
          const { mcpServers, ...others } = parseJsonc(after.replace('\ufeff', ''), [], { allowTrailingComma: true });
          const { mcpServers: servers, ...same } = before as { mcpServers?: Record<string, unknown> };
          expect(others).toEqual(same);
          const left = Object.entries(servers ?? {}).filter(([name]) => !gone.includes(name));
          expect(mcpServers).toEqual({ ...Object.fromEntries(left), pegboard });
          expect(commentsOf(after)).toEqual(commentsOf(text));
          if (/\r\n/.test(text)) expect(after.replaceAll('\r\n', '')).not.toMatch(/\n/);
          if (names.length > 0) expect(disconnect(connected)).toBe(text);
          else expect(bare(disconnect(connected))).toBe(bare(text));
        },
      ),
      { numRuns: 500 },
    );
  });
});

const some = <Item>(random: Random, items: readonly Item[]) => items.filter(() => random.chance(0.5));

const shuffled = <Item>(random: Random, items: readonly Item[]) =>
  items
    .map((item) => [random.next(), item] as const)
    .sort(([a], [b]) => a - b)
    .map(([, item]) => item);

/** Without commas, white space and an empty map of servers. */
const bare = (text: string) => text.replace(/[\s,]/g, '').replace('"mcpServers":{}', '');

const commentsOf = (text: string) => text.match(/\/[/*]#\d+/g) ?? [];

/** JSON with comments wherever they may stand, each with its number. */
function jsonDocument(
  random: Random,
  { keys, names }: { keys: ReadonlySet<number>; names: readonly string[] },
): string {
  const eol = random.pick(['\n', '\r\n']);
  const indent = random.pick(['  ', '\t', '    ', ' ']);
  const isLine = random.chance(0.5);
  const trailing = random.chance(0.5);
  let comments = 0;
  const gap = (space: string) => {
    const kind = random.pick(['', '', '', 'block', 'line', 'wide']);
    if (kind === 'block') return `${space}/*#${comments++} , } */${space}`;
    if (kind === 'line' && !isLine) return `${space} //#${comments++} { "x",${eol}${space}`;
    return kind === 'wide' ? ` ${space} ` : space;
  };
  const object = (members: readonly string[], depth: number): string => {
    const space = isLine ? '' : `${eol}${indent.repeat(depth + 1)}`;
    const rows = members.map(
      (member, i) => `${gap(space)}${member}${i < members.length - 1 || trailing ? `${gap('')},` : ''}`,
    );
    return `{${rows.join('')}${gap(isLine ? '' : `${eol}${indent.repeat(depth)}`)}}`;
  };
  const server = (name: string) =>
    `${JSON.stringify(name)}:${random.pick(['', ' '])}${JSON.stringify({ command: random.pick(jsonTexts), env: { A: random.pick(jsonTexts) } })}`;
  const map = `"mcpServers": ${object(names.map(server), 1)}`;
  const others = [...keys].map(
    (key) =>
      `"k${key}": ${JSON.stringify(random.pick<unknown>([...jsonTexts, 1, true, null, [1], { a: { b: 'x' } }]))}`,
  );
  const at = random.below(others.length + 1);
  const members = names.length > 0 || random.chance(0.5) ? [...others.slice(0, at), map, ...others.slice(at)] : others;
  return `${random.pick(['', '\ufeff'])}${gap('')}${object(members, 0)}${random.pick(['', eol])}`;
}

describe('servers of a TOML configuration', () => {
  it('are tables at its end, and go with their sub-tables and empty lines', () => {
    const text =
      'model = "m"\r\n\r\n[mcp_servers.x] # mine\r\ncommand = """\r\n[mcp_servers.y]\r\n"""\r\n\r\n[mcp_servers.x.env]\r\nA = "1"\r\n\r\n# about b\r\n[b]\r\nc = [\r\n  1, # ]\r\n]';
    const connected = connect(text, codex);
    expect(connected).toBe(
      `${text}\r\n\r\n[mcp_servers.pegboard]\r\ncommand = "pegboard"\r\nargs = [ "mcp", "--workspace", "/srv/work space" ]\r\n`,
    );
    expect(edit(connected, { remove: ['x', 'pegboard'] }, codex)).toBe(
      'model = "m"\r\n\r\n# about b\r\n[b]\r\nc = [\r\n  1, # ]\r\n]\r\n',
    );
  });

  it.each([
    [
      '[mcp_servers]\nx.command = "a"\nx.args = [\n]\ny = { command = "b" } # y\nz.command = "c"\n',
      ['x', 'y'],
      '[mcp_servers]\nz.command = "c"\n',
    ],
    ['mcp_servers.x.command = "a"\nb = 1\n', ['x'], 'b = 1\n'],
    ['[mcp_servers."x y"]\ncommand = "a"\n[mcp_servers . \'x y\' . env]\nA = "\\"]"\n', ['x y'], ''],
    ['[[mcp_servers.x.tools]]\na = 1\n[[mcp_servers.x.tools]]\na = 2\n[q]\n', ['x'], '[q]\n'],
  ])('are cut out of %j', (text, remove, after) => {
    expect(edit(text, { remove }, codex)).toBe(after);
  });

  it.each([
    ['mcp_servers = { x = { command = "a" } }\n', 'inline table'],
    ['mcp_servers = 1\n', 'cannot be edited exactly'],
    ['a = 1\nb = \n', '/home/ada/file:2:'],
  ])('are refused in %j', (text, words) => {
    const before = () => edit(text, { set: { pegboard }, remove: ['x'] }, codex);
    expect(before).toThrow(
      expect.objectContaining({ code: 'client_config_invalid', message: expect.stringContaining(words) as string }),
    );
  });

  it('change no other value, comment or line, however the file is written', () => {
    fc.assert(
      fc.property(fc.integer(), fc.subarray(['one', 'two', 't.h"ree']), (seed, gone) => {
        const random = new Random(`${seed}`);
        const names = [...new Set([...some(random, ['one', 'two', 't.h"ree', 'four']), ...gone])];
        const text = tomlDocument(random, names);
        const before = parseToml(text.replace('\ufeff', '')) as { mcp_servers?: Record<string, unknown> };
        const connected = connect(text, codex);
        const after = edit(connected, { remove: gone }, codex);
        const { mcp_servers, ...others } = parseToml(after.replace('\ufeff', ''));
        const { mcp_servers: servers, ...same } = before;
        expect(others).toEqual(same);
        const left = Object.entries(servers ?? {}).filter(([name]) => !gone.includes(name));
        expect(mcp_servers).toEqual({ ...Object.fromEntries(left), pegboard });
        expect(after.match(/##\d+/g) ?? []).toEqual(text.match(/##\d+/g) ?? []);
        if (text.includes('\r\n')) expect(after.replaceAll('\r\n', '')).not.toMatch(/\n/);
        expect(disconnect(connected, codex)).toBe(text);
      }),
      { numRuns: 500 },
    );
  });
});

/** TOML in odd ways of writing; comments with a number belong to no server. It ends with one line break. */
function tomlDocument(random: Random, names: readonly string[]): string {
  const eol = random.pick(['\n', '\r\n']);
  const tab = random.pick(['', '  ', '\t']);
  let comments = 0;
  const blank = () =>
    random.pick(['', eol, `${tab}##${comments++} [x] " '${eol}`, `${eol}##${comments++}${eol}${eol}`]);
  const end = () => random.pick(['', ' # [a] = "', '\t']) + eol;
  const value = () =>
    random.pick([
      '1',
      '"a#\\"]"',
      "'b\\'",
      `[ 1, # ]${eol} 2 ]`,
      '{ a = "}", b = [1] }',
      '1979-05-27T07:32:00Z',
      `"""${eol}[mcp_servers.one]${eol}x = ""\\""""""`,
      `'''${eol}'one' ''${eol}'''''`,
    ]);
  const quoted = (name: string) =>
    /^\w+$/.test(name) ? random.pick([name, `"${name}"`, `'${name}'`]) : JSON.stringify(name);
  const tables = names.map((name) => {
    const head = () => `${tab}[${random.pick(['', ' '])}mcp_servers . ${quoted(name)}`;
    const own = `${head()}]${end()}${tab}command = ${value()}${end()}${random.pick(['', eol])}${tab}args.x = ${value()}${end()}`;
    const more = `${head()}.env ]${end()}A = ${value()}${end()}`;
    return random.chance(0.5) ? `${own}${random.pick(['', eol])}${more}` : own;
  });
  const others = some(random, ['p', 'q', 'r']).map((name) => `[${name}]${end()}a = ${value()}${end()}`);
  const parts = shuffled(random, [...tables, ...others]);
  const top = random.chance(0.5) ? `top = ${value()}${end()}` : '';
  return `${random.pick(['', '\ufeff'])}${blank()}${top}${parts.map((part) => blank() + part).join('')}${blank()}[last]${eol}x = ${value()}${eol}`;
}
