import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { nodeFiles } from '#core/files/node-files.ts';
import { PegboardError } from '#shared/errors.ts';
import { startOnUsualPort } from '../../../src-main/hosts/http/usual-port.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** Starts on what it is asked for; 0 gives the next free port. */
function machine(taken: readonly number[] = []) {
  let free = 50_000;
  const asked: number[] = [];
  const start = async (port: number) => {
    asked.push(port);
    if (taken.includes(port)) throw new PegboardError('address_in_use', 'taken');
    const given = port === 0 ? ++free : port;
    return { url: '', token: '', port: given, close: async () => undefined };
  };
  return { start, asked };
}

it('serves the app at the address of the first time; a second one takes a free port and leaves the first its own', async () => {
  const place = { path: join(temporaryFolder(), 'port.json'), files: nodeFiles };
  const first = machine();
  expect((await startOnUsualPort(place, first.start)).port).toBe(50_001);
  expect((await startOnUsualPort(place, first.start)).port).toBe(50_001);
  const beside = machine([50_001]);
  await startOnUsualPort(place, beside.start);
  expect(beside.asked).toEqual([50_001, 0]);
  expect((await startOnUsualPort(place, first.start)).port).toBe(50_001);
});

it('takes a free port when what is remembered is none', async () => {
  const place = { path: join(temporaryFolder(), 'port.json'), files: nodeFiles };
  writeFileSync(place.path, '{"port": 80}');
  expect((await startOnUsualPort(place, machine().start)).port).toBe(50_001);
});

it('does not hide why it cannot start', async () => {
  const place = { path: join(temporaryFolder(), 'port.json'), files: nodeFiles };
  const start = async () => Promise.reject(new PegboardError('file_not_found', 'not built'));
  await expect(startOnUsualPort(place, start)).rejects.toMatchObject({ code: 'file_not_found' });
});
