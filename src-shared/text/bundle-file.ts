import { PegboardError } from '../errors.ts';
import { type ZipEntry, zipContent, zipEntries } from './zip.ts';

/** Bytes of the largest bundle that is looked into. Bundles carry the packages of their server. */
export const largestBundle = 256 * 1024 * 1024;
/** Bytes of the largest manifest in a bundle. */
const largestManifest = 2 * 1024 * 1024;
const manifestName = 'manifest.json';

/** Whether a name is that of an MCP bundle. */
export function isBundleName(name: string): boolean {
  return /\.(?:mcpb|dxt)$/i.test(name);
}

/**
 * The text of `manifest.json` in an MCP bundle, which is a ZIP archive. Nothing else of the archive is unpacked, and nothing is
 * written. Error: `unrecognised_format` with what the bundle lacks.
 */
export async function manifestOfBundle(bytes: Uint8Array, file: string): Promise<string> {
  const entries = zipEntries(bytes, (what) => refused(file, what));
  const entry = onlyManifest(entries, file);
  const refuse = (what: string) =>
    refused(
      file,
      what === 'is cut off' ? `${what} before the end of its ${manifestName}` : `has a ${manifestName} that ${what}`,
    );
  const content =
    entry.unpackedSize > largestManifest
      ? null
      : await zipContent(bytes, entry, { maximumBytes: largestManifest, refuse });
  if (content === null) throw refused(file, `has a ${manifestName} of more than ${largestManifest / 1024 / 1024} MiB`);
  return new TextDecoder().decode(content);
}

function onlyManifest(entries: readonly ZipEntry[], file: string): ZipEntry {
  const [only, another] = entries.filter(({ name }) => name === manifestName);
  if (!only) throw refused(file, `has no ${manifestName} at its root`);
  // Programs do not agree on which of two counts.
  if (another) throw refused(file, `has two files called ${manifestName}`);
  if (only.isEncrypted) throw refused(file, 'is encrypted');
  if (only.method !== 0 && only.method !== 8)
    throw refused(file, `has a ${manifestName} in a compression that is not read`);
  return only;
}

function refused(file: string, what: string): PegboardError {
  return new PegboardError('unrecognised_format', `${file} ${what}.`, {
    hint: 'An MCP bundle is a ZIP archive with manifest.json at its root. Download it again, or unpack it and import its manifest.json.',
    data: { file },
  });
}
