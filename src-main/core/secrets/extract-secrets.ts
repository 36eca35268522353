import { splitAddress, splitAtColons, startsAddress } from './address-parts.ts';
import { decidesWhatRuns, isHostVariable } from './host-variables.ts';
import { hasKnownToken, replaceKnownTokens } from './known-tokens.ts';
import { isOrdinary, looksLikeKey, looksRandom, namesSecret } from './secret-names.ts';
import { isReference, referenceTo, variableName } from './variable-references.ts';

/** Characters of a text that is looked into; a longer one is a secret as a whole, which also bounds the time. */
const longestText = 4000;
const scheme = /^(Bearer|Basic|Token|Digest|ApiKey)\s+(?=\S)/i;
/** Where another address starts in a list of them. */
const nextUrl = /(?<=[\s,;|])(?=[a-z][a-z0-9+.-]{0,30}:\/\/)/i;

/**
 * Takes what is secret, or may be, out of the parts of a connection and puts `${env:NAME}` in its place.
 * A value that already consists of references stays. One value has one name, and two values never share one. What looks like no
 * secret cannot be told from other words.
 */
export class SecretExtractor {
  /** The values that were taken, by variable. */
  readonly values = new Map<string, string>();
  readonly #prefix: string;
  readonly #reserved: ReadonlySet<string>;
  /** Names by wanted name and value, and the last number that each wanted name got. */
  readonly #named = new Map<string, string>();
  readonly #numbers = new Map<string, number>();

  /** New variables start with `prefix` and avoid the names in `reserved`, which the connection refers to already. */
  constructor(prefix: string, reserved: ReadonlySet<string> = new Set()) {
    this.#prefix = prefix;
    this.#reserved = reserved;
  }

  /**
   * A variable that the server itself reads: whatever its value, it becomes `${env:NAME}` of the same name. What is in
   * place of the computer's own, such as a longer `PATH`, and what decides which code runs, such as `NODE_OPTIONS`, is not
   * secret and stays; only credentials in it are taken out.
   */
  variable(name: string, value: string): string {
    if (isHostVariable(name) && !isKey(value)) return value;
    if (decidesWhatRuns(name)) return this.text(value);
    return isReference(value) ? value : this.#reference(/^[A-Za-z_]\w*$/.test(name) ? name : variableName(name), value);
  }

  /** A header, whatever its value is. `Bearer x` becomes `Bearer ${env:…}`: the scheme is not a secret. */
  header(name: string, value: string): string {
    const start = scheme.exec(value)?.[0] ?? '';
    const rest = value.slice(start.length);
    return isReference(rest) ? value : `${start}${this.#take(name, rest)}`;
  }

  /**
   * An address: user, password, and what looks like a credential in its path, query and fragment. `decode` for one whose
   * values are encoded again when they are filled in.
   */
  address(text: string, { decode = false }: { readonly decode?: boolean } = {}): string {
    if (text.length > longestText) return this.#take('url', text);
    const several = text.split(nextUrl);
    if (several.length > 1) return several.map((one) => this.address(one, { decode })).join('');
    const parts = splitAddress(text);
    const plain = decode ? decoded : (piece: string) => piece;
    const take = (name: string, piece: string) =>
      piece === '' || isReference(piece) ? piece : this.#take(name, plain(piece));
    const [user = '', ...rest] = splitAtColons(parts.user ?? '');
    const credentials =
      parts.user === undefined
        ? ''
        : `${take('url_user', user)}${rest.length > 0 ? `:${take('url_password', rest.join(':'))}` : ''}@`;
    const path = parts.path.split('/').map((piece) => (isKey(piece) ? take('url_key', piece) : piece));
    const query = parts.query
      .slice(1)
      .split('&')
      .map((pair) => {
        const [key = '', ...more] = pair.split('=');
        const value = more.join('=');
        if (more.length === 0) return isKey(key) ? take('url_key', key) : key;
        const isSecret = namesSecret(key) || /^(code|sig|k)$/i.test(key) || isKey(value);
        return `${key}=${isSecret ? take(key, value) : value}`;
      });
    const fragment = /^#[A-Za-z-]{0,12}$/.test(parts.fragment)
      ? parts.fragment
      : parts.fragment && `#${take('url_fragment', parts.fragment.slice(1))}`;
    const mark = parts.query === '' ? '' : '?';
    const clean = `${parts.start}${credentials}${parts.host}${path.join('/')}${mark}${query.join('&')}${fragment}`;
    return startsAddress.test(text) ? clean : this.text(clean);
  }

