/** How an address starts; its base may be a reference. */
export const startsAddress = /^(?:[a-z][a-z0-9+.-]*:\/\/|\$\{env:[^}]*\}(?::\/\/)?)/i;
/** The same where an address should be and something else is: `https:/`, `htps:x//`, `//`, or nothing. */
const brokenUrl = /^(?:[a-z][a-z0-9+.-]*:)?(?:[^@?#]{0,200}?\/\/|[\\/]?)/i;

interface AddressParts {
  readonly start: string;
  readonly user: string | undefined;
  readonly host: string;
  readonly path: string;
  readonly query: string;
  readonly fragment: string;
}

/** The parts of an address, references in any of them. `query` has its `?`; `user` is undefined where none is. */
export function splitAddress(text: string): AddressParts {
  const start = (startsAddress.exec(text) ?? brokenUrl.exec(text))?.[0] ?? '';
  let rest = text.slice(start.length);
  let user: string | undefined;
  const authority = /^[^/?#]*/.exec(rest)?.[0] ?? '';
  // A password with a slash in it: what is behind a colon of the host is not a port, and an @ follows.
  const hosts = withoutBrackets(authority.slice(authority.lastIndexOf('@') + 1));
  const isCutShort = /:(?!\d+(?:,|$))/.test(hosts) && rest.includes('@', authority.length);
  const at = (isCutShort ? rest : authority).lastIndexOf('@');
  if (at >= 0) {
    user = rest.slice(0, at);
    rest = rest.slice(at + 1);
  }
  const [, host = '', path = '', query = '', fragment = ''] =
    /^([^/?#]*)([^?#]*)(\?[^#]*)?(#[\s\S]*)?$/.exec(rest) ?? [];
  return { start, user, host, path, query, fragment };
}

/** Without references and without addresses such as `[::1]`, whose colons start no port. */
function withoutBrackets(text: string): string {
  return text.replace(/\$\{[^}]*\}|\[[^\]]*\]/g, '');
}

/** Split at the colons that are not inside `${…}`. */
export function splitAtColons(text: string): string[] {
  const parts = text.match(/(?:\$\{[^}]*\}|[^:])+|:/g) ?? [];
  const found = [''];
  for (const part of parts) {
    if (part === ':') found.push('');
    else found[found.length - 1] += part;
  }
  return found;
}
