import { isRecord } from '#shared/text/values.ts';
import { referenceTo, referredVariables } from '../../secrets/variable-references.ts';
import {
  liesBelow,
  type PluginLoss,
  type PluginServer,
  pluginData,
  pluginRoot,
  staysInside,
} from '../plugin-bundle.ts';
import type { PluginFields } from '../plugin-fields.ts';
import type { PluginForm, WrittenServer } from '../plugin-form.ts';
import { textsOf } from './claude-code.ts';
import {
  commonMetadata,
  dotlessName,
  givenFields,
  hostServerName,
  invalid,
  leftOut,
  lostField,
  readRemote,
  readStdio,
  reportOthers,
  withoutNull,
} from './shared.ts';

const otherFields = ['id', 'apps', 'hooks'];
const otherKeys = [
  ...['startup_timeout_sec', 'startup_timeout_ms', 'tool_timeout_sec', 'enabled', 'enabled_tools', 'disabled_tools'],
  ...['required', 'scopes', 'oauth', 'oauth_resource', 'tools', 'default_tools_approval_mode'],
  ...['supports_parallel_tool_calls', 'description', 'note'],
];
/** What a screen of Codex shows; of it only the name for people is carried over. */
const interfaceFields = [
  ...['shortDescription', 'longDescription', 'developerName', 'category', 'capabilities', 'websiteURL', 'brandColor'],
  ...['privacyPolicyURL', 'termsOfServiceURL', 'composerIcon', 'logo', 'logoDark', 'screenshots', 'defaultPrompt'],
  'default_prompt',
];

/**
 * Plugins of Codex: `.codex-plugin/plugin.json`, `skills/` and `.mcp.json`; the manifest may name other places. Codex fills in no
 * placeholder in the servers of this form: it starts a server in a folder of the plugin where `cwd` is relative, passes on the
 * variables that `env_vars` names, and takes headers from the variables that `env_http_headers` and `bearer_token_env_var` name.
 */
export const codex: PluginForm = {
  id: 'codex',
  manifestPath: '.codex-plugin/plugin.json',
  serversPath: '.mcp.json',
  marketplacePath: '.agents/plugins/marketplace.json',
  namesPlaces: true,
  bareServers: true,
  ownVariables: null,
  otherParts: ['.app.json', 'hooks'],
  readMetadata(fields) {
    const name = fields.text('name');
    if (name === null || !/^[A-Za-z0-9_-]{1,128}$/.test(name)) {
      const problem = name === null ? 'The manifest has no name.' : `"${name.slice(0, 80)}" is not a valid name.`;
      fields.say('plugin_name', ['name'], problem, 'Use letters, digits, "_" and "-".');
      return null;
    }
    const shown = fields.object('interface');
    const metadata = { name, title: shown?.text('displayName') ?? null, ...commonMetadata(fields), extensions: {} };
    for (const key of ['skills', 'mcpServers']) fields.raw(key);
    if (shown) reportOthers(shown, interfaceFields, 'Codex does not know it.');
    reportOthers(fields, otherFields, 'Codex does not know it.');
    askForRequired(fields, { ...metadata, author: metadata.author?.name ?? null });
    return metadata;
  },
  readServersHead: () => true,
  readServer(name, fields) {
    for (const key of otherKeys) fields.raw(key);
    const type = fields.raw('type') ?? (fields.has('url') ? 'http' : 'stdio');
    if (!hostServerName.test(name)) {
      invalid(fields, [], 'has a name that Codex refuses.', 'Use letters, digits, "_" and "-".');
      return null;
    }
    const transport =
      type === 'stdio'
        ? readStarted(fields)
        : type === 'http' || type === 'streamable-http' || type === 'streamable_http'
          ? readReached(fields)
          : invalid(fields, ['type'], 'has a type that Codex does not know.', 'Write "stdio" or "http".');
    reportOthers(fields, [], 'a server of Codex has no such field.');
    return transport && { name, transport };
  },
  writeManifest(metadata, parts) {
    const { name, losses } = dotlessName(metadata.name);
    const extended = Object.keys(metadata.extensions);
    const { title, description, author } = metadata;
    const shown = withoutNull({
      displayName: title,
      ...(title === null ? {} : { shortDescription: description, developerName: author?.name ?? null }),
    });
    return {
      document: {
        name,
        ...givenFields(metadata),
        ...(parts.skills ? { skills: './skills/' } : {}),
        ...(parts.servers ? { mcpServers: './.mcp.json' } : {}),
        ...(Object.keys(shown).length > 0 ? { interface: shown } : {}),
      },
      losses: [
        ...losses,
        ...(extended.length > 0 ? lostField(metadata, 'extensions', `has no place there: ${extended.join(', ')}`) : []),
      ],
    };
  },
  writeServer,
  serversDocument: (mcpServers) => ({ mcpServers }),
  marketplace: (name, metadata, path) => ({
    name,
    interface: { displayName: name },
    plugins: [
      {
        name: dotlessName(metadata.name).name,
        source: { source: 'local', path },
        policy: { installation: 'AVAILABLE', authentication: 'ON_INSTALL' },
        category: 'Productivity',
      },
    ],
  }),
};

