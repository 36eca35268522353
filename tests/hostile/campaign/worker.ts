import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { prototypesAsTheyWere } from '../oracles/prototypes.ts';
import type { CaseResult, Failure, OpenArea } from './area.ts';
import { areaNamed } from './areas.ts';
import type { Order, Report } from './messages.ts';

/** A process of the campaign: runs cases until its parent is gone. */

const root = mkdtempSync(join(process.env.PEGBOARD_HOSTILE_FOLDER ?? '', 'worker-'));
process.env.HOME = join(root, 'home');
mkdirSync(process.env.HOME);

let opened: { readonly name: string; readonly seed: number; readonly area: OpenArea } | undefined;
const rejections: string[] = [];
process.on('unhandledRejection', (reason) => rejections.push(String((reason as Error | undefined)?.stack ?? reason)));
process.on('disconnect', () => {
  void Promise.resolve(opened?.area.close()).finally(() => {
    rmSync(root, { recursive: true, force: true });
    process.exit(0);
  });
});

const send = (report: Report) => process.send?.(report);

async function areaOf({ area: name, seed }: Order): Promise<OpenArea> {
  if (opened?.name === name && opened.seed === seed) return opened.area;
  await opened?.area.close();
  const folder = mkdtempSync(join(root, 'area-'));
  opened = { name, seed, area: await areaNamed(name).open({ seed, folder }) };
  return opened.area;
}

async function runCase(area: OpenArea, order: Order, index: number): Promise<void> {
  send({ type: 'begun', area: order.area, index });
  const start = process.cpuUsage();
  const result = await area.run(index).catch((error: unknown): CaseResult => {
    const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { failures: [{ kind: 'internal error', detail: `thrown: ${detail}` }] };
  });
  // An unhandled rejection is reported after the turn in which it happened.
  await new Promise((done) => setImmediate(done));
  const more: Failure[] = rejections.splice(0).map((detail) => ({ kind: 'unhandled rejection', detail }));
  const polluted = prototypesAsTheyWere();
  if (polluted) more.push({ kind: 'prototype polluted', detail: polluted });
  const { user, system } = process.cpuUsage(start);
  const failures = [...result.failures, ...more];
  send({
    type: 'ended',
    area: order.area,
    index,
    // Files cross to the parent only where somebody needs them.
    result:
      failures.length > 0 ? { ...result, failures } : { failures, inputs: result.inputs, subject: result.subject },
    cpuMs: (user + system) / 1000,
    memory: process.memoryUsage.rss(),
  });
}

async function follow(order: Order): Promise<void> {
  const area = await areaOf(order);
  const left = [...order.indexes];
  const lane = async () => {
    for (let index = left.shift(); index !== undefined; index = left.shift()) await runCase(area, order, index);
  };
  await Promise.all(Array.from({ length: areaNamed(order.area).lanes ?? 1 }, lane));
  send({ type: 'idle' });
}

process.on('message', (order: Order) => {
  follow(order).catch((error: unknown) =>
    send({ type: 'failed', detail: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  );
});
