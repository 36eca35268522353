/** Characters of a text that is looked into; a longer one is a reference as a whole, which also bounds the time. */
const longestText = 4000;

/** A text without its secrets, and the variables that now stand for them. */
export interface Referenced {
  readonly text: string;
  /** Environment variables that the text needs, in the order they appear. */
  readonly variables: readonly string[];
  /** Variables for which the configuration gives a default, which is not carried over: it may be a secret. */
  readonly defaulted: readonly string[];
}

/** `${VAR}`, `${VAR:-default}`, `${env:VAR}` and `${input:id}`: how clients refer to values that are not in the file. */
const reference = /\$\{(?:(env|input):)?([A-Za-z_][\w.-]*)(:-[^}]*)?\}/g;
/** Names in `${…}` that editors fill in with a path; they are no environment variables. */
const editorVariables = new Set(['workspaceFolder', 'workspaceFolderBasename', 'userHome', 'pathSeparator', 'cwd']);
const authorizationScheme = /^(Bearer|Basic|Token)\s+$/i;
const secretWord = /(token|secret|passw(or)?d|pwd|api[-_]?key|access[-_]?key|auth|credential|signature|^sig$|^key$)/i;
/** Tokens of well-known services by how they start; JSON web tokens; private keys. */
const knownToken =
  /(\b(sk|pk|rk)[-_](?=[A-Za-z0-9_-]*\d)[A-Za-z0-9_-]{12,}|\bgh[pousr]_[A-Za-z0-9]{20,}|\bgithub_pat_\w{20,}|\bglpat-[\w-]{15,}|\bxox[abeprs]-[\w-]{10,}|\bAKIA[A-Z0-9]{12,}|\bAIza[\w-]{30,}|\bnpm_[A-Za-z0-9]{30,}|\beyJ[\w-]{8,}\.[\w-]+(\.[\w-]*)?)/;

/**
 * The value of a server's environment variable as a reference: what refers to a variable already keeps it, anything else
 * becomes `${env:NAME}` of the variable's own name. The value itself is nowhere in the result.
 */
export function referenceForEnv(name: string, value: string): Referenced {
  return keepReferences(value) ?? referTo(/^[A-Za-z_]\w*$/.test(name) ? name : variableName(name));
}

/** The same for a header. `Bearer x` becomes `Bearer ${env:…}`: the scheme is no secret. */
export function referenceForHeader(server: string, header: string, value: string): Referenced {
  const kept = keepReferences(value);
  if (kept) return kept;
  const scheme = /^(Bearer|Basic|Token)\s+(?=\S)/i.exec(value)?.[0] ?? '';
  return referTo(variableName(`${server}_${header}`), scheme);
}

/**
 * A URL whose user, password, and query values and path segments that look like credentials are references. A text that is
 * no URL is masked as arguments are.
 */