  /**
   * The arguments of a command: the value of `--token`, `--api-key=…`, `-e KEY=value` and `--header 'Name: value'`,
   * credentials in URLs, keys and known tokens, also in a script of one argument.
   */
  arguments(given: readonly string[], command: string): string[] {
    return given.map((_, i) => this.argumentAt(i, given, command));
  }

  /** One of the arguments of a command. */
  argumentAt(i: number, given: readonly string[], command: string): string {
    const [argument = '', before = ''] = [given[i], given[i - 1]];
    if (!scriptFlags.test(before)) return this.#argument(argument, before);
    const { at, name } = interpreterOf(given, command);
    return at < i - 1 ? this.#script(argument, /^cmd/i.test(name)) : this.#argument(argument, before);
  }

  /** A command or a folder: known tokens, and where it has several words, what they say as arguments. */
  text(text: string): string {
    if (text.length > longestText) return this.#take('token', text);
    const known = this.#tokens(text);
    return /\s/.test(known.trim()) ? this.#words(known) : known;
  }

  /** One argument, by itself and by the one before it, which may name it. */
  #argument(argument: string, before: string): string {
    if (isReference(argument)) return argument;
    if (argument.length > longestText) return this.#take('token', argument);
    if (/^\s*["'\\]*\{/.test(argument)) return this.#members(argument);
    if (pairs.test(argument))
      return argument
        .split(';')
        .map((pair) => this.#pair(pair))
        .join(';');
    if (/^(?:-u|--user)$/.test(before)) return this.#user(argument);
    const [, name = '', value] = /^(-{0,2}[\w.-]+)=([\s\S]*)$/.exec(argument) ?? [];
    if (value !== undefined && value !== '') {
      const assigned = this.#assigned(name, value, before);
      if (assigned !== null) return `${name}=${assigned}`;
    }
    const [, header, gap = '', rest = ''] = /^([\w-]+)([:=]\s*)(\S[\s\S]*)$/.exec(argument) ?? [];
    if (header !== undefined && (isHeaderFlag(before) || isSecretHeader(header, gap))) {
      return `${header}${gap}${this.header(header, rest)}`;
    }
    if (isHeaderFlag(before)) return this.#take('header', argument);
    if (isSecretFlag(before) && !argument.startsWith('-')) return this.#take(before, argument);
    if (isShortSecret(before, argument)) return this.#take(before, argument);
    const [, shortFlag, joined = ''] = /^(-[kKpPtT])(\S{6,})$/.exec(argument) ?? [];
    if (shortFlag && looksRandom(joined)) return `${shortFlag}${this.#take(shortFlag, joined)}`;
    if (startsAddress.test(argument)) return this.address(argument);
    if (looksLikeKey(argument)) return this.#take('token', argument);
    return this.text(argument);
  }

  /** JSON in an argument: `{"apiKey": "…"}`. A value is taken as it is written, so that it fits again where it was. */
  #members(text: string): string {
    const take = (whole: string, quote: string, name: string, gap: string, value: string) =>
      (namesSecret(name) || isKey(value)) && value !== '' && !isReference(value)
        ? `${quote}${name}${quote}${gap}${quote}${this.#take(name, value)}${quote}`
        : whole;
    return members.reduce((clean, member) => clean.replace(member, take), text);
  }

  /** One part of a connection string: `Password=…`. */
  #pair(pair: string): string {
    const [, name = '', sign = '', value = ''] = /^([^=]*)(\s*=\s*)([\s\S]*)$/.exec(pair) ?? [];
    return value !== '' && namesSecret(name) && !isReference(value)
      ? `${name}${sign}${this.#take(name.trim(), value)}`
      : pair;
  }

