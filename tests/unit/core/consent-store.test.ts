import { describe, expect, it } from 'vitest';
import { nodeFiles } from '#core/files/node-files.ts';
import { silentLogger } from '#core/logger.ts';
import { ConsentStore } from '#core/sources/consent-store.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

describe('consents', () => {
  it('that are given at the same moment are all kept', async () => {
    const root = temporaryFolder();
    const store = new ConsentStore({
      userDataDir: temporaryFolder(),
      files: nodeFiles,
      logger: silentLogger,
      now: () => 0,
    });
    const connections = Array.from({ length: 20 }, (_, i) => ({ command: `server-${i}` }));
    await Promise.all(connections.map((connection, i) => store.grant(root, connection, `s${i}`)));
    expect(await store.granted(root, connections)).toEqual(connections.map(() => true));
  });
});
