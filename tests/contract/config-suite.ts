import { describe, expect, it } from 'vitest';
import { PegboardError } from '#shared/errors.ts';
import { connectScripted, errorOf } from './suite-helpers.ts';
import type { TransportUnderTest } from './transports.ts';

const result = { written: true, revision: 'r2', undo: 'u1', label: 'Board: a.b' };

/** The configuration's part of the contract suite: what every transport carries alike. */
export function describeConfigCalls(transport: TransportUnderTest): void {
  describe('the configuration', () => {
    it('arrives as written and as it holds, is changed field by field, and back', async () => {
      const state = { path: '/w/pegboard.yaml', revision: 'r1', written: { policy: {} }, effective: { a: [1, null] } };
      let edit: unknown;
      const { client } = await connectScripted(transport, {
        config: {
          read: async () => state,
          text: async () => ({ path: '/w/pegboard.yaml', revision: 'r1', yaml: 'policy: {}', json: '{}' }),
          edit: async (input) => {
            edit = input;
            return result;
          },
          undo: async () => ({ ...result, undo: 'u2' }),
        },
      });
      await expect(client.config.read()).resolves.toEqual(state);
      await expect(client.config.text()).resolves.toMatchObject({ yaml: 'policy: {}' });
      const changes = [{ path: ['overlays', 'a.b', 'tags'], value: ['x'] }, { path: ['policy', 'denied_tools'] }];
      await expect(client.config.edit({ changes, base: 'r1', label: 'Board: a.b' })).resolves.toEqual(result);
      await expect(client.config.undo({ undo: 'u1' })).resolves.toMatchObject({ undo: 'u2' });
      expect(edit).toEqual({ changes, base: 'r1', label: 'Board: a.b' });
    });

    it('never changes sources by a field, nor nothing at all', async () => {
      const { client, calls } = await connectScripted(transport, { config: { edit: async () => result } });
      for (const changes of [
        [],
        [{ path: [] }],
        [{ path: ['sources', '0', 'mcp'], value: {} }],
        [{ path: ['overlays', '__proto__'] }],
      ]) {
        expect(await errorOf(client.config.edit({ changes }))).toMatchObject({ code: 'invalid_input' });
      }
      expect(calls).toEqual([]);
    });

    it('tells that the file changed meanwhile', async () => {
      const { client } = await connectScripted(transport, {
        config: {
          edit: async () => {
            throw new PegboardError('config_changed', 'pegboard.yaml changed meanwhile', { hint: 'Look again.' });
          },
        },
      });
      const error = await errorOf(client.config.edit({ changes: [{ path: ['policy'] }] }));
      expect(error).toMatchObject({ code: 'config_changed', hint: 'Look again.' });
    });
  });
}