  /** A name with its password, as curl takes them; not the user and the group of a container. */
  #user(text: string): string {
    const [, name = '', password = ''] = /^([^:\s]*):(.+)$/.exec(text) ?? [];
    return password === '' || isOrdinary(password) || isReference(password)
      ? this.text(text)
      : `${name}:${this.#take('password', password)}`;
  }

  /** The value of `name=value` when it was a secret, else null. */
  #assigned(name: string, value: string, before: string): string | null {
    const isVariable = /^(-e|--env)$/.test(before) || /^--env$/.test(name);
    if (/^-/.test(name) && isHeaderFlag(name)) return this.#argument(value, name);
    if (name === '--env') return this.#argument(value, '--env');
    if (isVariable) return this.variable(name, value);
    if (/^[A-Z][A-Z0-9_]+$/.test(name) && (namesSecret(name) || isKey(value))) return this.variable(name, value);
    if (namesSecret(name)) return isReference(value) ? value : this.#take(name, value);
    if (startsAddress.test(value)) return this.address(value);
    return looksLikeKey(value) ? this.#take(name, value) : null;
  }

  /**
   * A script that a shell or an interpreter runs. Only the value of an assignment is taken, and none that has commands in it: all that
   * runs stays in sight.
   */
  #script(text: string, isCmd: boolean): string {
    let [clean, at] = ['', 0];
    for (const { 0: whole, index, groups } of text.matchAll(assignment)) {
      const { name = '', double, single, bare } = groups ?? {};
      const value = double ?? bare ?? (isCmd ? '' : single) ?? '';
      const assigned = value === '' ? null : this.#assigned(name.replace('$env:', ''), value, '');
      const quote = bare === undefined ? (whole.at(-1) ?? '') : '';
      clean += this.#words(text.slice(at, index), true);
      clean += assigned === null ? whole : `${name}=${quote}${assigned}${quote}`;
      at = index + whole.length;
    }
    return clean + this.#words(text.slice(at), true);
  }

  /** A script in one argument: its words are looked at as arguments are, quotes and spaces stay. */
  #words(text: string, isScript = false): string {
    let before = '';
    return text
      .split(/(\s+)/)
      .map((word, i) => {
        if (i % 2 === 1 || word === '') return word;
        const [, open = '', inner = '', close = ''] = /^(["'(]*)([\s\S]*?)(["');,]*)$/.exec(word) ?? [];
        const isCredential =
          (/(?:^|[:=])(?:Bearer|Basic|Token)$/i.test(before) && /[\d._-]|.{16}/.test(inner)) ||
          (before.endsWith(':') && namesSecret(before) && !/^(?:Bearer|Basic|Token)$/i.test(inner));
        const isAssigned = isScript && /^(?:\$env:)?[A-Za-z_]\w*=/.test(inner);
        const taken = isAssigned
          ? this.#tokens(inner)
          : isCredential && !isReference(inner)
            ? this.#take('token', inner)
            : this.#word(inner, before);
        before = inner;
        return `${open}${taken}${close}`;
      })
      .join('');
  }

  #word(word: string, before: string): string {
    return word === '' || word.endsWith(':') ? word : this.#argument(word, before);
  }

  #tokens(text: string): string {
    return replaceKnownTokens(text, (token) => this.#take('token', token));
  }

  #take(suffix: string, value: string): string {
    return this.#reference(variableName(`${this.#prefix}_${suffix}`), value);
  }

  #reference(wanted: string, value: string): string {
    const known = this.#named.get(`${wanted} ${value}`);
    if (known !== undefined) return referenceTo(known);
    let number = this.#numbers.get(wanted) ?? 1;
    let name = number === 1 ? wanted : `${wanted}_${number}`;
    while (this.#reserved.has(name) || this.values.has(name)) name = `${wanted}_${++number}`;
    this.#numbers.set(wanted, number);
    this.#named.set(`${wanted} ${value}`, name);
    this.values.set(name, value);
    return referenceTo(name);
  }
}

