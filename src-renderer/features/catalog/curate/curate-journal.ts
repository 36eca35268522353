import { useEffect } from 'react';
import { z } from 'zod';
import { draftJournal, draftKey, draftTarget } from '../../../documents/draft-journal.ts';
import type { DraftOwner } from '../../../documents/draft-owner.ts';
import { dismissRecoveredDraft } from '../../../documents/recovered-drafts.ts';
import { type PegboardClient, useClient } from '../../../platform/client.ts';
import { useNavigation } from '../../../state/navigation-store.ts';
import { strings } from '../../../strings/curate.ts';
import { useCatalogStore } from '../catalog-store.ts';
import { curateChosenTool } from '../detail-tab.ts';
import { curateKey, partsOfKey, setDraft, useDrafts } from './curate-drafts.ts';
import { openExample, placeOf, unsavedExamples } from './examples/example-store.ts';

const prefix = 'overlay';
const toolOf = (id: string) => id.slice(prefix.length + 1);

/** The unsaved fields of a tool, as its draft has them: field → text. */
const fieldsSchema = z.record(z.string(), z.string());

type Drafts = Readonly<Record<string, string>>;

/** The state that was last sent to the drafts on disk. */
let journaled: Drafts = {};

/** Journals what is typed into overlays, while something shows them. */
export function useCurateJournal(): void {
  const client = useClient();
  useEffect(() => {
    journalChanges(client, useDrafts.getState().drafts);
    return useDrafts.subscribe(({ drafts }) => journalChanges(client, drafts));
  }, [client]);
}

function journalChanges(client: PegboardClient, drafts: Drafts): void {
  const before = journaled;
  journaled = drafts;
  const keys = new Set([...Object.keys(before), ...Object.keys(drafts)]);
  const tools = new Map<string, { workspace: string; tool: string }>();
  for (const key of keys) {
    const { workspace, tool } = partsOfKey(key);
    if (before[key] !== drafts[key]) tools.set(draftKey({ workspace, id: tool }), { workspace, tool });
  }
  for (const { workspace, tool } of tools.values()) {
    const at = { workspace, id: `${prefix}:${tool}` };
    const fields = fieldsOf(drafts, workspace, tool);
    const facts = () => ({ title: strings.curateJournal.overlay(tool).slice(0, 500), path: null, base_hash: null });
    const text = Object.keys(fields).length === 0 ? null : JSON.stringify(fields);
    draftJournal.note(draftKey(at), draftTarget(client, at, facts), text);
    if (text === null) dismissRecoveredDraft(at);
  }
}

function fieldsOf(drafts: Drafts, workspace: string, tool: string): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [key, text] of Object.entries(drafts)) {
    const parts = partsOfKey(key);
    if (parts.workspace === workspace && parts.tool === tool) fields[parts.field] = text;
  }
  return fields;
}

/** Unsaved fields of overlays come back into the form; opening one goes to its tool. */
export const overlayDrafts: DraftOwner = {
  prefix,
  open: ({ workspace, id }) => {
    const tool = toolOf(id);
    const selection = { current: tool, anchor: tool, names: new Set([tool]) };
    useCatalogStore.getState().change(workspace, { text: '', chosen: {}, selection });
    const place = placeOf(workspace, tool);
    const [example] = unsavedExamples(useDrafts.getState().drafts, place);
    if (example) openExample(place, example.key);
    curateChosenTool();
    useNavigation.getState().goTo('catalog');
    dismissRecoveredDraft({ workspace, id });
  },
  restore: (workspace, { id, text }) => {
    const tool = toolOf(id);
    for (const [field, typed] of Object.entries(readFields(text))) {
      const key = curateKey(workspace, tool, field);
      if (key in useDrafts.getState().drafts) continue;
      setDraft(key, typed, strings.curateJournal.of(field.startsWith('example ') ? 'example' : field, tool));
    }
    journaled = useDrafts.getState().drafts;
  },
  forget: ({ workspace, id }) => {
    const tool = toolOf(id);
    for (const field of Object.keys(fieldsOf(useDrafts.getState().drafts, workspace, tool))) {
      setDraft(curateKey(workspace, tool, field), null, '');
    }
  },
};

function readFields(text: string): Record<string, string> {
  try {
    return fieldsSchema.parse(JSON.parse(text));
  } catch {
    return {};
  }
}
