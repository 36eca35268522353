import { describe, expect, it } from 'vitest';
import { moved } from '../../../src-renderer/features/packs/move-entry.ts';
import {
  documentId,
  documentPlace,
  documentTitle,
  formatOfName,
} from '../../../src-renderer/features/packs/pack-document.ts';
import { keyOfProblem, packRows } from '../../../src-renderer/features/packs/pack-rows.ts';
import type { PackData } from '../../../src-renderer/features/packs/packs-data.ts';
import { previewPieces } from '../../../src-renderer/features/packs/preview-pieces.ts';
import { skillCompletions } from '../../../src-renderer/features/packs/skill-completions.ts';
import { matchingTools, wordBefore } from '../../../src-renderer/features/packs/tool-words.ts';

const skill = (name: string) => ({ name, title: null, line: 1 });
const pack: PackData = {
  name: 'p',
  path: 'packs/p',
  isEnabled: true,
  format: null,
  error: null,
  report: {
    findings: [
      { code: 'a', severity: 'error', message: 'A', path: 'packs/p/one.skill.yaml' },
      { code: 'b', severity: 'warning', message: 'B', path: 'packs/p' },
    ],
  } as unknown as PackData['report'],
  view: {
    files: [
      { file: 'many.skill.jsonl', format: 'jsonl', skills: [skill('pack.p.a'), skill('pack.p.b')], beside: [] },
      { file: 'one.skill.yaml', format: 'yaml', skills: [skill('pack.p.one')], beside: [] },
    ],
  } as unknown as PackData['view'],
};
const keys = (filter: string, turned: string[] = []) =>
  packRows([pack], { filter, turned: new Set(turned) }).map(({ key }) => key);

describe('the tree of packs', () => {
  it('opens packs at first, and files with several skills when they are turned', () => {
    expect(keys('')).toEqual(['p', 'p/many.skill.jsonl', 'p/one.skill.yaml']);
    expect(keys('', ['p/many.skill.jsonl'])).toContain('p/many.skill.jsonl#1');
    expect(keys('', ['p'])).toEqual(['p']);
  });

  it('knows the line that a problem is about: its file, or its pack', () => {
    const [ofFile, ofPack] = pack.report?.findings ?? [];
    if (!ofFile || !ofPack) throw new Error('the pack has two problems');
    expect([keyOfProblem([pack], ofFile), keyOfProblem([pack], ofPack)]).toEqual(['p/one.skill.yaml', 'p']);
    expect(keyOfProblem([pack], { ...ofFile, message: 'Another' })).toBeNull();
  });

  it('keeps what has all the words of the filter, and opens it', () => {
    expect(keys('pack.p.b')).toEqual(['p', 'p/many.skill.jsonl', 'p/many.skill.jsonl#1']);
    expect(keys('one yaml', ['p'])).toEqual(['p', 'p/one.skill.yaml']);
    expect(keys('nothing')).toEqual([]);
  });

  it('has the files beside a SKILL.md below it, with size and tokens, and finds them by their names', () => {
    const beside = [
      { path: 'a/b.md', size: 7, tokens: 2 },
      { path: 'image.png', size: 9000, tokens: null },
    ];
    const files = [{ file: 'one/SKILL.md', format: 'skill-md', skills: [skill('one')], beside }];
    const data = { ...pack, view: { files } as unknown as PackData['view'] };
    const rowsOf = (filter: string, turned: string[]) => packRows([data], { filter, turned: new Set(turned) });
    expect(rowsOf('', []).map(({ key }) => key)).toEqual(['p', 'p/one/SKILL.md']);
    expect(rowsOf('', ['p/one/SKILL.md']).slice(2)).toMatchObject([
      {
        kind: 'beside',
        key: 'p/one/a/b.md',
        file: 'one/a/b.md',
        owner: 'one/SKILL.md',
        name: 'a/b.md',
        size: 7,
        tokens: 2,
      },
      { kind: 'beside', key: 'p/one/image.png', name: 'image.png', size: 9000, tokens: null },
    ]);
    expect(rowsOf('b.md', []).map(({ key }) => key)).toEqual(['p', 'p/one/SKILL.md', 'p/one/a/b.md']);
  });

  it('counts problems by file, and all of them at the pack', () => {
    const rows = packRows([pack], { filter: '', turned: new Set() });
    expect(rows.map(({ problems }) => problems)).toEqual([
      { errors: 1, warnings: 1 },
      { errors: 0, warnings: 0 },
      { errors: 1, warnings: 0 },
    ]);
  });

  it('names documents so that pack and file come back', () => {
    const at = { pack: 'p', file: 'deep/er/SKILL.md' };
    expect(documentPlace(documentId(at))).toEqual(at);
    expect(documentTitle(at.file)).toBe('er/SKILL.md');
    expect([at.file, 'a.skill.yml', 'a.skill.jsonl', 'a.skill.md'].map(formatOfName)).toEqual([
      'skill-md',
      'yaml',
      'jsonl',
      'md',
    ]);
  });
});

