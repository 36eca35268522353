import type { JSONPath } from 'jsonc-parser';
import { decidesWhatRuns } from '../../secrets/host-variables.ts';
import { isPlainDefault, variableName } from '../../secrets/variable-references.ts';
import { isRecord } from '../read-server-map.ts';
import type { DescribedLoss, DescribedServer, DescribedWay } from './described-server.ts';
import { DescribedInputs, field, recordsIn, textOf } from './inputs.ts';

type Json = Readonly<Record<string, unknown>>;

/** How the packages of a registry are started, and how a version is written there. */
const runners: Readonly<
  Record<string, { command: string; start: readonly string[]; at: string; end: readonly string[] }>
> = {
  npm: { command: 'npx', start: ['-y'], at: '@', end: [] },
  pypi: { command: 'uvx', start: [], at: '@', end: [] },
  oci: { command: 'docker', start: ['run', '-i', '--rm'], at: ':', end: [] },
  docker: { command: 'docker', start: ['run', '-i', '--rm'], at: ':', end: [] },
  nuget: { command: 'dnx', start: ['--yes'], at: '@', end: ['--'] },
};
/** Names in a registry. Addresses, and options of the program that starts the package, do not count. */
const packageName = /^(?:@[\w.~-]{1,200}\/)?[\w~][\w.~-]{0,200}(?:@[\w.+-]{1,100})?$/;
const imageName = /^\w[\w./:@-]{0,300}$/;
/** Programs that a package may ask to be started with, beside the one of its registry. */
const knownHints = new Set(['npx', 'bunx', 'uvx', 'pipx', 'docker', 'podman', 'dnx']);

/**
 * The ways to reach the server of a registry entry or a server card: its addresses, then its packages. Values are variables; those
 * that are optional and have no default are left out and told. Pure; nothing is looked up.
 */
export function readRegistryEntry(entry: Json, at: JSONPath): DescribedServer {
  const name = shortName(entry);
  const reader = new EntryReader(name);
  const remotes = recordsIn(entry.remotes).map((remote, i) => reader.remote(remote, [...at, 'remotes', i]));
  const packages = recordsIn(entry.packages).map((one, i) => reader.package(one, [...at, 'packages', i]));
  const ways = [...remotes, ...packages].filter((way) => way !== null);
  // The old transport is the last resort.
  const isOld = ({ entry: way }: DescribedWay) => 'url' in way && way.type === 'sse';
  const ordered = [...ways.filter((way) => !isOld(way)), ...ways.filter(isOld)];
  return { ways: withNames(ordered, name), losses: reader.losses, notes: reader.inputs.notes };
}

/** `weather` of `io.github.somebody/weather`. */
export function shortName(entry: Json): string {
  const name = typeof entry.name === 'string' ? entry.name : '';
  return name.split('/').pop()?.trim().slice(0, 100) || 'server';
}

/** The first way has the name of the server; the others say how they differ. */
export function withNames(ways: readonly DescribedWay[], name: string): DescribedWay[] {
  const taken = new Set<string>();
  return ways.map((way, i) => {
    const kind = 'url' in way.entry ? 'remote' : way.entry.command;
    const base = i === 0 ? name : `${name}-${kind}`;
    let own = base;
    for (let number = 2; taken.has(own); number++) own = `${base}-${number}`;
    taken.add(own);
    return { ...way, name: own };
  });
}

class EntryReader {
  readonly inputs: DescribedInputs;
  readonly losses: DescribedLoss[] = [];
  readonly #server: string;

  constructor(server: string) {
    this.#server = server;
    this.inputs = new DescribedInputs(server);
  }

