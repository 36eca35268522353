import { z } from 'zod';
import type { Files } from '#core/files/files.ts';
import { isPegboardError } from '#shared/errors.ts';

/**
 * Starts on the port of the first time, which the file `path` holds, else on a free one. What a browser remembers (open documents, sizes, colours) it remembers
 * by address, and an MCP host has the address in its configuration: with another port each time it would all be gone at the next start.
 */
export async function startOnUsualPort<Host extends { readonly port: number }>(
  { path, files }: { readonly path: string; readonly files: Files },
  start: (port: number) => Promise<Host>,
): Promise<Host> {
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
  // Without it the next start takes another port, which is not a reason not to start.
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
