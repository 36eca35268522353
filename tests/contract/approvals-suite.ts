import { describe, expect, it } from 'vitest';
import type { ReviewDecisions, ReviewItem, ToolReview } from '#shared/domain/tool-review.ts';
import { PegboardError } from '#shared/errors.ts';
import { connectScripted, errorOf } from './suite-helpers.ts';
import type { TransportUnderTest } from './transports.ts';

const item: ReviewItem = {
  kind: 'prompt',
  tool: 'disk.read',
  source: 'disk',
  state: 'renamed',
  change: 'suspicious',
  action: 'quarantine',
  former_name: 'open',
  description: { before: 'Opens a file.', after: 'Reads a file.\u{200b}' },
  input_schema: { type: 'object', properties: { path: { type: 'string' } } },
  drift: null,
  findings: [
    {
      ...{ code: 'hidden_unicode', severity: 'error', tier: 'hard', place: 'description' },
      ...{ excerpt: 'U+200B', why: 'Nobody sees it.' },
    },
  ],
  tokens: { before: 40, after: null },
  can_keep_text: false,
};
const review: ToolReview = { has_lock: true, items: [item], golden: null };

/** The part of the contract suite about approvals: what every transport carries alike. */
export function describeApprovalCalls(transport: TransportUnderTest): void {
  describe('approvals', () => {
    it('tries golden queries only where that is asked for, and carries every part of an item', async () => {
      const asked: boolean[] = [];
      const { client } = await connectScripted(transport, {
        approvals: {
          review: async ({ golden }) => {
            asked.push(golden);
            return review;
          },
        },
      });
      await expect(client.approvals.review({})).resolves.toEqual(review);
      await expect(client.approvals.review({ golden: true })).resolves.toEqual(review);
      expect(asked).toEqual([false, true]);
    });

    it('decides only what is named, and says how to take it back', async () => {
      const given: ReviewDecisions[] = [];
      const result = { written: true, approved: ['disk.read'], rejected: [], undo: 'one' };
      const { client } = await connectScripted(transport, {
        approvals: {
          decide: async (decisions) => {
            given.push(decisions);
            return result;
          },
          undo: async ({ undo }) => ({ written: undo === 'one' }),
        },
      });
      await expect(client.approvals.decide({ approve: ['disk.read'] })).resolves.toEqual(result);
      const none = { approve: [], keep_text: [], reject: [], all_cosmetic: false, create_lock: false };
      expect(given).toEqual([{ ...none, approve: ['disk.read'] }]);
      await expect(client.approvals.undo({ undo: 'one' })).resolves.toEqual({ written: true });
    });

    it('refuses empty names, more names than a catalog has, and other shapes before the core is asked', async () => {
      const { client, calls } = await connectScripted(transport, { approvals: {} });
      const wrong = [
        client.approvals.decide({ approve: [''] }),
        client.approvals.decide({ reject: Array(20_001).fill('a') }),
        client.approvals.decide({ approve: 'disk.read' as never }),
        client.approvals.review({ golden: 'yes' as never }),
        client.approvals.undo({} as never),
      ];
      for (const call of wrong) expect(await errorOf(call)).toMatchObject({ code: 'invalid_input' });
      expect(calls).toEqual([]);
    });

    it('says with its place why nothing was decided', async () => {
      const { client } = await connectScripted(transport, {
        approvals: {
          decide: async () => {
            const data = { file: 'pegboard.lock', line: 7 };
            throw new PegboardError('lock_invalid', 'pegboard.lock:7: it has a conflict.', { hint: 'Mend it.', data });
          },
        },
      });
      expect(await errorOf(client.approvals.decide({ create_lock: true }))).toMatchObject({
        ...{ code: 'lock_invalid', hint: 'Mend it.' },
        data: { file: 'pegboard.lock', line: 7 },
      });
    });
  });
}
