import type { ToolEdit, ToolEditResult } from '#shared/domain/why-not.ts';
import { PegboardError } from '#shared/errors.ts';
import { editedField } from '../search/why-not/apply-edit.ts';
import { checkedFile } from '../sources/manage-sources.ts';
import { closestTo } from './closest-name.ts';
import { withOverlay } from './edit-overlays.ts';
import type { WorkspaceSession } from './workspace-session.ts';

interface OverlayEditsOptions {
  readonly session: WorkspaceSession;
  /** A name that was never given before. */
  readonly newId: () => string;
}

/** `pegboard.yaml` before and after an edit. */
interface Done {
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

/** Edits that can still be undone; the oldest is forgotten first. */
const maximumDone = 50;

/** Adds words to overlays of tools, and takes them back while Pegboard is open. */
export class OverlayEdits {
  readonly #options: OverlayEditsOptions;
  readonly #done = new Map<string, Done>();

  constructor(options: OverlayEditsOptions) {
    this.#options = options;
  }

  /** Writes an edit into `pegboard.yaml`; nothing where the tool says it already. Errors: `tool_not_found`, `config_invalid`. */
  async apply(edit: ToolEdit): Promise<ToolEditResult> {
    const { session, newId } = this.#options;
    const done = await session.change<Done>(async (loaded) => {
      const { file, catalog, sources } = loaded;
      const tool = catalog.byName.get(edit.tool);
      if (!tool) throw noSuchTool(edit.tool, [...catalog.byName.keys()]);
      const after = withOverlay(file, tool.name, editedField(tool, edit));
      const writes = after === file.text ? [] : [checkedFile(loaded, after, sources)];
      return { writes, result: { path: file.path, before: file.text, after } };
    });
    if (done.before === done.after) return { written: false, undo: null };
    const [oldest] = this.#done.keys();
    if (this.#done.size >= maximumDone && oldest !== undefined) this.#done.delete(oldest);
    const id = newId();
    this.#done.set(id, done);
    return { written: true, undo: id };
  }

  /** Puts `pegboard.yaml` back, byte for byte. Error: `undo_gone` once anything else changed it. */
  async undo(id: string): Promise<void> {
    const done = this.#done.get(id);
    if (!done) throw undoGone('It was undone already, or Pegboard was started since.');
    await this.#options.session.change(async (loaded) => {
      const { file, sources } = loaded;
      if (file.path !== done.path) throw undoGone('It belongs to another workspace; open that one first.');
      if (file.text !== done.after) throw undoGone('pegboard.yaml changed since.');
      return { writes: [checkedFile(loaded, done.before, sources)], result: undefined };
    });
    this.#done.delete(id);
  }
}

function noSuchTool(name: string, names: readonly string[]): PegboardError {
  const near = closestTo(name, names);
  return new PegboardError('tool_not_found', `There is no tool "${name}".`, {
    hint: near === undefined ? 'pegboard tools lists them.' : `Did you mean "${near}"?`,
    data: { tool: name },
  });
}

function undoGone(why: string): PegboardError {
  return new PegboardError('undo_gone', `This edit cannot be undone any more. ${why}`, {
    hint: 'Take its words out under overlays in pegboard.yaml.',
  });
}
