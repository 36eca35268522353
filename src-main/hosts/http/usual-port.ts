import { join } from 'node:path';
import { z } from 'zod';
import type { Files } from '#core/files/files.ts';
import { isPegboardError } from '#shared/errors.ts';
import type { HttpHost } from './start-http-host.ts';

/**
 * Starts on the port of the first time, else on a free one. What a browser remembers (open documents, sizes, colours) it remembers
 * by address: with another port each time it would all be gone at the next start.
 */
export async function startOnUsualPort(
  { userDataDir, files }: { readonly userDataDir: string; readonly files: Files },
  start: (port: number) => Promise<HttpHost>,
): Promise<HttpHost> {
  const path = join(userDataDir, 'browser-port.json');
  const usual = await readPort(path, files);
  if (usual !== null) {
    try {
      return await start(usual);
    } catch (error) {
      // Another Pegboard runs there, or another program took it: that one keeps it.
      if (!isPegboardError(error) || error.code !== 'address_in_use') throw error;
      return start(0);
    }
  }
  const host = await start(0);
  // Without it the next start takes another port, which is no reason not to start.
  await files.writeAll([{ path, text: `${JSON.stringify({ port: host.port })}\n` }]).catch(() => undefined);
  return host;
}

const rememberedSchema = z.object({ port: z.int().min(1024).max(65_535) });

async function readPort(path: string, files: Files): Promise<number | null> {
  try {
    return rememberedSchema.parse(JSON.parse(await files.readText(path, { maximumBytes: 1000, regularOnly: true })))
      .port;
  } catch {
    return null;
  }
}
