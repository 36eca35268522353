import { replaceHiddenCharacters } from '../hidden-characters.ts';
import { type Payload, providerFacts } from './payload.ts';

/**
 * A body as JSON to read, to paste and to send. Characters that nobody sees are written as escapes, which say the same: a terminal
 * shows it, and no text of a tool hides in it.
 */
export function bodyText({ body }: Pick<Payload, 'body'>): string {
  return replaceHiddenCharacters(JSON.stringify(body, null, 2), ({ codePoint }) =>
    String.fromCodePoint(codePoint)
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}

/** The request as a command of curl for a POSIX shell; the key comes from the user's own variable. */
export function curlText(payload: Payload): string {
  const key = providerFacts[payload.provider].key;
  const headers = Object.entries(payload.headers).map(([name, value]) => `  -H '${name}: ${value}' \\`);
  return [
    `curl '${payload.url}' \\`,
    ...headers,
    `  -H "${key.header}: ${key.prefix}$${key.variable}" \\`,
    `  --data-raw '${bodyText(payload).replaceAll("'", "'\\''")}'`,
  ].join('\n');
}

/** The request as TypeScript that runs in Node 22 and newer; the key comes from the user's own variable. */
export function typescriptText(payload: Payload): string {
  const key = providerFacts[payload.provider].key;
  const headers = Object.entries(payload.headers).map(([name, value]) => `    '${name}': '${value}',`);
  const secret =
    key.prefix === '' ? `process.env.${key.variable} ?? ''` : `\`${key.prefix}\${process.env.${key.variable}}\``;
  return [
    `const body = ${bodyText(payload)};`,
    '',
    `const response = await fetch('${payload.url}', {`,
    `  method: '${payload.method}',`,
    '  headers: {',
    ...headers,
    `    '${key.header}': ${secret},`,
    '  },',
    '  body: JSON.stringify(body),',
    '});',
    "if (!response.ok) throw new Error(response.status + ': ' + (await response.text()));",
    'console.log(await response.json());',
  ].join('\n');
}
