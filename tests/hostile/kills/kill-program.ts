import { Sandbox } from '../sandbox/sandbox.ts';
import { type Job, runJob } from './job.ts';

/** Does one job in this process: `node kill-program.mjs <folder of the sandbox> <home> <job as JSON>`. */
const [root = '', home = '', job = ''] = process.argv.slice(2);
const { code, stderr } = await runJob(new Sandbox(root, home), JSON.parse(job) as Job);
process.stderr.write(stderr);
process.exitCode = code;
