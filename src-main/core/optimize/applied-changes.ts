import { z } from 'zod';
import type { ConfigEditInput } from '#shared/domain/config-edit.ts';
import type { SkillsReport } from '#shared/domain/optimize-skills.ts';
import { PegboardError } from '#shared/errors.ts';
import { RecordFolder } from '../files/record-folder.ts';
import type { SkillEditor } from '../skills/edit/skill-editor.ts';
import type { ConfigEdits, MadeEdit } from '../workspace/config-edits.ts';
import type { AppliedRecordsOptions } from './applied-boards.ts';

const headSchema = z.object({ id: z.uuid(), at: z.iso.datetime(), label: z.string(), files: z.array(z.string()) });
export type AppliedChange = z.infer<typeof headSchema>;

type ProposedFile = SkillsReport['files'][number];

/** What a command wrote: its edit of `pegboard.yaml`, and files of packs. */
interface Written {
  readonly config: MadeEdit | null;
  readonly files: readonly ProposedFile[];
}

interface AppliedChangesOptions extends AppliedRecordsOptions {
  readonly config: Pick<ConfigEdits, 'make' | 'takeBack'>;
  readonly skillEditor: Pick<SkillEditor, 'write' | 'file'>;
}

/** Proposals that commands applied, kept in the user's own folder, so that a later command can take the last one back. */
export class AppliedChanges {
  readonly #options: AppliedChangesOptions;
  readonly #records: RecordFolder<AppliedChange>;

  constructor(options: AppliedChangesOptions) {
    this.#options = options;
    this.#records = new RecordFolder({ ...options, name: 'optimize-undo', head: headSchema });
  }

  /** Writes a proposal and keeps what it replaced, also of the part before an error. Errors: those of `config.edit` and `skillEditor.write`. */
  async apply(root: string, label: string, { config, files }: ChangesToApply): Promise<void> {
    const { config: edits, skillEditor } = this.#options;
    let made: MadeEdit | null = null;
    const written: ProposedFile[] = [];
    try {
      if (config && config.changes.length > 0) made = (await edits.make({ ...config, label })).made;
      for (const one of files) {
        await skillEditor.write({ pack: one.pack, file: one.file, text: one.after, expected_hash: one.hash });
        written.push(one);
      }
    } finally {
      await this.#keep(root, label, { config: made, files: written });
    }
  }

  /** Takes back what was applied last. Errors: `undo_gone` where there is nothing, or a later change wrote the same field; `file_changed`. */
  async takeBack(root: string): Promise<AppliedChange> {
    const { config: edits, skillEditor } = this.#options;
    const [last] = await this.#records.list(root);
    const body = last && (await this.#records.body(root, last.id));
    if (!last || !body) {
      throw new PegboardError('undo_gone', 'There is no applied proposal to undo.', {
        hint: 'This undoes pegboard optimize … --apply only.',
      });
    }
    const { config, files } = JSON.parse(body) as Written;
    const present = await Promise.all(files.map(({ pack, file }) => skillEditor.file({ pack, file })));
    const changed = files.find(({ after }, i) => present[i]?.text !== after);
    if (changed) {
      throw new PegboardError('file_changed', `${changed.pack}/${changed.file} has changed since then.`, {
        hint: 'Nothing was taken back. Look at the file, and change it by hand.',
        data: { file: changed.file },
      });
    }
    if (config) await edits.takeBack(config);
    for (const [i, { pack, file, before }] of files.entries()) {
      await skillEditor.write({ pack, file, text: before, expected_hash: present[i]?.hash ?? null });
    }
    await this.#records.remove(root, last.id);
    return last;
  }

  async #keep(root: string, label: string, written: Written): Promise<void> {
    if (!written.config && written.files.length === 0) return;
    const files = [
      ...(written.config ? ['pegboard.yaml'] : []),
      ...written.files.map(({ pack, file }) => `${pack}/${file}`),
    ];
    const at = new Date(this.#options.now()).toISOString();
    await this.#records.keep(root, { id: this.#options.newId(), at, label, files }, JSON.stringify(written));
  }
}

/** What a proposal changes. */
export interface ChangesToApply {
  readonly config?: ConfigEditInput | undefined;
  readonly files: readonly ProposedFile[];
}
