import { describe, expect, it } from 'vitest';
import { answerText } from '#core/mcp/call-tool.ts';

describe('what of an answer a model reads', () => {
  it('is its texts and those of resources, not its images', () => {
    const content = [
      { type: 'text', text: 'one' },
      { type: 'image', data: 'AAAA', mimeType: 'image/png' },
      { type: 'resource', resource: { uri: 'file:///x', text: 'two' } },
    ];
    expect(answerText({ content, structuredContent: { a: 1 } })).toBe('one\ntwo');
  });

  it('is the structured content where there is no text', () => {
    expect(answerText({ content: [], structuredContent: { a: 1 } })).toBe('{"a":1}');
    expect(answerText({ content: [] })).toBe('');
  });
});
