import { describe, expect, it } from 'vitest';
import type { ExportDone, ExportPlan } from '#shared/domain/export-plan.ts';
import { PegboardError } from '#shared/errors.ts';
import { connectScripted, errorOf } from './suite-helpers.ts';
import type { TransportUnderTest } from './transports.ts';

const plan: ExportPlan = {
  target: '/t',
  revision: 'r',
  files: [{ path: 'core/pack.yaml', change: 'removed', edited: true }],
  up_to_date: false,
  loss: [{ field: 'title', kind: 'moved', message: 'm', count: 1, names: ['pack.core.a'] }],
  lossless: false,
  findings: [],
  records: [],
  repository: { root: '/t', branch: null, branches: [] },
};
const done: ExportDone = {
  target: '/t',
  written: true,
  files: [{ path: 'core/pack.yaml', change: 'removed', edited: true, decision: 'keep' }],
  commit: { branch: 'b', id: 'abc', left: 'main' },
  recovered: [{ outcome: 'finished', left: [] }],
};

/** The exports' part of the contract suite: what every transport carries alike. */
export function describeExportCalls(transport: TransportUnderTest): void {
  describe('exports', () => {
    it('are planned and written, with the defaults filled in', async () => {
      const asked: unknown[] = [];
      const { client } = await connectScripted(transport, {
        exports: {
          plan: async (request) => {
            asked.push(request);
            return plan;
          },
          apply: async (input) => {
            asked.push(input);
            return done;
          },
        },
      });
      const content = { kind: 'packs', packs: ['shipped:core'], format: 'md' } as const;
      const request = { target: '/t', content };
      expect(await client.exports.plan(request)).toEqual(plan);
      const decisions = { 'core/pack.yaml': 'keep' } as const;
      expect(await client.exports.apply({ request, revision: 'r', decisions })).toEqual(done);
      const filled = { target: '/t', content: { ...content, folders: true } };
      expect(asked).toEqual([filled, { request: filled, revision: 'r', decisions, commit: null }]);
    });

    it('refuse a file of a catalog that leaves its folder, and say which files are a question', async () => {
      const { client, calls } = await connectScripted(transport, {
        exports: {
          apply: async () => {
            throw new PegboardError('confirmation_required', 'People changed a.', { data: { edited: ['a'] } });
          },
        },
      });
      for (const file of ['../x.json', 'a/b.json', '.git.json', 'x.skill.json', 'x.txt']) {
        const content = { kind: 'catalog', as: 'penguiflow', file } as const;
        expect((await errorOf(client.exports.plan({ target: '/t', content }))).code, file).toBe('invalid_input');
      }
      for (const name of ['', 'Ops', 'a--b', 'a.b', '../x']) {
        const content = { kind: 'plugin', as: 'codex', name } as const;
        expect((await errorOf(client.exports.plan({ target: '/t', content }))).code, name).toBe('invalid_input');
      }
      expect(calls).toEqual([]);
      const request = { target: '/t', content: { kind: 'catalog', as: 'penguiflow' } } as const;
      expect(await errorOf(client.exports.apply({ request, revision: 'r' }))).toMatchObject({
        code: 'confirmation_required',
        data: { edited: ['a'] },
      });
    });
  });
}
