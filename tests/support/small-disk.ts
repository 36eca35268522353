import { spawnSync } from 'node:child_process';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { temporaryFolder } from './temporary-folder.ts';

/** Why no disk of a test's own can be mounted here; null where it can. */
export const noSmallDisk: string | null =
  process.platform !== 'linux'
    ? 'only Linux has tmpfs'
    : process.getuid?.() !== 0
      ? 'only root may mount a disk'
      : isRefused();

/** A disk of so many KiB, empty; it goes when the test is over. Returns its folder. */
export function smallDisk(kibibytes: number): string {
  const folder = temporaryFolder();
  const { status, stderr } = mount(folder, kibibytes);
  if (status !== 0) throw new Error(`The disk was not mounted: ${stderr}`);
  onTestFinished(() => {
    spawnSync('umount', ['-l', folder]);
  });
  return folder;
}

/** Fills a disk to its last byte. Returns what makes room again. */
export function fillDisk(folder: string): () => void {
  const path = join(folder, '.filler');
  const file = openSync(path, 'w');
  for (let size = 64 * 1024; size >= 1; ) {
    try {
      writeSync(file, Buffer.alloc(size));
    } catch {
      size = Math.floor(size / 2);
    }
  }
  closeSync(file);
  return () => rmSync(path);
}

function mount(folder: string, kibibytes: number) {
  return spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${kibibytes}k`, 'tmpfs', folder], { encoding: 'utf8' });
}

/** A container may keep even root from mounting. */
function isRefused(): string | null {
  const { status } = spawnSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']);
  return status === 0 ? null : 'this container does not allow mounts';
}