export function referencesInUrl(server: string, url: string): Referenced {
  if (url.length > longestText) return referTo(variableName(`${server}_url`));
  const known = rewriteReferences(url);
  const parts = /^([a-z][a-z0-9+.-]*:\/\/)(?:([^/?#]*)@)?([^/?#]*)([^?#]*)(\?[^#]*)?(#.*)?$/is.exec(known.text);
  if (!parts) return mask(url, variableName(`${server}_url`));
  const [, scheme = '', user, host = '', path = '', query = '', fragment = ''] = parts;
  const out = new Collector(server, known);
  const [, name = '', password] = /^((?:\$\{[^}]*\}|[^:])*)(?::(.*))?$/s.exec(user ?? '') ?? [];
  const secret = password === undefined ? '' : `:${out.take(password, 'url_password')}`;
  const credentials = user === undefined ? '' : `${out.take(name, 'url_user')}${secret}@`;
  const segments = path.split('/').map((segment) => out.takeIf(looksRandom(segment), segment, 'url_key'));
  const pairs = query
    .slice(1)
    .split('&')
    .map((pair) => takeFromPair(pair, out));
  const tail = fragment.length > 1 ? `#${out.take(fragment.slice(1), 'url_fragment')}` : fragment;
  return out.result(`${scheme}${credentials}${host}${segments.join('/')}${query ? `?${pairs.join('&')}` : ''}${tail}`);
}

/** One `key=value` of a query: its value is taken when the key or the value itself says that it is a secret. */
function takeFromPair(pair: string, out: Collector): string {
  const [key = '', ...rest] = pair.split('=');
  const value = rest.join('=');
  if (rest.length === 0) return out.takeIf(looksRandom(key), key, 'url_key');
  return `${key}=${out.takeIf(secretWord.test(key) || looksRandom(value), value, key)}`;
}

/**
 * The arguments of a command with references for what looks like a secret: the value of `--token`, `--api-key=…`,
 * `-e KEY=value` and `--header 'Name: value'`, credentials in URLs, and tokens known by how they start. A secret that
 * looks like nothing of this cannot be told from other words.
 */
export function referencesInArguments(
  server: string,
  args: readonly string[],
): { args: string[] } & Omit<Referenced, 'text'> {
  const found = args.map((argument, i) => referenceArgument(server, argument, args[i - 1] ?? ''));
  return {
    args: found.map(({ text }) => text),
    variables: unique(found.flatMap(({ variables }) => variables)),
    defaulted: unique(found.flatMap(({ defaulted }) => defaulted)),
  };
}

/** A text in which only known tokens and existing references are rewritten: commands and folders. */
export function referencesInText(server: string, text: string): Referenced {
  return mask(text, variableName(`${server}_token`));
}

/** Any text as the name of an environment variable: upper case, `_` for what it cannot hold. */
export function variableName(text: string): string {
  const name = text
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .toUpperCase();
  return /^[A-Z]/.test(name) ? name : `VALUE_${name}`;
}

function referenceArgument(server: string, argument: string, before: string): Referenced {
  const assigned = /^(-{0,2}[\w.-]+)=([\s\S]*)$/.exec(argument);
  const name = assigned?.[1] ?? '';
  const value = assigned?.[2] ?? '';
  const isVariable = /^(-e|--env)$/.test(before) || (/^[A-Z][A-Z0-9_]+$/.test(name) && assigned !== null);
  if (assigned && isVariable) return prefix(`${name}=`, referenceForEnv(name, value));
  if (assigned && isSecretFlag(name))
    return prefix(`${name}=`, referenceForEnv(variableName(`${server}_${name}`), value));
  if (assigned && /:\/\//.test(value)) return prefix(`${name}=`, referencesInUrl(server, value));
  if (/^(-H|--headers?)$/.test(before)) return referenceHeaderArgument(server, argument);
  if (/^-/.test(before) && !before.includes('=') && isSecretFlag(before) && !/^-/.test(argument)) {
    return referenceForEnv(variableName(`${server}_${before}`), argument);
  }
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(argument)) return referencesInUrl(server, argument);
  return mask(argument, variableName(`${server}_token`), looksSecret(argument));
}

function referenceHeaderArgument(server: string, argument: string): Referenced {
  const parts = /^([^:=]+[:=]\s*)([\s\S]*)$/.exec(argument);
  if (!parts) return mask(argument, variableName(`${server}_header`), true);
  const [, name = '', value = ''] = parts;
  return prefix(name, referenceForHeader(server, name, value));
}

function isSecretFlag(flag: string): boolean {
  return secretWord.test(flag.replace(/^-+/, ''));
}

/** Long, without structure, of letters in both cases and digits, or all hexadecimal: rather a key than a word. */
function looksSecret(text: string): boolean {
  if (/^[0-9a-f]{32,}$/i.test(text)) return true;
  return /^[A-Za-z0-9_+/=-]{32,}$/.test(text) && /[a-z]/.test(text) && /[A-Z]/.test(text) && /\d.*\d/.test(text);
}

/** A piece of a URL that is rather a key than a word: stricter than for arguments, since URLs hold few long words. */
function looksRandom(text: string): boolean {
  return knownToken.test(text) || (/^[\w.~%=+-]{20,}$/.test(text) && /\d/.test(text) && /[a-z]/i.test(text));
}

/** The value with its references in our form when it is made of references and an authorization scheme only; else null. */
function keepReferences(value: string): Referenced | null {
  if (value.length > longestText) return null;
  const rest = value.replace(reference, '');
  if (rest === value || !(rest === '' || authorizationScheme.test(rest))) return null;
  return rewriteReferences(value);
}

/** The references of a text in our form. Editors' path variables stay. */
function rewriteReferences(text: string): Referenced {
  const variables: string[] = [];
  const defaulted: string[] = [];
  const rewritten = text.replace(reference, (whole, kind: string | undefined, name: string, fallback?: string) => {
    if (kind === undefined && editorVariables.has(name)) return whole;
    const variable = kind === 'input' ? variableName(name) : name;
    variables.push(variable);
    if (fallback !== undefined) defaulted.push(variable);
    return `\${env:${variable}}`;
  });
  return { text: rewritten, variables: unique(variables), defaulted: unique(defaulted) };
}

/** References in our form; a known token, or the whole text when it is said to be one, becomes the given variable. */
function mask(text: string, variable: string, whole = false): Referenced {
  if (whole || text.length > longestText) return referTo(variable);
  const { text: rewritten, variables, defaulted } = rewriteReferences(text);
  const masked = rewritten.replace(new RegExp(knownToken, 'g'), `\${env:${variable}}`);
  return { text: masked, variables: masked === rewritten ? variables : unique([...variables, variable]), defaulted };
}

function referTo(variable: string, scheme = ''): Referenced {
  return { text: `${scheme}\${env:${variable}}`, variables: [variable], defaulted: [] };
}

function prefix(start: string, { text, variables, defaulted }: Referenced): Referenced {
  return { text: `${start}${text}`, variables, defaulted };
}

function unique(names: readonly string[]): string[] {
  return [...new Set(names)];
}

/** Takes secrets out of the pieces of one text, each under a variable of its own. */
class Collector {
  readonly #server: string;
  readonly #variables: string[];
  readonly #defaulted: readonly string[];

  constructor(server: string, { variables, defaulted }: Referenced) {
    this.#server = server;
    this.#variables = [...variables];
    this.#defaulted = defaulted;
  }

  /** The piece as a reference; what is empty or a reference already stays. */
  take(piece: string, name: string): string {
    if (piece === '' || keepReferences(piece)) return piece;
    const wanted = variableName(`${this.#server}_${name}`);
    let variable = wanted;
    for (let i = 2; this.#variables.includes(variable); i++) variable = `${wanted}_${i}`;
    this.#variables.push(variable);
    return `\${env:${variable}}`;
  }

  takeIf(isSecret: boolean, piece: string, name: string): string {
    return isSecret ? this.take(piece, name) : piece;
  }

  result(text: string): Referenced {
    return { text, variables: unique(this.#variables), defaulted: this.#defaulted };
  }
}
