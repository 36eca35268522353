import { describe, expect, it, vi } from 'vitest';
import { pastedFile, readImportFiles } from '../../../src-renderer/features/import/read-import-files.ts';
import { isForPegboard, recognisePasted } from '../../../src-renderer/features/import/recognise.ts';
import { importSentence } from '../../../src-renderer/ui/import-summary.ts';

describe('files to import', () => {
  it('are refused over 32 MB before a byte is read', async () => {
    const arrayBuffer = vi.fn(async () => new ArrayBuffer(0));
    const { files, refused } = await readImportFiles([{ name: 'huge.json', size: 33 * 1024 * 1024, arrayBuffer }]);
    expect(files).toEqual([]);
    expect(refused[0]?.reason).toContain('33 MB');
    expect(arrayBuffer).not.toHaveBeenCalled();
  });

  it('are read side by side with those that cannot be', async () => {
    const { files, refused } = await readImportFiles([
      new File(['{}'], 'tools.jsonl'),
      new File([''], 'photo.png'),
      { name: 'gone.json', size: 2, arrayBuffer: () => Promise.reject(new Error('gone')) },
    ]);
    expect(files).toEqual([{ name: 'tools.jsonl', text: '{}' }]);
    expect(refused.map(({ name }) => name)).toEqual(['photo.png', 'gone.json']);
  });

  it('are read as UTF-16 too, which PowerShell writes', async () => {
    const bytes = (endian: 'le' | 'be') => {
      const little = Buffer.from('\ufeff{"tools": []}', 'utf16le');
      return endian === 'le' ? little : Buffer.from(little).swap16();
    };
    const { files } = await readImportFiles([new File([bytes('le')], 'a.json'), new File([bytes('be')], 'b.json')]);
    expect(files.map(({ text }) => text)).toEqual(['{"tools": []}', '{"tools": []}']);
  });

  it('may be OpenAPI documents in YAML, as a file or pasted', async () => {
    const text = 'openapi: 3.1.0\npaths: {}';
    expect((await readImportFiles([new File([text], 'api.yaml')])).files).toEqual([{ name: 'api.yaml', text }]);
    expect(recognisePasted(text)).toEqual({ kind: 'document', text });
    expect(isForPegboard(`# An API\n${text}`)).toBe(true);
    expect(isForPegboard('I read about openapi: it is fine')).toBe(false);
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
    expect(importSentence(result)).toBe('github: 2 tools added, 1 tool removed, 3 tools unchanged.');
    expect(importSentence({ ...result, written: false })).toContain('nothing was written');
  });
});
