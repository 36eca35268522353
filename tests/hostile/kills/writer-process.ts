import { Sandbox } from '../sandbox/sandbox.ts';
import { type Job, runJob } from './job.ts';

/** Does one job in this process: `node writer-process.ts <folder of the sandbox> <job as JSON>`. */
const [root = '', home = '', text = ''] = process.argv.slice(2);
const { code, stderr } = await runJob(new Sandbox(root, home), JSON.parse(text) as Job);
process.stderr.write(stderr);
process.exitCode = code;
