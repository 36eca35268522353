import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { confirmQuestion } from '#core/gateway/confirm-question.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';
import { findHiddenCharacters } from '#shared/hidden-characters.ts';

const tool = {
  name: 'fs.write_file',
  input_schema: { type: 'object', properties: { content: { type: 'string' }, path: { type: 'string' } } },
} as unknown as CatalogTool;
const ask = (args: Record<string, unknown>) => confirmQuestion(tool, args, null);

describe('the question to a person about a call', () => {
  it('shows small arguments as they are', () => {
    expect(ask({ path: 'a.txt', content: 'x\n"y"' })).toBe(
      'Run fs.write_file? Arguments: {"content":"x\\n\\"y\\"","path":"a.txt"}',
    );
  });

  it('shortens each long value by itself, shows its end too, and counts what is missing', () => {
    const question = ask({ content: `${'harmless notes '.repeat(200)}the end`, path: '/etc/passwd' });
    expect(question).toContain('"path":"/etc/passwd"');
    expect(question).toContain('…(2,207 characters not shown)…"');
    expect(question).toContain('notes the end"');
    expect(question.length).toBeLessThan(2_100);
  });

  it('shortens values within a value, so that none of them hides another', () => {
    const question = ask({ options: { note: 'x'.repeat(50_000), lines: Array(2_000).fill('y'), path: '/etc/passwd' } });
    expect(question).toContain('"path":"/etc/passwd"');
    expect(question).toMatch(/…\([\d,]+ characters not shown\)…/);
    expect(question).toMatch(/…\([\d,]+ entries not shown\)/);
  });

  it('shows what the tool declares, however many other fields a call has', () => {
    const others = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`other_${i}`, 'z'.repeat(500)]));
    const question = ask({ ...others, path: '/etc/passwd', content: 'c'.repeat(9_000) });
    expect(question).toContain('"path":"/etc/passwd"');
    expect(question).toContain('…(462 arguments not shown)');
  });

  it('spells hidden characters out, in names of arguments too', () => {
    expect(ask({ 'a\u200b': 'x\u202e\u200by\u001b[31m' })).toBe(
      'Run fs.write_file? Arguments: {"a⟨U+200B⟩":"x⟨U+202E⟩⟨U+200B⟩y\\u001b[31m"}',
    );
  });

  it('is bounded and without hidden characters, whatever the arguments', () => {
    const args = fc.dictionary(fc.string({ unit: 'binary', maxLength: 3_000 }), fc.jsonValue({ maxDepth: 5 }));
    fc.assert(
      fc.property(args, (given) => {
        const question = ask(given);
        expect(question.length).toBeLessThan(16_000);
        expect(findHiddenCharacters(question, { oneLine: true })).toEqual([]);
      }),
      { numRuns: 50 },
    );
    let deep: Record<string, unknown> = {};
    for (let i = 0; i < 900; i++) deep = { deep };
    expect(ask(deep)).toContain('…(more levels)');
  });

  it('says first what changed since the tool was approved', () => {
    expect(confirmQuestion(tool, {}, 'changed since it was approved (arguments).')).toBe(
      'fs.write_file changed since it was approved (arguments). Run fs.write_file? Arguments: {}',
    );
  });
});
