import { describe, expect, it } from 'vitest';
import type { KeptDraft, PutDraftInput } from '#shared/domain/draft.ts';
import { PegboardError } from '#shared/errors.ts';
import { connectScripted, errorOf } from './suite-helpers.ts';
import type { TransportUnderTest } from './transports.ts';

const draft = { id: 'pack:a/b.yaml', title: 'b.yaml', path: null, base_hash: 'h', text: 'typed \u{1F9F0}' };
const at = { workspace: '/w', id: draft.id };
const kept: KeptDraft = { ...draft, saved_at: '2026-11-21T02:00:00.000Z' };

/** The drafts' part of the contract suite: what every transport carries alike. */
export function describeDraftCalls(transport: TransportUnderTest): void {
  describe('drafts', () => {
    it('are kept, listed without their texts, read and dropped', async () => {
      const puts: PutDraftInput[] = [];
      const { text: _, ...summary } = kept;
      const { client } = await connectScripted(transport, {
        drafts: {
          put: async (input) => {
            puts.push(input);
            return { saved_at: kept.saved_at };
          },
          list: async () => [{ ...summary, length: 8 }],
          read: async ({ id }) => (id === draft.id ? kept : null),
          drop: async () => ({ dropped: true }),
        },
      });
      await expect(client.drafts.put({ workspace: '/w', ...draft })).resolves.toEqual({ saved_at: kept.saved_at });
      expect(puts).toEqual([{ workspace: '/w', ...draft }]);
      await expect(client.drafts.list({ workspace: '/w' })).resolves.toEqual([{ ...summary, length: 8 }]);
      await expect(client.drafts.read(at)).resolves.toEqual(kept);
      await expect(client.drafts.read({ ...at, id: 'pack:none' })).resolves.toBeNull();
      await expect(client.drafts.drop(at)).resolves.toEqual({ dropped: true });
    });

    it('are refused when too large or without a place, before a service sees them', async () => {
      const { client, calls } = await connectScripted(transport, { drafts: {} });
      const wrong = [{ text: 'x'.repeat(4 * 1024 * 1024 + 1) }, { id: 'no colon' }, { workspace: '' }];
      for (const part of wrong) {
        const error = await errorOf(client.drafts.put({ workspace: '/w', ...draft, ...part }));
        expect(error).toMatchObject({ code: 'invalid_input' });
      }
      expect(calls).toEqual([]);
    });

    it('say why one is not kept', async () => {
      const { client } = await connectScripted(transport, {
        drafts: {
          put: async () => Promise.reject(new PegboardError('drafts_full', 'Too many.', { hint: 'Save some.' })),
        },
      });
      const error = await errorOf(client.drafts.put({ workspace: '/w', ...draft }));
      expect(error).toMatchObject({ code: 'drafts_full', hint: 'Save some.' });
    });
  });
}
