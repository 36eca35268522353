import { describe, expect, it } from 'vitest';
import { answerBlocks, blocksOf } from '../../../src-renderer/features/try-it/answer-blocks.ts';

describe('a part of an answer', () => {
  it('is laid out where it is JSON and says the same laid out', () => {
    expect(answerBlocks({ type: 'text', text: '{"a": [1]}' })).toEqual([
      { kind: 'json', title: null, text: '{\n  "a": [\n    1\n  ]\n}', raw: '{"a": [1]}' },
    ]);
    for (const other of ['{"id":12345678901234567890}', '{"a":1,"a":2}', '{ not json', 'plain']) {
      expect(answerBlocks({ type: 'text', text: other })).toEqual([{ kind: 'text', text: other }]);
    }
  });

  it('is drawn only where it is a small picture of a kind that can do nothing else', () => {
    const drawn = answerBlocks({ type: 'image', data: 'AAAA', mimeType: 'image/png' });
    expect(drawn).toEqual([{ kind: 'image', url: 'data:image/png;base64,AAAA', words: 'image/png, 3 bytes' }]);
    for (const block of [
      { data: 'AAAA', mimeType: 'image/svg+xml' },
      { data: 'AAAA', mimeType: 'text/html' },
      { data: 'A'.repeat(700_001), mimeType: 'image/png' },
      { data: '" onerror="x', mimeType: 'image/png' },
    ]) {
      expect(answerBlocks({ type: 'image', ...block })).toMatchObject([{ kind: 'facts', title: 'Image (not shown)' }]);
    }
  });

  it('is words about it where it is a link, a resource, sound, or nothing we know', () => {
    expect(answerBlocks({ type: 'resource_link', uri: 'javascript:alert(1)', name: 'n', size: 2048 })).toEqual([
      {
        kind: 'facts',
        title: 'Link to a resource',
        facts: [
          ['Address', 'javascript:alert(1)'],
          ['Name', 'n'],
          ['Size', '2 KB'],
        ],
      },
    ]);
    expect(answerBlocks({ type: 'resource', resource: { uri: 'file:///x', text: 'inside' } })).toEqual([
      { kind: 'facts', title: 'Resource', facts: [['Address', 'file:///x']] },
      { kind: 'text', text: 'inside' },
    ]);
    expect(answerBlocks({ type: 'audio', data: 'AAAA' })).toMatchObject([{ kind: 'facts', title: 'Audio' }]);
    expect(answerBlocks({ type: 'hologram', x: 1 })).toMatchObject([
      { kind: 'json', title: 'Content of type hologram' },
    ]);
  });

  it('is shown once where a text repeats the structured content', () => {
    const content = [{ type: 'text', text: '{"b":2,"a":1}' }];
    expect(blocksOf({ content, structured_content: { a: 1, b: 2 } })).toMatchObject([
      { kind: 'json', title: 'Structured content (the text has the same content)' },
    ]);
    expect(blocksOf({ content, structured_content: { a: 1 } })).toHaveLength(2);
    expect(blocksOf({ content: [], structured_content: { a: 1 } })).toMatchObject([{ title: 'Structured content' }]);
    expect(blocksOf({ content: Array(200).fill(content[0]) })).toHaveLength(100);
  });
});