/** Codex loads a plugin without these; the directory that it publishes plugins in does not take it. */
function askForRequired(
  fields: PluginFields,
  given: Readonly<Record<'version' | 'description' | 'author', unknown>>,
): void {
  const missing = (['version', 'description', 'author'] as const).filter((key) => given[key] === null);
  if (missing.length === 0) return;
  const names = missing.map((key) => (key === 'author' ? 'author.name' : key)).join(', ');
  fields.say(
    'plugin_field_missing',
    [],
    `The manifest has no ${names}.`,
    'Codex publishes only plugins that have them.',
  );
}

function readStarted(fields: PluginFields): PluginServer['transport'] | null {
  const passed = fields.raw('env_vars') === undefined ? [] : namesOf(fields);
  const read = readStdio(fields);
  if (!read || passed === null) return null;
  const isBundled = read.cwd !== null && !/^(?:[\\/]|[A-Za-z]:)/.test(read.cwd);
  if (isBundled && !staysInside(read.cwd)) {
    invalid(fields, ['cwd'], `starts in "${read.cwd.slice(0, 200)}", which is not inside of the plugin.`);
    return null;
  }
  const below = isBundled ? (read.cwd ?? '').replace(/^\.\/*/, '').replace(/\/+$/, '') : '';
  const cwd = isBundled ? (below === '' ? pluginRoot : `${pluginRoot}/${below}`) : read.cwd;
  const isOwn = cwd === pluginRoot && read.command.startsWith('./');
  if (isOwn && !staysInside(read.command)) {
    invalid(fields, ['command'], `has the command "${read.command.slice(0, 200)}", which is not inside of the plugin.`);
    return null;
  }
  const env = { ...read.env, ...Object.fromEntries(passed.map((name) => [name, referenceTo(name)])) };
  return { ...read, command: isOwn ? `${pluginRoot}/${read.command.slice(2)}` : read.command, env, cwd };
}

/** The variables that are passed on: names, or objects with a name. */
function namesOf(fields: PluginFields): readonly string[] | null {
  const given = fields.raw('env_vars');
  const names = Array.isArray(given) ? given.map((one) => (isRecord(one) ? one.name : one)) : [null];
  if (names.every((name): name is string => typeof name === 'string' && /^[A-Za-z_]\w*$/.test(name))) return names;
  invalid(fields, ['env_vars'], 'has env_vars that are not names of variables.');
  return null;
}

function readReached(fields: PluginFields): PluginServer['transport'] | null {
  const [named, token] = [fields.textMap('env_http_headers'), fields.text('bearer_token_env_var')];
  const plain = fields.textMap('headers');
  const read = readRemote(fields, { type: 'http', headersKey: 'http_headers' });
  if (!read) return null;
  const references = Object.entries(named).map(([header, name]) => [header, referenceTo(name)] as const);
  const headers = {
    ...plain,
    ...read.headers,
    ...Object.fromEntries(references),
    ...(token === null ? {} : { Authorization: `Bearer ${referenceTo(token)}` }),
  };
  return { ...read, headers };
}

function writeServer(server: PluginServer): WrittenServer {
  const { name, transport } = server;
  if (!hostServerName.test(name)) return leftOut(server, 'Codex refuses its name');
  if (transport.type === 'sse') return leftOut(server, 'Codex does not reach servers by SSE');
  if (transport.type !== 'stdio') return writeReached(server, transport);
  const inside = { ...transport, command: '', cwd: null };
  if (textsOf({ name, transport: inside }).some((text) => text.includes(pluginRoot) || text.includes(pluginData))) {
    return leftOut(server, `it names ${pluginRoot} or ${pluginData}, which Codex fills in only in Agent Plugins`);
  }
  if (referredVariables([transport.command, ...transport.args].join(' ')).length > 0) {
    return leftOut(server, 'its command has a variable of the user, which Codex does not fill in');
  }
  const losses: PluginLoss[] = [];
  const isOwn = liesBelow(transport.command, pluginRoot);
  if (isOwn && transport.cwd !== null && transport.cwd !== pluginRoot) {
    return leftOut(server, 'its program and the folder that it starts in are different folders of the plugin');
  }
  if (isOwn && transport.cwd === null) {
    losses.push({ name, field: 'cwd', kind: 'changed', message: 'starts in the folder of the plugin there' });
  }
  const cwd = isOwn ? pluginRoot : transport.cwd;
  if (cwd !== null && liesBelow(cwd, pluginData))
    return leftOut(server, `it starts in ${pluginData}, which Codex does not fill in`);
  const { env, passed, lost } = dividedEnv(transport.env);
  losses.push(
    ...lost.map((variable): PluginLoss => ({ name, field: 'env', kind: 'lost', message: renamed(variable) })),
  );
  const entry = {
    command: isOwn ? `.${transport.command.slice(pluginRoot.length)}` : transport.command,
    ...(transport.args.length > 0 ? { args: transport.args } : {}),
    ...(Object.keys(env).length > 0 ? { env } : {}),
    ...(passed.length > 0 ? { env_vars: passed } : {}),
    ...(cwd === null ? {} : { cwd: liesBelow(cwd, pluginRoot) ? `.${cwd.slice(pluginRoot.length)}` : cwd }),
  };
  return { entry, losses };
}

function renamed(variable: string): string {
  return `the variable ${variable} is left out: Codex passes variables on only by their own name and without a default`;
}

/** Variables with values, those that are passed on, and those that are neither. */
function dividedEnv(given: Readonly<Record<string, string>>) {
  const entries = Object.entries(given);
  const passed = entries.filter(([name, value]) => value === referenceTo(name)).map(([name]) => name);
  const env = Object.fromEntries(entries.filter(([, value]) => referredVariables(value).length === 0));
  const lost = entries.map(([name]) => name).filter((name) => !passed.includes(name) && !Object.hasOwn(env, name));
  return { env, passed, lost };
}

function writeReached(
  server: PluginServer,
  { url, headers }: Extract<PluginServer['transport'], { type: 'http' | 'sse' }>,
): WrittenServer {
  if (referredVariables(url).length > 0)
    return leftOut(server, 'its address has a variable of the user, which Codex does not fill in');
  const losses: PluginLoss[] = [];
  const [plain, named]: [string, string][][] = [[], []];
  let token: string | null = null;
  for (const [header, value] of Object.entries(headers)) {
    const [, scheme = '', variable] = /^(Bearer )?\$\{env:([A-Za-z_]\w*)\}$/.exec(value) ?? [];
    if (referredVariables(value).length === 0) plain?.push([header, value]);
    else if (variable !== undefined && scheme === '') named?.push([header, variable]);
    else if (variable !== undefined && header === 'Authorization') token = variable;
    else {
      const message = `the header ${header} is left out: Codex takes the whole value of a header from one variable`;
      losses.push({ name: server.name, field: 'headers', kind: 'lost', message });
    }
  }
  const some = (key: string, map: [string, string][] = []) =>
    map.length > 0 ? { [key]: Object.fromEntries(map) } : {};
  return {
    entry: {
      url,
      ...some('http_headers', plain),
      ...some('env_http_headers', named),
      ...(token === null ? {} : { bearer_token_env_var: token }),
    },
    losses,
  };
}
