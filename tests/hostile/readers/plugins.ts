import { join } from 'node:path';
import type { CaseFile } from '../campaign/area.ts';
import { type DocumentFormat, mutateDocument } from '../mutate/document.ts';
import type { Reader } from './reader.ts';

const skill = '---\nname: deploy\ndescription: Deploys a service. Use it for releases.\n---\nRun it.\n';
const secret = 'planted-plugin-secret-4711';

/** A plugin in each form, as its own writer makes it, with a catalog where the form has one, and agent files. */
const seeds: readonly Readonly<Record<string, string>>[] = [
  {
    'plugin.json': `{"$schema":"https://agent-plugins.org/schemas/1.0.0/plugin.schema.json","name":"ops","version":"1.0.0","author":{"name":"Ops"},"keywords":["a"],"extensions":{"com.example.client":{"a":1}}}`,
    'mcp.json': `{"$schema":"https://agent-plugins.org/schemas/1.0.0/mcp.schema.json","mcpServers":{"local":{"type":"stdio","command":"./bin/server","args":["\${PLUGIN_ROOT}/bin/server"],"env":{"API_TOKEN":"${secret}"},"cwd":"\${PLUGIN_DATA}"},"remote":{"type":"streamable-http","url":"https://a.example/mcp","headers":{"X-A":"1"}}}}`,
    'skills/deploy/SKILL.md': skill,
    'bin/server': 'echo',
  },
  {
    '.claude-plugin/marketplace.json': `{"name":"team","owner":{"name":"Ops"},"plugins":[{"name":"ops","source":"./"}]}`,
    '.claude-plugin/plugin.json': `{"name":"ops","skills":["./more"],"mcpServers":{"local":{"command":"node","env":{"API_TOKEN":"${secret}"}}}}`,
    '.mcp.json': `{"web":{"type":"http","url":"https://a.example/mcp","headers":{"Authorization":"Bearer \${TOKEN}"}}}`,
    'more/deploy/SKILL.md': skill,
  },
  {
    '.agents/plugins/marketplace.json': `{"name":"team","plugins":[{"name":"ops","source":{"source":"local","path":"./"}}]}`,
    '.codex-plugin/plugin.json': `{"name":"ops","version":"1.0.0","description":"Ops","author":{"name":"Ops"},"skills":"./skills/","mcpServers":"./.mcp.json","interface":{"displayName":"Ops"}}`,
    '.mcp.json': `{"mcpServers":{"local":{"command":"./bin/server","cwd":".","env_vars":["TOKEN"],"env":{"API_TOKEN":"${secret}"}}}}`,
    'skills/deploy/SKILL.md': skill,
  },
];

const formatOf = (path: string): DocumentFormat => (path.endsWith('.json') ? 'json' : 'yaml');

/** Plugins of every form with one changed file, checked and planned as an import. A value of a variable is never shown. */
export const plugins: Reader = {
  name: 'plugins',
  cases: 600,
  make: (random, { root }) => {
    const seed = random.pick(seeds);
    const changed = random.pick(Object.keys(seed).filter((path) => path !== 'bin/server'));
    const files = Object.entries(seed).map(([path, text]): CaseFile => {
      const bytes =
        path === changed ? mutateDocument(text, formatOf(path), { random, keepPlaces: true }) : Buffer.from(text);
      return { path: `input/${path}`, bytes };
    });
    const place = join(root, 'input');
    const human = random.chance(0.4) ? ['--format', 'human'] : [];
    return {
      files,
      commands: [
        { args: ['plugins', 'validate', place, ...human] },
        { args: ['import', '--dry-run', place, ...human] },
      ],
      secrets: [secret],
    };
  },
};
