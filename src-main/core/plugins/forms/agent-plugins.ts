import { isRecord } from '#shared/text/values.ts';
import { referredVariables } from '../../secrets/variable-references.ts';
import {
  liesBelow,
  type PluginLoss,
  type PluginServer,
  type PluginTransport,
  pluginData,
  pluginRoot,
  staysInside,
} from '../plugin-bundle.ts';
import type { PluginFields } from '../plugin-fields.ts';
import type { PluginForm, WrittenServer } from '../plugin-form.ts';
import {
  commonMetadata,
  givenFields,
  headersProblem,
  invalid,
  leftOut,
  lostField,
  readRemote,
  readStdio,
  reportOthers,
} from './shared.ts';

const schemas = 'https://agent-plugins.org/schemas/1.0.0/';
const manifestSchema = `${schemas}plugin.schema.json`;
const serversSchema = `${schemas}mcp.schema.json`;
const nameForm = /^(?!.*(?:--|\.\.))[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/;
const reserved = ['PLUGIN_ROOT', 'PLUGIN_DATA'];

/**
 * Agent Plugins 1.0.0 (agent-plugins.org): `plugin.json`, `skills/` and `mcp.json` at their fixed places. Its manifest and each
 * server are closed: a wrong field makes the manifest, or that server, invalid; an unknown field of the manifest is ignored. Its
 * clients fill in `${PLUGIN_ROOT}` and `${PLUGIN_DATA}` in arguments, variables and the working directory, and nothing else, so
 * it has no words for variables of the user.
 */
export const agentPlugins: PluginForm = {
  id: 'agent-plugins',
  manifestPath: 'plugin.json',
  serversPath: 'mcp.json',
  marketplacePath: null,
  namesPlaces: false,
  bareServers: false,
  ownVariables: { root: 'PLUGIN_ROOT', data: 'PLUGIN_DATA' },
  otherParts: [],
  readMetadata(fields) {
    if (!checkSchema(fields, manifestSchema)) return null;
    const name = fields.text('name');
    if (name === null || name.length > 64 || !nameForm.test(name)) {
      fields.say(
        'plugin_name',
        ['name'],
        name === null ? 'The manifest has no name.' : `"${name.slice(0, 80)}" is not a valid name.`,
        'Use 1 to 64 lower case letters, digits, "-" and ".", with a letter or a digit at both ends, and no "--" or "..".',
      );
      return null;
    }
    const metadata = { name, title: null, ...commonMetadata(fields), extensions: readExtensions(fields) };
    reportOthers(fields, [], 'the manifest has no such field, and clients ignore it.');
    return fields.wrong === 0 ? metadata : null;
  },
  readServersHead(fields) {
    const isKnown = checkSchema(fields, serversSchema);
    fields.raw('mcpServers');
    const others = fields.others();
    if (others.length > 0) {
      fields.say(
        'plugin_field',
        [others[0] ?? ''],
        `mcp.json has ${others.join(', ')}, so clients load no server of it.`,
      );
    }
    return isKnown && others.length === 0;
  },
  readServer(name, fields) {
    const type = fields.raw('type');
    const transport =
      type === 'stdio'
        ? readStarted(fields)
        : type === 'streamable-http' || type === 'sse'
          ? readReached(fields, type)
          : invalid(fields, ['type'], 'has no type.', 'Write "stdio", "streamable-http" or "sse".');
    if (!transport) return null;
    const others = fields.others();
    if (others.length === 0) return { name, transport };
    invalid(fields, [others[0] ?? ''], `has ${others.join(', ')}, which a server of its type does not have.`);
    return null;
  },
  writeManifest(metadata) {
    const { name, title, extensions } = metadata;
    const extended = Object.keys(extensions).length > 0 ? { extensions } : {};
    return {
      document: { $schema: manifestSchema, name, ...givenFields(metadata), ...extended },
      losses: title === null ? [] : lostField(metadata, 'title', 'has no place there'),
    };
  },
  writeServer,
  serversDocument: (mcpServers) => ({ $schema: serversSchema, mcpServers }),
  marketplace: () => ({}),
};

function checkSchema(fields: PluginFields, schema: string): boolean {
  const given = fields.raw('$schema');
  if (given === schema) return true;
  const version = typeof given === 'string' ? `"${given.slice(0, 200)}"` : 'missing';
  fields.say('plugin_schema', ['$schema'], `$schema is ${version}.`, `Pegboard reads version 1.0.0: ${schema}`);
  return false;
}

/** The objects of clients. A value that is not an object makes the manifest invalid; another `extensions` is ignored. */
function readExtensions(fields: PluginFields): Readonly<Record<string, Readonly<Record<string, unknown>>>> {
  const given = fields.raw('extensions');
  if (given === undefined) return {};
  if (!isRecord(given)) {
    fields.say('plugin_field_unknown', ['extensions'], 'extensions must be an object; clients ignore it.');
    return {};
  }
  const odd = Object.entries(given).find(([, value]) => !isRecord(value));
  if (odd) fields.refuse('extensions', `an object of objects, but ${odd[0]} is not an object`);
  return given as Record<string, Record<string, unknown>>;
}

function readStarted(fields: PluginFields): PluginTransport | null {
  const read = readStdio(fields);
  if (!read) return null;
  const taken = Object.keys(read.env).filter((name) => reserved.includes(name));
  if (taken.length > 0) {
    invalid(fields, ['env', taken[0] ?? ''], `gives a value to ${taken.join(', ')}, which the client sets.`);
    return null;
  }
  const command = bundledPath(read.command);
  if (command === null) {
    const problem = `has the command "${read.command.slice(0, 200)}", which is neither a name nor a path inside of the plugin.`;
    invalid(fields, ['command'], problem, 'Write the name of a program, or a path that begins with "./".');
    return null;
  }
  const cwd = read.cwd === null ? pluginRoot : startFolder(read.cwd);
  if (cwd === null) {
    const problem = `starts in "${(read.cwd ?? '').slice(0, 200)}", which is not inside of the plugin.`;
    invalid(fields, ['cwd'], problem, `Begin with "./", "${pluginRoot}" or "${pluginData}".`);
    return null;
  }
  warnOfReferences(fields, [...read.args, ...Object.values(read.env)]);
  return { ...read, command, cwd };
}

/** A bare name as it is, `./…` below the plugin; null for anything else. */
function bundledPath(command: string): string | null {
  if (command.startsWith('./')) return staysInside(command) ? `${pluginRoot}/${command.slice(2)}` : null;
  return /[\\/]/.test(command) || command === '..' || command.includes('${') ? null : command;
}

function startFolder(cwd: string): string | null {
  const full = cwd.startsWith('./') ? `${pluginRoot}/${cwd.slice(2)}` : cwd;
  const root = [pluginRoot, pluginData].find((one) => liesBelow(full, one));
  if (root === undefined || !staysInside(full.slice(root.length + 1))) return null;
  return full.replace(/\/+$/, '');
}

/** Clients pass these on as they are, which nobody means. */
function warnOfReferences(fields: PluginFields, texts: readonly string[]): void {
  const odd = texts
    .flatMap((text) => text.match(/\$\{[^}]{0,80}\}?/g) ?? [])
    .filter((one) => !reserved.includes(one.slice(2, -1)));
  if (odd.length === 0) return;
  fields.say(
    'plugin_placeholder',
    fields.at,
    `The server "${String(fields.at.at(-1))}" has ${[...new Set(odd)].slice(0, 5).join(', ')}, which no client fills in.`,
    `Agent Plugins has ${pluginRoot} and ${pluginData} only.`,
  );
}

