import { type ChildProcess, spawn } from 'node:child_process';

/** Trials that run at the same time. */
export const atOnce = 2;

/** An experiment with the model of a service. */
export function settingsAt(url: string): Record<string, unknown> {
  return { model: { provider: 'openai-compatible', model: 'm', base_url: url }, repetitions: 2, at_once: atOnce };
}

const script = `
  const { createServices } = await import('#core/create-services.ts');
  const { silentLogger } = await import('#core/logger.ts');
  const [folder, userDataDir, given, id] = process.argv.slice(1);
  const services = await createServices({ userDataDir, host: 'test', logger: silentLogger, watch: false });
  await services.workspace.open({ path: folder });
  const events = id
    ? services.experiments.resume({ id, consent: false })
    : services.experiments.run({ settings: JSON.parse(given), consent: false });
  for await (const { type, run } of events) console.log(JSON.stringify({ type, id: run.id, state: run.state }));
  await services.close();`;

interface Told {
  readonly type: string;
  readonly id: string;
  readonly state: string;
}

/** Runs an experiment, or goes on with one, in a process that does nothing else. `told` gets what it says. */
export function experimentProcess(
  place: { readonly folder: string; readonly userDataDir: string; readonly url: string; readonly id: string | null },
  told: (said: Told) => void,
): { readonly child: ChildProcess; readonly ended: Promise<void> } {
  const { folder, userDataDir, url, id } = place;
  const given = [
    '--input-type=module',
    '-e',
    script,
    folder,
    userDataDir,
    JSON.stringify(settingsAt(url)),
    ...(id === null ? [] : [id]),
  ];
  const child = spawn(process.execPath, given, { stdio: ['ignore', 'pipe', 'inherit'] });
  let rest = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) told(JSON.parse(line) as Told);
  });
  return { child, ended: new Promise((done) => child.on('close', () => done())) };
}