  remote(remote: Json, path: JSONPath): DescribedWay | null {
    const type = field(remote, 'transportType') ?? remote.type;
    if (typeof remote.url !== 'string' || remote.url.trim() === '')
      return this.#lose(path, 'has an address that is not text');
    const headers: [string, string][] = [];
    for (const [i, header] of recordsIn(remote.headers).entries()) {
      if (typeof header.name !== 'string') continue;
      const value = this.#value(header, `${variableName(this.#server)}_${variableName(header.name)}`, [
        ...path,
        'headers',
        i,
      ]);
      if (value !== null) headers.push([header.name, value]);
    }
    return {
      name: '',
      path,
      entry: {
        url: this.#template(remote.url, remote.variables),
        type: typeof type === 'string' ? type : undefined,
        headers: Object.fromEntries(headers),
      },
    };
  }

  package(one: Json, path: JSONPath): DescribedWay | null {
    const registry = (textOf(field(one, 'registryType') ?? field(one, 'registryName')) ?? '').toLowerCase();
    const identifier = one.identifier ?? one.name;
    if (registry === 'mcpb') return this.#lose(path, 'is a bundle; download it and import the file to use it');
    if (registry === '') return this.#lose(path, 'does not say in `registryType` which registry it comes from');
    const runner = Object.hasOwn(runners, registry) ? runners[registry] : undefined;
    if (!runner)
      return this.#lose(
        path,
        `comes from the registry ${JSON.stringify(registry.slice(0, 40))}, and Pegboard cannot start packages from it`,
      );
    const form = runner.command === 'docker' ? imageName : packageName;
    if (typeof identifier !== 'string' || !form.test(identifier))
      return this.#lose(path, 'has no identifier that could be the name of a package');
    const transport = isRecord(one.transport) ? one.transport : {};
    if (transport.type !== undefined && transport.type !== 'stdio')
      return this.#lose(
        path,
        `starts a server that is reached over ${JSON.stringify((textOf(transport.type) ?? '').slice(0, 40))}; start it yourself and import its address`,
      );
    const env = this.#environment(one, path);
    const isContainer = runner.command === 'docker';
    const version = typeof one.version === 'string' && /^[\w.+-]{1,100}$/.test(one.version) ? one.version : null;
    const hasVersion = /[^/][@:][^/]*$/.test(identifier.replace(/^@/, ''));
    const wanted = version === null || hasVersion ? identifier : `${identifier}${runner.at}${version}`;
    const options = this.#arguments(field(one, 'runtimeArguments'), [...path, 'runtimeArguments']);
    const own = this.#arguments(field(one, 'packageArguments'), [...path, 'packageArguments']);
    const args = [
      ...runner.start.filter((word) => !options.includes(word)),
      // A container sees only the variables that are passed to it by name.
      ...(isContainer ? Object.keys(env).flatMap((name) => ['-e', name]) : []),
      ...options,
      wanted,
      ...(own.length > 0 ? runner.end : []),
      ...own,
    ];
    return { name: '', path, entry: { command: this.#command(one, runner.command, path), args, env } };
  }

  #command(one: Json, usual: string, path: JSONPath): string {
    const hint = field(one, 'runtimeHint');
    if (hint === undefined || hint === null || hint === usual) return usual;
    if (typeof hint === 'string' && knownHints.has(hint) && (usual === 'docker') === /docker|podman/.test(hint))
      return hint;
    this.#lose(
      path,
      `asks for the program ${JSON.stringify((textOf(hint) ?? '').slice(0, 40))}; ${usual} is used in its place`,
    );
    return usual;
  }

  #environment(one: Json, path: JSONPath): Record<string, string> {
    const env: [string, string][] = [];
    for (const [i, variable] of recordsIn(field(one, 'environmentVariables')).entries()) {
      if (typeof variable.name !== 'string') continue;
      const value = this.#value(variable, variable.name, [...path, 'environmentVariables', i]);
      if (value !== null) env.push([variable.name, value]);
    }
    return Object.fromEntries(env);
  }

  /** The value of a variable or a header; null for an optional one without a value. */
  #value(input: Json, name: string, path: JSONPath): string | null {
    const secret = field(input, 'isSecret') === true;
    const given = textOf(input.value);
    if (given !== null) {
      const text = this.#template(given, input.variables);
      const isLiteral = text === given && !secret && !decidesWhatRuns(name) && isPlainDefault(name, text);
      return isLiteral ? this.inputs.reference(name, { ...input, secret, fallback: text }) : text;
    }
    const fallback = textOf(input.default);
    if (fallback !== null && !secret && decidesWhatRuns(name)) return fallback;
    // Some entries write `required`, which no version of the form has.
    if (fallback === null && field(input, 'isRequired') !== true && input.required !== true) {
      this.#omit(path, name);
      return null;
    }
    return this.inputs.reference(name, { ...input, secret, fallback });
  }

  #arguments(given: unknown, path: JSONPath): string[] {
    return recordsIn(given).flatMap((argument, i): string[] => {
      const at = [...path, i];
      const name = typeof argument.name === 'string' ? argument.name : null;
      const called = name ?? textOf(field(argument, 'valueHint')) ?? `argument ${i + 1}`;
      const isNamed = argument.type === 'named' && name !== null;
      const value = this.#argumentValue(argument, called);
      if (value === null) {
        // A flag stands alone.
        const isFlag =
          isNamed &&
          argument.value === undefined &&
          field(argument, 'isRequired') === true &&
          argument.format === 'boolean';
        if (isFlag) return [name];
        this.#omit(at, called);
        return [];
      }
      if (!isNamed) return [value];
      return argument.format === 'boolean' ? (value === 'true' ? [name] : []) : [name, value];
    });
  }

  #argumentValue(argument: Json, called: string): string | null {
    const given = textOf(argument.value);
    if (given !== null) return this.#template(given, argument.variables);
    const secret = field(argument, 'isSecret') === true;
    const fallback = textOf(argument.default);
    if (fallback !== null && !secret) return fallback;
    if (argument.format === 'boolean') return null;
    const isNeeded = field(argument, 'isRequired') === true || secret;
    return isNeeded ? this.inputs.reference(variableName(called), { ...argument, secret }) : null;
  }

  /** `{name}` in a text, for the variables that the description has. */
  #template(text: string, variables: unknown): string {
    if (!isRecord(variables)) return text;
    return text.replace(/\{([A-Za-z_][\w-]*)\}/g, (whole, name: string) => {
      const input = Object.hasOwn(variables, name) ? variables[name] : undefined;
      if (!isRecord(input)) return whole;
      const secret = field(input, 'isSecret') === true;
      const given = textOf(input.value);
      if (given !== null && !secret) return given;
      return this.inputs.reference(variableName(name), { ...input, secret, fallback: textOf(input.default) });
    });
  }

  #lose(path: JSONPath, what: string): null {
    this.losses.push({ path, severity: 'warning', message: `${placeName(path)} ${what}.` });
    return null;
  }

  #omit(path: JSONPath, name: string): void {
    const message = `${name.slice(0, 60)} of ${this.#server} is optional and is left out. Add it to the source if you need it.`;
    this.losses.push({ path, severity: 'info', message });
  }
}

function placeName(path: JSONPath): string {
  return path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${part}`))
    .join('')
    .replace(/^\./, '');
}
