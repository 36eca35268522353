import { resolve } from 'node:path';
import type { Services } from '#core/services.ts';
import { type ImportPlan, type ImportResult, planLeavesOut } from '#shared/domain/import-plan.ts';
import type { ImportMcpEvent } from '#shared/domain/live-source.ts';
import type { McpConnection } from '#shared/domain/mcp-connection.ts';
import { PegboardError } from '#shared/errors.ts';
import { checkSourceName } from '../check-source-name.ts';
import { type CommandContext, type CommandResult, withWorkspace } from '../command-context.ts';
import { plainText } from '../plain-text.ts';
import { newLines } from '../starting-servers.ts';
import { withConsent } from '../with-consent.ts';
import { withSignIn } from '../with-sign-in.ts';
import { checkExitCode, reportImport } from './import.ts';

export interface ImportMcpOptions {
  readonly name?: string | undefined;
  readonly dryRun?: boolean | undefined;
  readonly check?: boolean | undefined;
  readonly strict?: boolean | undefined;
  readonly mcp?: boolean | undefined;
  readonly url?: string | undefined;
  readonly source?: string | undefined;
  readonly env?: readonly string[] | undefined;
  readonly cwd?: string | undefined;
  readonly header?: readonly string[] | undefined;
  readonly timeout?: number | undefined;
  readonly yes?: boolean | undefined;
}

/**
 * `pegboard import --mcp -- <command…>`, `--url <url>`, `--source <name>`: adds or renews a live source. A command or an
 * address typed here is consent for it; one that the workspace names needs a stored consent, `--yes`, or an answer.
 */
export async function importMcp(
  context: CommandContext,
  words: readonly string[],
  options: ImportMcpOptions,
): CommandResult {
  checkUsage(words, options);
  const typed = options.source === undefined ? typedConnection(context, words, options) : undefined;
  return withWorkspace(context, (services) =>
    withConsent(context, typed !== undefined || options.yes === true, async ({ consent }) => {
      const source = options.source ?? options.name;
      const input = {
        ...(typed ? { connection: typed } : {}),
        ...(source === undefined ? {} : { source }),
        apply: !options.dryRun && !options.check,
        consent,
        ...(options.strict ? { strict: true } : {}),
        ...(options.timeout === undefined ? {} : { timeout_ms: options.timeout * 1000 }),
      };
      const target = typed ? { connection: typed } : { name: source };
      return withSignIn(context, services, target, () =>
        follow(context, services.sources.importMcp(input, { signal: context.io.signal }), options),
      );
    }),
  );
}

/** Tells the progress, prints the plan in any case, and ends as `pegboard import <file>` does. */
async function follow(
  context: CommandContext,
  events: ReturnType<Services['sources']['importMcp']>,
  { dryRun = false, check = false }: ImportMcpOptions,
): Promise<number> {
  const { reporter } = context;
  let plan: ImportPlan | undefined;
  let result: ImportResult | undefined;
  let shown = '';
  try {
    for await (const event of events) {
      if (event.type === 'connecting') reporter.note(plainText(`Connecting: ${event.runs}`));
      else if (event.type === 'starting') reporter.note(event.downloading ? 'Downloading or starting …' : 'Starting …');
      else if (event.type === 'stderr') {
        for (const line of newLines(shown, event.text)) reporter.note(plainText(`  stderr: ${line}`));
        shown = event.text;
      } else if (event.type === 'connected') reporter.note(plainText(greeting(event)));
      else if (event.type === 'listing' && event.pages % 50 === 0) reporter.note(`${event.tools} tools so far …`);
      else if (event.type === 'planned') plan = event.plan;
      else if (event.type === 'done') result = event.result;
    }
  } finally {
    if (plan && !result && (plan.conflicts.length > 0 || dryRun || check)) await reportImport(context, plan, false);
  }
  if (result) await reportImport(context, result, result.written);
  if (plan && check) return checkExitCode(plan);
  const isOdd = plan !== undefined && (plan.conflicts.length > 0 || planLeavesOut(result ?? plan));
  return isOdd ? 1 : 0;
}

