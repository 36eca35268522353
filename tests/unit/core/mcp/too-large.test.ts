import { expect, it } from 'vitest';
import { idAtEnds } from '#core/mcp/too-large.ts';

it.each([
  ['{"jsonrpc":"2.0","id":7,"result":{"a":"', '"}}', 7],
  ['{"id": "x-1", "result":{', '}}', 'x-1'],
  ['{"result":{"id":3', '},"jsonrpc":"2.0","id":8}', 8],
  ['{"result":{', '}, "id": 9, "jsonrpc": "2.0" }', 9],
  ['{"result":{"id":3', '"id":4}}', undefined],
  ['{"method":"x","params":{"id":1', '}}', undefined],
  ['xxx', 'xxx', undefined],
])('finds the id of a message by its ends: %s … %s', (start, end, id) => {
  expect(idAtEnds(start, end)).toBe(id);
});
