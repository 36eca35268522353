import { describe, expect, it, vi } from 'vitest';
import { importSentence } from '../../../src-renderer/features/import/import-summary.ts';
import { pastedFile, readImportFiles } from '../../../src-renderer/features/import/read-import-files.ts';

describe('files to import', () => {
  it('are refused over 32 MB before a byte is read', async () => {
    const text = vi.fn(async () => '');
    const { files, refused } = await readImportFiles([{ name: 'huge.json', size: 33 * 1024 * 1024, text }]);
    expect(files).toEqual([]);
    expect(refused[0]?.reason).toContain('33 MB');
    expect(text).not.toHaveBeenCalled();
  });

  it('are read side by side with those that cannot be', async () => {
    const { files, refused } = await readImportFiles([
      { name: 'tools.jsonl', size: 2, text: async () => '{}' },
      { name: 'photo.png', size: 2, text: async () => '' },
      { name: 'gone.json', size: 2, text: () => Promise.reject(new Error('gone')) },
    ]);
    expect(files).toEqual([{ name: 'tools.jsonl', text: '{}' }]);
    expect(refused.map(({ name }) => name)).toEqual(['photo.png', 'gone.json']);
  });

  it('may be pasted: one value is JSON, lines are JSONL', () => {
    expect(pastedFile('[]').name).toBe('pasted.json');
    expect(pastedFile('{"name":"a"}\n{"name":"b"}').name).toBe('pasted.jsonl');
  });
});

describe('the outcome of an import', () => {
  const source = {
    source: 'github',
    format: 'tools_list' as const,
    file: 'github.json',
    is_new: false,
    added: ['a', 'b'],
    changed: [],
    changed_details: [],
    removed: ['c'],
    unchanged: 3,
  };

  it('is said in one sentence', () => {
    const result = {
      base: { path: '/w', revision: '1' },
      sources: [source],
      conflicts: [],
      findings: [],
      written: true,
    };
    expect(importSentence(result)).toBe('github: 2 tools added, 1 tool removed, 3 tools as before.');
    expect(importSentence({ ...result, written: false })).toContain('nothing was written');
  });
});
