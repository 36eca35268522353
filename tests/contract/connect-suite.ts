import { describe, expect, it } from 'vitest';
import type { ConnectApply, ConnectRequest, DisconnectInput } from '#shared/domain/connect.ts';
import { PegboardError } from '#shared/errors.ts';
import { connectScripted, errorOf } from './suite-helpers.ts';
import type { TransportUnderTest } from './transports.ts';

const hash = 'a'.repeat(64);
const file = { client: 'cursor', scope: 'user', path: '/home/ada/.cursor/mcp.json', name: 'pegboard' } as const;

/** The part of the contract suite about connecting clients: what every transport carries alike. */
export function describeConnectCalls(transport: TransportUnderTest): void {
  describe('connecting clients', () => {
    it('plans for the user where nothing else is said, and carries a file that is not there', async () => {
      const requests: ConnectRequest[] = [];
      const plan = { ...file, changes: true, replaces: null, diff: '+ "pegboard"', before: null, after: hash };
      const { client } = await connectScripted(transport, {
        connect: {
          plan: async (request) => {
            requests.push(request);
            return plan;
          },
        },
      });
      await expect(client.connect.plan({ client: 'cursor' })).resolves.toEqual(plan);
      expect(requests).toEqual([{ client: 'cursor', scope: 'user', take_over: [] }]);
    });

    it('writes exactly the plan that is given', async () => {
      const given: ConnectApply[] = [];
      const result = { path: file.path, name: 'pegboard', written: true, backup: null };
      const { client } = await connectScripted(transport, {
        connect: {
          apply: async (input) => {
            given.push(input);
            return result;
          },
        },
      });
      const request = { client: 'cursor', persona: 'support', mode: 'direct', take_over: ['x'] } as const;
      await expect(client.connect.apply({ request, before: null, after: hash })).resolves.toEqual(result);
      expect(given).toEqual([{ request: { ...request, scope: 'user' }, before: null, after: hash }]);
    });

    it('refuses names and hashes that are none, and keys that nobody knows, before the core is asked', async () => {
      const { client, calls } = await connectScripted(transport, { connect: {} });
      const request = { client: 'cursor' } as const;
      const wrong = [
        client.connect.plan({ client: 'nobody' as never }),
        client.connect.plan({ ...request, name: 'two words' }),
        client.connect.plan({ ...request, name: 'x'.repeat(25) }),
        client.connect.plan({ ...request, mode: 'loud' as never }),
        client.connect.plan({ ...request, force: true } as never),
        client.connect.apply({ request, before: null, after: 'short' }),
        client.connect.apply({ request, before: null } as never),
        client.connect.undo({ ...request, name: '' }),
        client.connect.clients({ project: '' }),
      ];
      for (const call of wrong) expect(await errorOf(call)).toMatchObject({ code: 'invalid_input' });
      expect(calls).toEqual([]);
    });

    it('takes a connection back, unless it is only asked what that would do', async () => {
      const inputs: DisconnectInput[] = [];
      const owner = { workspace: '/w', again: { kind: 'program' } } as const;
      const done = {
        ...file,
        ...owner,
        how: 'restored',
        diff: '',
        written: true,
        put_back: ['x'],
        backup: null,
      } as const;
      const { client } = await connectScripted(transport, {
        connect: {
          undo: async (input) => {
            inputs.push(input);
            return { ...done, put_back: [...done.put_back], written: input.apply };
          },
        },
      });
      const ask = (more: { readonly apply?: boolean }) => client.connect.undo({ client: 'cursor', ...more });
      await expect(ask({})).resolves.toEqual(done);
      await expect(ask({ apply: false })).resolves.toEqual({ ...done, written: false });
      expect(inputs.map(({ scope, apply }) => [scope, apply])).toEqual([
        ['user', true],
        ['user', false],
      ]);
    });

    it('says with its data why a file is not written, and lists what was found', async () => {
      const finding = {
        code: 'client_config_invalid',
        severity: 'error',
        message: 'No JSON.',
        path: file.path,
      } as const;
      const { name: _name, ...place } = file;
      const found = { ...place, found: true, servers: ['x'], connections: [], findings: [finding] };
      const { client } = await connectScripted(transport, {
        connect: {
          clients: async () => [found],
          plan: async () => {
            throw new PegboardError('file_changed', 'It changed.', { hint: 'Look again.', data: { path: file.path } });
          },
        },
      });
      await expect(client.connect.clients({})).resolves.toEqual([found]);
      expect(await errorOf(client.connect.plan({ client: 'cursor' }))).toMatchObject({
        ...{ code: 'file_changed', message: 'It changed.', hint: 'Look again.' },
        data: { path: file.path },
      });
    });
  });
}
