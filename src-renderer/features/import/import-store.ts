import { create } from 'zustand';
import type { ImportFile } from '#shared/domain/import-plan.ts';
import type { PegboardClient } from '../../platform/client.ts';
import { useAddSource } from '../../state/add-source-store.ts';
import { toPegboardError } from '../../ui/pegboard-error.ts';
import { openReview, type ReviewSubject } from '../server-review/review-acts.ts';
import { pastedFile, type RefusedFile, readImportFiles } from './read-import-files.ts';
import { configOf, pastedTitle, type Recognised, readableLists, recogniseText, sortFiles } from './recognise.ts';

interface ImportState {
  /** What was typed or pasted. */
  readonly text: string;
  /** The kind of that text; null while it is not known. */
  readonly recognised: Recognised | null;
  /** Lists of tools, for the plan. */
  readonly files: readonly ImportFile[];
  /** Configurations among the files: their servers go to the sheet. */
  readonly configs: readonly ReviewSubject[];
  readonly refused: readonly RefusedFile[];
  /** Files are being read. */
  readonly isReading: boolean;
  /** Counts up whenever `files` changes: a key for the plan that is cheaper than the texts. */
  readonly version: number;
  /** Name of the source that the files are for; empty: they say it themselves. */
  readonly source: string;
}

const empty: Omit<ImportState, 'version'> = {
  text: '',
  recognised: null,
  files: [],
  configs: [],
  refused: [],
  isReading: false,
  source: '',
};

/** The text or files that the user pasted, chose or dropped, until they are imported or dismissed. */
export const useImport = create<ImportState>()(() => ({ ...empty, version: 0 }));

/** Opens the dialog where anything is pasted or chosen. `source`: the new list is for this source. */
export function openImport(source = ''): void {
  useImport.setState({ source });
  useAddSource.getState().open('paste');
}

export function forgetImport(): void {
  useImport.setState(({ version }) => ({ ...empty, version: version + 1 }));
}

interface Place {
  readonly client: PegboardClient;
  /** Path of the open workspace. */
  readonly workspace: string;
}

/** Takes files in place of what was there: lists of tools lead to a plan, configurations alone to the sheet. */
export async function takeFiles({ client, workspace }: Place, chosen: readonly File[]): Promise<void> {
  useImport.setState({ isReading: true });
  const { files: read, refused: unread } = await readImportFiles(chosen);
  const { files: lists, configs } = await sortFiles(client, read);
  const { files, refused: notLists } = await readableLists(client, lists, lists.length + configs.length > 1);
  const refused = [...unread, ...notLists];
  useImport.setState(({ version, source }) => ({ ...empty, source, files, configs, refused, version: version + 1 }));
  if (files.length + refused.length > 0) useAddSource.getState().open('paste');
  else reviewConfigs({ client, workspace });
}

/** Opens the sheet with the servers of the configurations that were taken. */
export function reviewConfigs({ client, workspace }: Place): void {
  const { configs, files } = useImport.getState();
  if (configs.length === 0) return;
  useImport.setState({ configs: [] });
  // Tools that wait for their import are still there when the sheet is closed.
  if (files.length === 0) useAddSource.getState().close();
  void openReview(client, { workspace, subjects: configs });
}

/** The user is typing: what was recognised before does not hold any more. */
export function changeText(text: string): void {
  useImport.setState(({ version, source }) => ({ ...empty, source, text, version: version + 1 }));
}

/** Says what the text is, once it rests. An answer that comes after another letter is dropped. */
export async function settleText(client: PegboardClient, text: string): Promise<void> {
  if (useImport.getState().text !== text) return;
  const recognised = await recogniseText(client, text).catch((error: unknown): Recognised => {
    return { kind: 'unknown', reason: toPegboardError(error).message };
  });
  if (useImport.getState().text !== text) return;
  const files = recognised.kind === 'tools' ? [pastedFile(text)] : [];
  useImport.setState(({ version }) => ({ recognised, files, version: version + 1 }));
}

/** A pasted configuration leads to the sheet at once. Resolves to whether the text was one. */
export async function takePastedConfig({ client, workspace }: Place, text: string): Promise<boolean> {
  const subject = await configOf(client, { name: pastedTitle, text }).catch(() => null);
  if (!subject) return false;
  useAddSource.getState().close();
  void openReview(client, { workspace, subjects: [subject] });
  return true;
}
