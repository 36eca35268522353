import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { createServices } from '#core/create-services.ts';
import type { Logger } from '#core/logger.ts';
import type { Services } from '#core/services.ts';
import { createRouter } from '#rpc/router.ts';
import type { PegboardError } from '#shared/errors.ts';
import { listenForRedirect } from '../../../src-main/hosts/listen-for-redirect.ts';
import { asPegboardError } from '../../support/as-pegboard-error.ts';
import { createInProcessClient, type PegboardClient } from '../../support/in-process-client.ts';
import type { Area, CaseResult, Failure } from '../campaign/area.ts';
import { Markers } from '../mutate/markers.ts';
import { mutateStructure } from '../mutate/structure.ts';
import { environmentSecret } from '../mutate/values.ts';
import { Random } from '../random.ts';
import { projectFolder, sandboxEnvironment } from '../sandbox/run-command.ts';
import { changedPaths, Sandbox } from '../sandbox/sandbox.ts';
import { writeBaseWorkspace } from '../seeds/base-workspace.ts';
import { type Procedure, procedures } from './procedures.ts';
import { keptInside, sampleInput } from './sample-input.ts';

/** How long a stream is listened to, milliseconds, and how many of its events are taken: what goes wrong does so at its start. */
const listenMs = 100;
const mostEvents = 50;

/** The app in this process: its services, a client, and everything that was logged. */
interface App {
  readonly services: Services;
  readonly client: PegboardClient;
  readonly logged: string[];
}

/** Odd inputs to every procedure of the contract, through the router that every host serves. */
export const calls: Area = {
  name: 'procedures',
  unit: 'calls',
  cases: 3200,
  isEndless: true,
  open: async ({ seed, folder }) => {
    const sandbox = new Sandbox(folder, process.env.HOME ?? folder).make();
    writeBaseWorkspace(sandbox.workspace);
    sandbox.keepAsBase();
    let app = await openApp(sandbox);
    return {
      run: async (index) => {
        const procedure = procedures[index % procedures.length] as Procedure;
        const random = new Random(`${seed}/procedures/${index}`);
        const { result, isChanged } = await callOnce(app, { procedure, random, sandbox });
        if (isChanged) {
          await app.services.close();
          sandbox.reset();
          app = await openApp(sandbox);
        }
        return result;
      },
      close: () => app.services.close(),
    };
  },
};

async function openApp(sandbox: Sandbox): Promise<App> {
  const logged: string[] = [];
  const log = (message: string, facts?: unknown) => logged.push(`${message} ${JSON.stringify(facts) ?? ''}`);
  const logger: Logger = { info: log, warn: log, error: log } as unknown as Logger;
  const services = await createServices({
    userDataDir: sandbox.user,
    host: 'http',
    logger,
    watch: false,
    listenForRedirect,
    machine: { platform: 'linux', home: sandbox.home, env: sandboxEnvironment(sandbox) },
    shippedPacks: join(projectFolder, 'skill-packs'),
    shippedGuidance: join(projectFolder, 'guidance'),
    env: sandboxEnvironment(sandbox),
  });
  const client = createInProcessClient(createRouter(services, { logger }));
  await client.workspace.open({ path: sandbox.workspace });
  return { services, client, logged };
}

interface Call {
  readonly procedure: Procedure;
  readonly random: Random;
  readonly sandbox: Sandbox;
}

