import { type ChildProcess, spawn } from 'node:child_process';

export interface ReadFigures {
  /** Events that were not there before. */
  readonly added: number;
  readonly ms: number;
  /** Largest memory of the process, bytes. */
  readonly memory: number;
}

const script = `
  const { createServices } = await import('#core/create-services.ts');
  const { silentLogger } = await import('#core/logger.ts');
  const [folder, origin, path, userDataDir] = process.argv.slice(1);
  const services = await createServices({ userDataDir, host: 'test', logger: silentLogger, watch: false });
  await services.workspace.open({ path: folder });
  const before = performance.now();
  const [{ added }] = await services.use.readThese([{ origin, paths: [path] }], () => {});
  const ms = performance.now() - before;
  console.log(JSON.stringify({ added, ms, memory: process.resourceUsage().maxRSS * 1024 }));
  await services.close();`;

/** Reads a log in a process that does nothing else; the figures are null when it was killed. */
export function readInProcess(
  origin: 'claude-code' | 'jsonl',
  place: { readonly folder: string; readonly path: string; readonly userDataDir: string },
): { readonly child: ChildProcess; readonly figures: Promise<ReadFigures | null> } {
  const { folder, path, userDataDir } = place;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, folder, origin, path, userDataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let out = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  const figures = new Promise<ReadFigures | null>((done) => {
    child.on('close', () => done(out === '' ? null : (JSON.parse(out) as ReadFigures)));
  });
  return { child, figures };
}