function greeting({ server, protocol_version }: Extract<ImportMcpEvent, { type: 'connected' }>): string {
  return `Connected to ${server ? `${server.name} ${server.version}` : 'the server'}, protocol ${protocol_version}.`;
}

function checkUsage(words: readonly string[], options: ImportMcpOptions): void {
  const given = [
    options.mcp && '--mcp',
    options.url !== undefined && '--url',
    options.source !== undefined && '--source',
  ];
  const ways = given.filter((way) => typeof way === 'string');
  const refuse = (message: string, hint: string) => {
    throw new PegboardError('usage', message, { hint });
  };
  if (ways.length === 0)
    refuse('--env, --cwd, --header, --timeout and --yes are for live servers.', 'Add --mcp, --url or --source.');
  if (ways.length > 1) refuse(`${ways.join(' and ')} exclude each other.`, 'Give one of them.');
  if (options.mcp && words.length === 0)
    refuse(
      '--mcp needs the command of a server.',
      'For example: pegboard import --mcp --name files -- npx -y <server>',
    );
  if (!options.mcp && words.length > 0)
    refuse(`"${words[0]}" cannot be combined with ${ways[0]}.`, 'Import files with a command of their own.');
  if (!options.mcp && (options.env || options.cwd !== undefined))
    refuse('--env and --cwd belong to --mcp.', 'A server reached by an address gets its settings there.');
  if (options.url === undefined && options.header) refuse('--header belongs to --url.', 'Use --env with --mcp.');
  if (options.source !== undefined && options.name !== undefined)
    refuse('--name gives a new source its name; --source names an existing one.', 'Leave --name out.');
  if (options.name !== undefined) checkSourceName(options.name);
}

function typedConnection({ io }: CommandContext, words: readonly string[], options: ImportMcpOptions): McpConnection {
  if (options.url !== undefined) {
    // One that starts with a variable is looked at when that is filled in.
    if (
      !/^\$\{env:\w+(?::-[^{}]*)?\}/.test(options.url) &&
      !(/^https?:\/\//i.test(options.url) && URL.canParse(options.url))
    )
      throw new PegboardError('usage', '--url needs a valid address.', {
        hint: 'It starts with https:// or http://, for example https://mcp.example.com/mcp',
      });
    const headers = Object.fromEntries((options.header ?? []).map(parseHeader));
    return { url: options.url, ...(options.header ? { headers } : {}) };
  }
  const [command = '', ...args] = words;
  const env = Object.fromEntries((options.env ?? []).map(parseVariable));
  return {
    command,
    args,
    ...(options.env ? { env } : {}),
    // A command means the same wherever the workspace is: it starts where it was typed.
    cwd: resolve(io.cwd, options.cwd ?? '.'),
  };
}

/** `K` takes the value of our own variable, `K=V` gives one. Neither value is written. */
export function parseVariable(text: string): [string, string] {
  const at = text.indexOf('=');
  const name = at < 0 ? text : text.slice(0, at);
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) {
    throw new PegboardError('usage', '--env takes NAME or NAME=value.', {
      hint: 'A name has letters, digits and "_", for example: --env GITHUB_TOKEN',
    });
  }
  return [name, at < 0 ? `\${env:${name}}` : text.slice(at + 1)];
}

export function parseHeader(text: string): [string, string] {
  const [, name, value] = /^([!#$%&'*+.^_`|~\w-]+):\s*(.+)$/.exec(text) ?? [];
  if (name === undefined || value === undefined) {
    throw new PegboardError('usage', '--header takes "Name: value".', {
      hint: 'For example: --header "Authorization: Bearer $TOKEN"',
    });
  }
  return [name, value.trim()];
}