function readReached(fields: PluginFields, type: 'streamable-http' | 'sse'): PluginTransport | null {
  const read = readRemote(fields, { type: type === 'sse' ? 'sse' : 'http' });
  if (!read) return null;
  const problem = addressProblem(read.url);
  if (problem === null) return read;
  invalid(fields, ['url'], problem);
  return null;
}

/** What the specification has against an address; null when nothing. */
function addressProblem(text: string): string | null {
  const address = URL.parse(text);
  if (!address || !/^https?:$/.test(address.protocol)) return 'has a url that is not an absolute HTTP address.';
  if (address.username !== '' || address.password !== '') return 'has a url with a user or a password.';
  if (address.hash !== '' || text.includes('#')) return 'has a url with a fragment.';
  const isLocal = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(address.hostname);
  return address.protocol === 'http:' && !isLocal ? 'is reached without TLS, which is for this computer only.' : null;
}

function writeServer(server: PluginServer): WrittenServer {
  const { name, transport } = server;
  const losses: PluginLoss[] = [];
  const lose = (field: string, kind: PluginLoss['kind'], message: string) =>
    losses.push({ name, field, kind, message });
  if (transport.type !== 'stdio') {
    const { url, headers } = transport;
    if (referredVariables(url).length > 0)
      return leftOut(server, 'its address has a variable, which no client fills in');
    const problem = addressProblem(url) ?? headersProblem(headers);
    if (problem !== null) return leftOut(server, `it ${problem}`);
    const kept = Object.entries(headers).filter(([header, value]) => {
      const isPlain = referredVariables(value).length === 0;
      if (!isPlain) lose('headers', 'lost', `the header ${header} has a variable: the client signs in by itself`);
      return isPlain;
    });
    const type = transport.type === 'sse' ? 'sse' : 'streamable-http';
    return { entry: { type, url, ...(kept.length > 0 ? { headers: Object.fromEntries(kept) } : {}) }, losses };
  }
  const command = liesBelow(transport.command, pluginRoot)
    ? `.${transport.command.slice(pluginRoot.length)}`
    : transport.command;
  if (bundledPath(command) === null)
    return leftOut(server, `"${command}" is a path of this computer or has a variable`);
  if (transport.args.some((text) => referredVariables(text).length > 0)) {
    return leftOut(server, 'its arguments have a variable of the user, which no client fills in');
  }
  const cwd = transport.cwd === null ? null : startFolder(transport.cwd);
  if (transport.cwd === null) lose('cwd', 'changed', 'starts in the folder of the plugin there');
  else if (cwd === null) return leftOut(server, 'it starts in a folder that is not a part of the plugin');
  const env = Object.entries(transport.env).filter(([variable, value]) => {
    if (referredVariables(value).length === 0 && !reserved.includes(variable)) return true;
    if (!reserved.includes(variable)) {
      lose(
        'env',
        'lost',
        `the variable ${variable} is not passed on: set it where the client runs, if the client passes it on`,
      );
    }
    return false;
  });
  return {
    entry: {
      type: 'stdio',
      command,
      ...(transport.args.length > 0 ? { args: transport.args } : {}),
      ...(env.length > 0 ? { env: Object.fromEntries(env) } : {}),
      ...(cwd === null || cwd === pluginRoot ? {} : { cwd }),
    },
    losses,
  };
}
