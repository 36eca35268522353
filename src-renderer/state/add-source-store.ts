import { create } from 'zustand';
import type { McpConnection } from '#shared/domain/mcp-connection.ts';
import { type ConnectionDraft, draftOf, emptyDraft } from './connection-draft.ts';

/** The ways to a new source, in the order of the tabs. */
export const addWays = ['paste', 'found', 'command', 'address'] as const;
export type AddWay = (typeof addWays)[number];

/** A failed import of a source whose connection was typed here. */
interface EditedJob {
  readonly id: string;
  readonly source: string | null;
  readonly connection: McpConnection | null;
}

interface AddSource {
  readonly opened: boolean;
  readonly way: AddWay;
  readonly draft: ConnectionDraft;
  /** The failed job whose connection is being changed; it goes away when the new one starts. */
  readonly edited: string | null;
  open(way?: AddWay): void;
  close(): void;
  goTo(way: AddWay): void;
  change(draft: Partial<ConnectionDraft>): void;
  edit(job: EditedJob): void;
}

/** The dialog that adds a source. What was typed stays when it is closed; a started source takes it along. */
export const useAddSource = create<AddSource>()((set, get) => ({
  opened: false,
  way: 'paste',
  draft: emptyDraft,
  edited: null,
  open: (way) => set({ opened: true, ...(way === undefined ? {} : { way }) }),
  close: () => set({ opened: false, edited: null, ...(get().edited === null ? {} : { draft: emptyDraft }) }),
  goTo: (way) => set({ way }),
  change: (draft) => set((state) => ({ draft: { ...state.draft, ...draft } })),
  edit: (job) => {
    if (job.connection === null) return;
    const way = job.connection.url === undefined ? 'command' : 'address';
    set({ opened: true, way, draft: draftOf(job.connection, job.source), edited: job.id });
  },
}));
