import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPegboardError } from '#shared/errors.ts';
import { isBundleName, manifestOfBundle } from '#shared/text/bundle-file.ts';
import { type ZippedFile, zipFile } from '../../../support/zip-file.ts';

const manifest: ZippedFile = { name: 'manifest.json', content: '{"name": "ü"}' };
const read = (files: readonly ZippedFile[], comment?: string) => manifestOfBundle(zipFile(files, comment), 'a.mcpb');

describe('the manifest of a bundle', () => {
  it('is read whether it is compressed, stored, or followed by a signature', async () => {
    const others = [{ name: 'server/index.js', content: 'x'.repeat(1000) }];
    expect(await read([...others, manifest])).toBe(manifest.content);
    expect(await read([{ ...manifest, stored: true }, ...others], 'a comment')).toBe(manifest.content);
    const signed = Buffer.concat([zipFile([manifest]), Buffer.from(`MCPB_SIG_V1${'s'.repeat(3000)}`)]);
    expect(await manifestOfBundle(signed, 'a.mcpb')).toBe(manifest.content);
    expect(['a.mcpb', 'A.DXT', 'a.zip'].map(isBundleName)).toEqual([true, true, false]);
  });

  it.each<[string, readonly ZippedFile[], RegExp]>([
    ['elsewhere', [{ ...manifest, name: 'inner/manifest.json' }], /has no manifest\.json at its root/],
    ['above the archive', [{ ...manifest, name: '../manifest.json' }], /has no manifest\.json at its root/],
    ['twice', [manifest, manifest], /has two files called manifest\.json/],
    ['encrypted', [{ ...manifest, flags: 1 }], /is encrypted/],
    ['in another compression', [{ ...manifest, method: 93 }], /in a compression that is not read/],
    ['not deflated', [{ ...manifest, stored: true, method: 8 }], /cannot be unpacked/],
    ['huge', [{ ...manifest, says: 3_000_000 }], /more than 2 MiB/],
    [
      'a bomb that lies about its size',
      [{ name: 'manifest.json', content: ' '.repeat(50_000_000), says: 10 }],
      /more than 2 MiB/,
    ],
  ])('that is %s is refused with the reason', async (_what, files, reason) => {
    await expect(read(files)).rejects.toMatchObject({
      code: 'unrecognised_format',
      message: expect.stringMatching(reason),
    });
  });

  it('of any bytes is a text or a clear refusal', async () => {
    const whole = zipFile([{ name: 'a', content: 'b' }, manifest]);
    const edits = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(edits, fc.nat(whole.length), async (changes, length) => {
        const bytes = Buffer.from(whole.subarray(0, length > whole.length / 2 ? whole.length : length));
        for (const [at, value] of changes) if (at < bytes.length) bytes[at] = value;
        try {
          expect(typeof (await manifestOfBundle(bytes, 'a.mcpb'))).toBe('string');
        } catch (error) {
          if (!isPegboardError(error)) throw error;
        }
      }),
      { numRuns: 400 },
    );
  });
});
