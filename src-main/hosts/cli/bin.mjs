#!/usr/bin/env node
// A thin entry that any Node can read: it checks, then loads the built command line.
import { existsSync } from 'node:fs';
import module from 'node:module';
import { fileURLToPath } from 'node:url';
import { requirePinnedNode } from '../node-check.mjs';

await requirePinnedNode();

const built = new URL('../../../out/main/cli.js', import.meta.url);
if (existsSync(built)) {
  // Compiled code is kept beside what it was compiled from, and goes with the next build. Where that folder cannot be
  // written, everything is compiled anew. A folder for all users would let one of them hand code to another.
  module.enableCompileCache?.(fileURLToPath(new URL('compile-cache', built)));
  await import(built.href);
} else {
  const folder = fileURLToPath(new URL('../../..', import.meta.url));
  process.stderr.write(`Pegboard is not built yet: run \`npm run build\` in ${folder}\n`);
  process.exitCode = 70;
}
