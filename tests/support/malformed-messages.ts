import { modernMessage } from './gateway-http.ts';

/** Messages that no host sends, by number; some nearly right. None has the end of a line in it. */
export function malformedMessage(n: number): string | Buffer {
  const kinds: ((n: number) => string | Buffer)[] = [
    () => '',
    () => '{',
    () => 'null',
    () => '[]',
    () => '[{"jsonrpc":"2.0","id":1,"method":"tools/list"}]',
    () => `${n}`,
    () => '{}',
    () => Buffer.from([0xff, 0xfe, n % 256]),
    () => '\u0000\u0000',
    () => '{"jsonrpc":"1.0","id":1,"method":"tools/list"}',
    () => `{"jsonrpc":"2.0","id":{"n":${n}},"method":"tools/list"}`,
    () => `{"jsonrpc":"2.0","id":1e999,"method":"tools/list","params":${n}}`,
    () => `{"jsonrpc":"2.0","id":${n},"method":"__proto__","params":{"__proto__":{"x":1}}}`,
    () => `{"jsonrpc":"2.0","id":${n},"result":{}}`,
    () => `{"jsonrpc":"2.0","id":${n},"method":"initialize","params":{}}`,
    () => `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":${n}}}`,
    () => `${'['.repeat(5000)}${']'.repeat(5000)}`,
    () => `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${'{"a":'.repeat(4000)}1${'}'.repeat(4000)}}`,
    () => modernMessage('tools/call', { name: 7, arguments: [n] }, n),
    () => modernMessage('tools/call', { name: 'echo', arguments: { text: n } }, n),
    () => modernMessage(`no/such/${n}`, {}, n),
    () => modernMessage('tools/list', { cursor: n }, n).slice(0, -(n % 40) - 1),
    () => modernMessage('tools/list', {}, n).replace('2026-07-28', '2099-01-01'),
    () => modernMessage('initialize', { protocolVersion: '2025-11-25' }, n),
  ];
  return kinds[n % kinds.length]?.(n) ?? '';
}