async function callOnce(
  app: App,
  { procedure, random, sandbox }: Call,
): Promise<{ result: CaseResult; isChanged: boolean }> {
  const markers = new Markers();
  let input: unknown = { input: sampleInput(procedure.input, random, sandbox) };
  for (let left = random.below(3); left > 0; left--) input = mutateStructure(input, { random, markers });
  // What only a text can say, such as a key that is there twice, is gone here: a call carries values.
  const given = keptInside(filledIn((input as { input?: unknown } | null)?.input, markers), sandbox.root);
  const before = sandbox.contents();
  const { error, said } = await call(app, procedure, given);
  const after = sandbox.contents();
  const changed = changedPaths(before, after);
  const failures: Failure[] = [];
  if (error?.code === 'internal')
    failures.push({
      kind: 'internal error',
      detail: `${procedure.name}: ${app.logged.slice(-3).join('\n').slice(0, 1500)}`,
    });
  const inWorkspace = changed.filter((path) => !path.startsWith(sandbox.user));
  if (error && inWorkspace.length > 0)
    failures.push({
      kind: 'changed file',
      detail: `${procedure.name} was refused (${error.code}) and changed ${inWorkspace.join(', ')}`,
    });
  const shown = [said, JSON.stringify(error ?? null), ...app.logged.splice(0)].join('\n');
  if (shown.includes(environmentSecret.value)) failures.push({ kind: 'secret shown', detail: procedure.name });
  if (changed.some((path) => after.get(path)?.includes(environmentSecret.value)))
    failures.push({ kind: 'secret shown', detail: `${procedure.name} wrote it to a file` });
  if (changed.some((path) => path.startsWith(sandbox.outside)) || !existsSync(sandbox.outside))
    failures.push({ kind: 'changed file', detail: `${procedure.name} changed a file outside: ${changed.join(', ')}` });
  if (!error && inWorkspace.length > 0) failures.push(...(await stillOpens(app, procedure, sandbox)));
  const files = [{ path: 'input.json', bytes: Buffer.from(kept(given)) }];
  const steps = [`${procedure.name}(input.json) → ${error?.code ?? 'fine'}`];
  const isChanged = changed.length > 0 || procedure.path[0] === 'workspace';
  return { result: { failures, files, steps, subject: procedure.name }, isChanged };
}

/** What was written must open again: nobody can be locked out of a workspace by a setting. */
async function stillOpens(app: App, procedure: Procedure, { workspace }: Sandbox): Promise<Failure[]> {
  try {
    await app.client.workspace.open({ path: workspace });
    await app.client.search.toolSearch({ input: { query: 'order' } });
    return [];
  } catch (error) {
    const { code, message } = asPegboardError(error);
    // That search is off is a setting like others.
    if (code === 'tool_search_not_configured') return [];
    return [
      { kind: 'wrong answer', detail: `after ${procedure.name} the workspace cannot be used: ${code}: ${message}` },
    ];
  }
}

/** The input as JSON; of one that nests deeper than JSON.stringify goes, its outside. */
function kept(input: unknown): string {
  try {
    return JSON.stringify(input, null, 2) ?? 'undefined';
  } catch {
    return inspect(input, { depth: 100 });
  }
}

/** Calls a procedure and takes what it gives. */
async function call(
  app: App,
  { path: [area, method] }: Procedure,
  input: unknown,
): Promise<{ error?: PegboardError; said: string }> {
  const stop = new AbortController();
  const procedure = Reflect.get(Reflect.get(app.client, area) as object, method) as (
    input: unknown,
    options: { signal: AbortSignal },
  ) => Promise<unknown>;
  try {
    const output = await procedure(input, { signal: stop.signal });
    if (typeof output !== 'object' || output === null || !(Symbol.asyncIterator in output))
      return { said: JSON.stringify(output) ?? '' };
    const timer = setTimeout(() => stop.abort(), listenMs);
    const events: unknown[] = [];
    try {
      for await (const event of output as AsyncIterable<unknown>) if (events.push(event) >= mostEvents) break;
    } finally {
      clearTimeout(timer);
    }
    return { said: JSON.stringify(events) };
  } catch (error) {
    const known = asPegboardError(error, stop.signal);
    return known.code === 'cancelled' ? { said: '' } : { error: known, said: '' };
  }
}

/** Raw texts of the markers as values: as far as JSON can be read. */
function filledIn(value: unknown, markers: Markers): unknown {
  try {
    return JSON.parse(markers.fillIn(JSON.stringify(value) ?? 'null'));
  } catch {
    return value;
  }
}
