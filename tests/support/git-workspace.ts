import { execFileSync } from 'node:child_process';
import { temporaryFolder } from './temporary-folder.ts';
import { write } from './workspace.ts';

/** A tool of an MCP server as a captured list has it. */
export interface ListedTool {
  readonly name: string;
  readonly description?: string;
  readonly inputSchema?: Readonly<Record<string, unknown>>;
}

/** A captured list on several lines, as `pegboard import` writes it. */
export function listOf(tools: readonly ListedTool[]): string {
  const whole = tools.map((tool) => ({ inputSchema: { type: 'object', properties: {} }, ...tool }));
  return `${JSON.stringify({ tools: whole }, null, 2)}\n`;
}

/** A git repository with a workspace in the folder `agent`: one source `shop`, golden queries, one pack of skills. All is committed. */
export function gitWorkspace(tools: readonly ListedTool[]) {
  const repository = temporaryFolder();
  const git = (...words: string[]) =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.org', ...words], {
      cwd: repository,
      encoding: 'utf8',
    }).trim();
  const commit = (message: string) => {
    git('add', '-A');
    git('commit', '-qm', message);
    return git('rev-parse', 'HEAD');
  };
  git('init', '-q', '-b', 'main');
  write(repository, '.gitignore', '.pegboard/\n');
  write(
    repository,
    'agent/pegboard.yaml',
    `tool_search: {enabled: true, default_loading_mode: deferred}
sources: [{name: shop, path: sources/shop.json, format: tools_list}]
skills: {enabled: true, skill_packs: [{name: own, path: packs/own, scope_mode: global}], scope_mode: global}
`,
  );
  write(repository, 'agent/sources/shop.json', listOf(tools));
  write(repository, 'agent/evals/golden.jsonl', '{"query": "cancel an order", "relevant": ["shop.cancel_order"]}\n');
  const skill = { name: 'pack.own.refund', trigger: 'a customer wants a refund', steps: ['Ask why.'] };
  write(repository, 'agent/packs/own/refund.skill.json', `${JSON.stringify(skill)}\n`);
  const base = commit('Base');
  return { repository, base, git, commit };
}
