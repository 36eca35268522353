import { spawn } from 'node:child_process';

/**
 * `node tests/run-beside.ts lint types`: runs scripts of package.json beside each other, and prints what each says when it ends.
 * The last lines of those that failed come again at the end, where a log that is cut short still has them.
 */

/** Characters of a failed script that are printed again. */
const lastWords = 6_000;

/** What a script says when it fails; undefined when it succeeds. */
async function run(script: string): Promise<string | undefined> {
  const start = performance.now();
  const child = spawn('npm', ['run', '--silent', script], { stdio: ['ignore', 'pipe', 'pipe'] });
  const said: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => said.push(part));
  const code = await new Promise((end) => child.on('close', end));
  const seconds = ((performance.now() - start) / 1000).toFixed(0);
  process.stdout.write(`\n── ${script}: ${code === 0 ? 'fine' : 'failed'}, ${seconds} s\n${Buffer.concat(said)}`);
  return code === 0
    ? undefined
    : `\n── ${script} failed; its last words:\n${Buffer.concat(said).toString().slice(-lastWords)}`;
}

const failures = (await Promise.all(process.argv.slice(2).map(run))).filter((said) => said !== undefined);
process.stdout.write(failures.join('\n'));
process.exitCode = failures.length === 0 ? 0 : 1;
