import { expect, it } from 'vitest';
import { joinedSentences } from '#shared/text/joined-sentences.ts';

it('joins a message and its advice as two sentences', () => {
  expect(joinedSentences('query: must be a text', 'One object per line.')).toBe(
    'query: must be a text. One object per line.',
  );
  expect(joinedSentences('It is gone.', 'Add it.')).toBe('It is gone. Add it.');
  expect(joinedSentences('It says “no.”', 'Add it.')).toBe('It says “no.” Add it.');
  expect(joinedSentences('query: must be a text')).toBe('query: must be a text');
});