/** A member of an object in JSON whose value is a text; and the same where the quotes are escaped, since the object is itself a text. */
const members = [
  /(")([\w .-]{1,80})"(\s*:\s*)"((?:[^"\\]|\\[\s\S])*)"/g,
  /(\\{1,3}")([\w .-]{1,80})\1(\s*:\s*)\1([^"\\]*)\1/g,
];

/** Two or more settings in one text, as databases take them: `Server=db;Password=…`. */
const pairs = /^\s*[A-Za-z][\w .-]*=[^;]*(?:;\s*[A-Za-z][\w .-]*=[^;]*)+;?\s*$/;

/** Programs that run a text which stands among their arguments. */
const interpreters =
  /^(?:(?:ba|da|k|z|fi|c|tc)?sh|cmd|powershell|pwsh|wsl|node|nodejs|deno|bun|tsx|python[\d.]*|pypy[\d.]*|perl|ruby|php)(?:\.exe)?$/i;
const scriptFlags = /^(?:-[a-z]{0,3}[cepr]|--eval|--print|--command|-command|eval|\/[ck])$/i;

/** The first interpreter that a command line names, with its place among the arguments: -1 for the command itself, infinite for none. */
function interpreterOf(given: readonly string[], command: string): { readonly at: number; readonly name: string } {
  const known = interpretersFound.get(given);
  if (known?.command === command) return known;
  const names = [command, ...given].map((one) => one.split(/[\\/]/).at(-1) ?? '');
  const index = names.findIndex((name) => interpreters.test(name));
  const found = { command, at: index < 0 ? Number.POSITIVE_INFINITY : index - 1, name: names[index] ?? '' };
  interpretersFound.set(given, found);
  return found;
}

/** Kept, since a command line may have ten thousand arguments and the search runs for each of them. */
const interpretersFound = new WeakMap<
  readonly string[],
  { readonly command: string; readonly at: number; readonly name: string }
>();

/** `NAME=value` where a command of a script may begin. A value in quotation marks has no command of its own. */
const assignment =
  /(?<![^\s;&|({`])(?<name>(?:\$env:)?[A-Za-z_]\w*)=(?:"(?<double>(?:[^"`$]|\$(?!\())*)"|'(?<single>[^']*)'|(?<bare>(?:\$\{env:\w+(?::-[^{}"'`$]*)?\}|[^\s;&|<>(){}"'`$]|\$(?![({]))+))/g;

function isKey(text: string): boolean {
  return looksRandom(text) || hasKnownToken(text);
}

function isHeaderFlag(flag: string): boolean {
  return /^(-H|--headers?)$/.test(flag);
}

/** `Authorization: x`, `X-Api-Key:x`; not `auth:server`, which is the name of a script. */
function isSecretHeader(name: string, gap: string): boolean {
  if (!gap.startsWith(':') || !namesSecret(name)) return false;
  return gap.length > 1 || name.includes('-') || /^(authorization|cookie)$/i.test(name);
}

function isSecretFlag(flag: string): boolean {
  return /^--?[\w.-]{2,}$/.test(flag) && namesSecret(flag);
}

/**
 * Whether a flag of one letter is followed by a secret. Programs take a key by `-k`, a password by `-p` and a token by `-t`; the
 * last two are a port, a package or a switch as often, so that their value must look like a secret by itself.
 */
function isShortSecret(flag: string, value: string): boolean {
  if (value.startsWith('-') || value.length < 6 || isOrdinary(value) || startsAddress.test(value)) return false;
  const isPath = /^[\w.@-]*(?:\/[\w.@:-]+)+$|^[\w-]+\.[a-z]{1,5}$/.test(value);
  const isPorts = /^[\d.]+(?::\d+)+(?:\/\w+)?$/.test(value);
  if (isPath || isPorts || /^[a-z]+(?:[-.:@][a-z]+)*$/i.test(value)) return false;
  if (/^-[kK]$/.test(flag)) return true;
  return /^-[pPtT]$/.test(flag) && (looksRandom(value) || /^(?=.*\d)(?=.*[A-Za-z])[^\s./@:-]{8,}$/.test(value));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
