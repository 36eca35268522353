import { Sandbox } from '../sandbox/sandbox.ts';
import { runJob } from './job.ts';

/** Writes what only the app does, in this process: `node app-process.ts <folder of the sandbox> <home> <name of the work>`. */
const [root = '', home = '', app = ''] = process.argv.slice(2);
const { code, stderr } = await runJob(new Sandbox(root, home), { app });
process.stderr.write(stderr);
process.exitCode = code;
