import { isPlainDefault, referenceTo, replaceReferences } from '../../secrets/variable-references.ts';
import { type PluginLoss, type PluginServer, pluginData, pluginRoot } from '../plugin-bundle.ts';
import type { PluginForm, WrittenServer } from '../plugin-form.ts';
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

/** Fields of a manifest that Pegboard does not carry over. */
const otherFields = [
  ...['$schema', 'commands', 'agents', 'hooks', 'lspServers', 'outputStyles', 'themes', 'monitors', 'userConfig'],
  ...['channels', 'dependencies', 'settings', 'icon', 'privacyPolicyUrl', 'network', 'strict', 'category', 'tags'],
];

/** Keys of a server that only Claude Code understands. */
const otherKeys = ['oauth', 'headersHelper', 'timeout', 'alwaysLoad', 'description'];

/**
 * Plugins of Claude Code: `.claude-plugin/plugin.json`, `skills/` and `.mcp.json`; the manifest may name other places. Texts of
 * servers may have `${CLAUDE_PLUGIN_ROOT}`, `${CLAUDE_PLUGIN_DATA}`, `${NAME}` and `${NAME:-default}`.
 */
export const claudeCode: PluginForm = {
  id: 'claude-code',
  manifestPath: '.claude-plugin/plugin.json',
  serversPath: '.mcp.json',
  marketplacePath: '.claude-plugin/marketplace.json',
  namesPlaces: true,
  bareServers: true,
  ownVariables: { root: 'CLAUDE_PLUGIN_ROOT', data: 'CLAUDE_PLUGIN_DATA' },
  otherParts: ['commands', 'agents', 'hooks', 'output-styles', '.lsp.json', 'monitors', 'themes'],
  readMetadata(fields) {
    const name = fields.text('name');
    if (name === null || !/^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/.test(name)) {
      const problem = name === null ? 'The manifest has no name.' : `"${name.slice(0, 80)}" is not a valid name.`;
      fields.say('plugin_name', ['name'], problem, 'Use lower case letters, digits and "-".');
      return null;
    }
    if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name)) {
      fields.say('plugin_name_form', ['name'], `"${name}" is not in kebab case, which Claude Code asks for.`);
    }
    const metadata = { name, title: fields.text('displayName'), ...commonMetadata(fields), extensions: {} };
    for (const key of ['skills', 'mcpServers']) fields.raw(key);
    reportOthers(fields, otherFields, 'Claude Code ignores it.');
    return metadata;
  },
  readServersHead: () => true,
  readServer(name, fields) {
    const type = fields.raw('type') ?? (fields.has('url') ? 'http' : 'stdio');
    for (const key of otherKeys) fields.raw(key);
    if (!hostServerName.test(name)) {
      invalid(fields, [], 'has a name that Claude Code refuses.', 'Use letters, digits, "_" and "-".');
      return null;
    }
    const transport =
      type === 'stdio'
        ? readStdio(fields)
        : type === 'http' || type === 'streamable-http'
          ? readRemote(fields, { type: 'http' })
          : type === 'sse'
            ? readRemote(fields, { type: 'sse' })
            : invalid(fields, ['type'], 'has a type that Pegboard does not know.', 'Write "stdio", "http" or "sse".');
    reportOthers(fields, [], 'a server has no such field, and Claude Code ignores it.');
    return transport && mapTexts({ name, transport }, toNeutral);
  },
  writeManifest(metadata) {
    const { name, losses } = dotlessName(metadata.name);
    const extended = Object.keys(metadata.extensions);
    return {
      document: withoutNull({ name, displayName: metadata.title, ...givenFields(metadata) }),
      losses: [
        ...losses,
        ...(extended.length > 0 ? lostField(metadata, 'extensions', `has no place there: ${extended.join(', ')}`) : []),
      ],
    };
  },
  writeServer(server): WrittenServer {
    if (!hostServerName.test(server.name)) return leftOut(server, 'Claude Code refuses its name');
    const { transport } = mapTexts(server, toClaude);
    const losses: PluginLoss[] = literalReferences(server);
    if (transport.type !== 'stdio') {
      const { type, url, headers } = transport;
      return { entry: { type, url, ...(Object.keys(headers).length > 0 ? { headers } : {}) }, losses };
    }
    const { command, args, env, cwd } = transport;
    const entry = {
      command,
      ...(args.length > 0 ? { args } : {}),
      ...(Object.keys(env).length > 0 ? { env } : {}),
      ...(cwd === null ? {} : { cwd }),
    };
    return { entry, losses };
  },
  serversDocument: (mcpServers) => ({ mcpServers }),
  marketplace: (name, metadata, path) => {
    const { description, author } = metadata;
    const plugin = withoutNull({ name: dotlessName(metadata.name).name, source: path, description });
    return withoutNull({ name, description, owner: { name: author?.name ?? name }, plugins: [plugin] });
  },
};

/** A server with each of its texts translated. */
export function mapTexts({ name, transport }: PluginServer, translate: (text: string) => string): PluginServer {
  const all = (map: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(map).map(([key, value]) => [key, translate(value)]));
  if (transport.type !== 'stdio') {
    return { name, transport: { ...transport, url: translate(transport.url), headers: all(transport.headers) } };
  }
  const { command, args, env, cwd } = transport;
  return {
    name,
    transport: {
      type: 'stdio',
      command: translate(command),
      args: args.map(translate),
      env: all(env),
      cwd: cwd === null ? null : translate(cwd),
    },
  };
}

/** Every text of a server. */
export function textsOf({ transport }: PluginServer): string[] {
  if (transport.type !== 'stdio') return [transport.url, ...Object.values(transport.headers)];
  const { command, args, env, cwd } = transport;
  return [command, ...args, ...Object.values(env), ...(cwd === null ? [] : [cwd])];
}

function toNeutral(text: string): string {
  return text.replace(/\$\{([A-Za-z_]\w*)(?::-([^{}"]*))?\}/g, (_whole, name: string, fallback?: string) => {
    if (name === 'CLAUDE_PLUGIN_ROOT') return pluginRoot;
    if (name === 'CLAUDE_PLUGIN_DATA') return pluginData;
    return referenceTo(name, fallback);
  });
}

function toClaude(text: string): string {
  return replaceReferences(text, ({ name, fallback }) =>
    fallback === undefined || !isPlainDefault(name, fallback) ? `\${${name}}` : `\${${name}:-${fallback}}`,
  )
    .replaceAll(pluginRoot, `\${CLAUDE_PLUGIN_ROOT}`)
    .replaceAll(pluginData, `\${CLAUDE_PLUGIN_DATA}`);
}

/** Texts that mean themselves in another form, and a variable here. */
function literalReferences(server: PluginServer): PluginLoss[] {
  const odd = textsOf(server)
    .flatMap((text) => text.match(/\$\{[A-Za-z_]\w*(?::-[^{}"]*)?\}/g) ?? [])
    .filter((text) => text !== pluginRoot && text !== pluginData);
  if (odd.length === 0) return [];
  const message = `${[...new Set(odd)].slice(0, 5).join(', ')} is a variable there, which Claude Code fills in`;
  return [{ name: server.name, field: 'text', kind: 'changed', message }];
}
