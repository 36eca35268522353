const byExtension: ReadonlyMap<string, string> = new Map([
  ['md', 'text/markdown'],
  ['txt', 'text/plain'],
  ['json', 'application/json'],
  ['yaml', 'application/yaml'],
  ['yml', 'application/yaml'],
  ['toml', 'application/toml'],
  ['csv', 'text/csv'],
  ['html', 'text/html'],
  ['css', 'text/css'],
  ['xml', 'application/xml'],
  ['js', 'text/javascript'],
  ['mjs', 'text/javascript'],
  ['ts', 'text/typescript'],
  ['py', 'text/x-python'],
  ['sh', 'application/x-sh'],
  ['svg', 'image/svg+xml'],
  ['png', 'image/png'],
  ['jpg', 'image/jpeg'],
  ['jpeg', 'image/jpeg'],
  ['gif', 'image/gif'],
  ['webp', 'image/webp'],
  ['pdf', 'application/pdf'],
]);

/** The type of a file by its extension; `application/octet-stream` for an unknown one. */
export function mimeTypeOf(path: string): string {
  const extension = /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? '';
  return byExtension.get(extension) ?? 'application/octet-stream';
}
