import { formatPlural } from './count.ts';

export const strings = {
  dialog: {
    title: 'Review changes of tools',
    open: (count: number) => `Review ${formatPlural(count, 'tool')}…`,
    loading: 'Comparing the tools with pegboard.lock…',
    nothing: 'Every tool is as your team approved it.',
    noLock:
      'There is no pegboard.lock yet, so all tools count as approved. The first import that changes a source writes it.',
    list: 'Tools that wait for a decision',
    approve: 'Approve (A)',
    keepText: 'Approve, keep the old text (K)',
    reject: 'Reject (R)',
    approveCosmetic: 'Approve all cosmetic changes',
    askApprove: (tool: string) =>
      `An audit finds the text of ${tool} suspicious. With your approval, models read this text. Approve it?`,
    approveAnyway: 'Approve it anyway',
    doNotApprove: 'Do not approve',
    newText: 'Description',
    tokens: (before: string, after: string) => `${before} → ${after} tokens`,
    oneSide: (tokens: string) => `${tokens} tokens`,
    states: {
      pending: 'New',
      changed: 'Changed',
      reverted: 'Reverted to an earlier text',
      renamed: 'New name',
      removed: 'Gone from its source',
      rejected: 'Rejected',
      unproven: 'Damaged entry in the lock',
    },
    changes: { cosmetic: 'cosmetic', notable: 'notable', breaking: 'breaking', suspicious: 'suspicious' },
    actions: {
      allow: 'It is served.',
      ask: 'It is served, and each call asks a person.',
      quarantine: 'Nobody can find or call it.',
    },
    formerName: (name: string) => `Its former name is ${name}.`,
  },
  golden: {
    trying: 'Trying the golden queries with everything approved…',
    none: 'There are no golden queries to try.',
    stay: (queries: number) =>
      `With all of it approved, ${queries === 1 ? 'the golden query stays' : `all ${queries} golden queries stay`} unchanged.`,
    change: (
      queries: number,
      { better, worse, before, after }: { better: number; worse: number; before: number; after: number },
    ) =>
      `With all of it approved: ${better} better and ${worse} worse of ${formatPlural(queries, 'golden query', 'golden queries')}; first places ${before} → ${after}`,
  },
  done: {
    approved: (tool: string) => `Approved ${tool}`,
    kept: (tool: string) => `Approved ${tool} and kept its text`,
    rejected: (tool: string) => `Rejected the text of ${tool}`,
    cosmetic: 'Approved all cosmetic changes',
  },
} as const;