describe('the form of a skill', () => {
  it('moves an entry to another place and loses none', () => {
    expect(moved(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b']);
    expect(moved(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c']);
    expect(moved(['a'], 3, 0)).toEqual(['a']);
  });

  it('offers tools for the word at the caret, the closest first, and none for a whole name', () => {
    expect(wordBefore('use git.pu now', 10)).toEqual({ start: 4, end: 10, text: 'git.pu' });
    expect(wordBefore('use gi', 6)).toBeNull();
    const tools = ['mail.git_log', 'git.push', 'hub.gist', 'github.pull'];
    expect(matchingTools(tools, 'git')).toEqual(['git.push', 'github.pull', 'mail.git_log']);
    expect(matchingTools(tools, 'git.push')).toEqual([]);
  });
});

describe('the source of a skill', () => {
  /** What is offered at the end of the text. */
  const items = (text: string, format: Parameters<typeof skillCompletions>[0]['format'] = 'yaml') => {
    const lines = text.split('\n');
    const model = { getLineContent: (line: number) => lines[line - 1] ?? '', getLinesContent: () => lines };
    const completions = skillCompletions({ tools: ['git.push', 'git.pull'], tags: ['money', 'bug-report'], format });
    const position = { lineNumber: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
    return completions(model as Parameters<typeof completions>[0], position);
  };
  const offered = (...text: Parameters<typeof items>) => items(...text).map(({ insertText }) => insertText);

  it('offers the task types behind their field, in every format', () => {
    for (const text of ['task_type: ', '"task_type": "', "  task_type: 'br"]) {
      expect(offered(text), text).toEqual(['browser', 'api', 'code', 'domain', 'unknown']);
    }
    expect(offered('{"name": "a", "task_type": "', 'jsonl')).toContain('browser');
  });

  it('offers the tags of the packs, in a line and one a line', () => {
    for (const text of [
      'tags: [',
      'tags: [money, b',
      '"tags": ["',
      'tags:\n  - ',
      'tags:\n  - money\n  - bug-r',
      'tags:\n- ',
    ]) {
      expect(offered(text), text).toEqual(['money', 'bug-report']);
    }
    // The whole of it is replaced, whatever the editor takes for a word.
    expect(items('tags: [money, bug-r')[1]?.range).toMatchObject({ startColumn: 15, endColumn: 20 });
    expect(offered('tags: [money] ')).toEqual([]);
    expect(offered('steps:\n  - mon')).toEqual([]);
    expect(offered('steps:\n  - git.p')).toEqual(['git.push', 'git.pull']);
  });

  it('offers fields at the start of a line where the text is YAML, and tools in every text', () => {
    expect(offered('name: a\ntr')).toContain('trigger: ');
    expect(offered('---\nname: a\ntr', 'md')).toContain('trigger: ');
    expect(offered('---\nname: a\n---\nuse git.p', 'md')).toEqual(['git.push', 'git.pull']);
    expect(offered('---\nname: a\n---\ntr', 'md')).toEqual([]);
  });
});

it('the preview marks what was replaced and loses no character', () => {
  const text =
    'Ask [REDACTED_EMAIL], with a suitable tool (use tool_search for the needed capability) or a suitable tool.';
  const pieces = previewPieces(text);
  expect(pieces.map((piece) => piece.text).join('')).toBe(text);
  expect(pieces.map(({ kind }) => kind)).toEqual(['plain', 'redacted', 'plain', 'gated', 'plain', 'gated', 'plain']);
});
