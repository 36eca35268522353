import { spawn } from 'node:child_process';

/** `node tests/run-beside.ts lint types`: runs scripts of package.json beside each other, and prints what each says when it ends. */

async function run(script: string): Promise<boolean> {
  const start = performance.now();
  const child = spawn('npm', ['run', '--silent', script], { stdio: ['ignore', 'pipe', 'pipe'] });
  const said: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => said.push(part));
  const code = await new Promise((end) => child.on('close', end));
  const seconds = ((performance.now() - start) / 1000).toFixed(0);
  process.stdout.write(`\n── ${script}: ${code === 0 ? 'fine' : 'failed'}, ${seconds} s\n${Buffer.concat(said)}`);
  return code === 0;
}

const isFine = await Promise.all(process.argv.slice(2).map(run));
process.exitCode = isFine.every(Boolean) ? 0 : 1;
