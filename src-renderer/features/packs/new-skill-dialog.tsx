import { Modal, Select, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { packPrefix, type SkillFormat } from '#shared/domain/skill.ts';
import { useClient } from '../../platform/client.ts';
import { inTurn } from '../../state/undo-store.ts';
import { strings } from '../../strings/packs.ts';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { visibleString } from '../../ui/hidden-characters.ts';
import { skillAdded } from './pack-acts.ts';
import { formatNames } from './pack-document.ts';
import styles from './packs.module.css';
import type { PackData } from './packs-data.ts';
import { skillTemplates } from './skill-templates.ts';

/** A new skill: in which pack, called what, written how, and what it starts with. */
export function NewSkillDialog({
  pack: first,
  packs,
  workspace,
  onClose,
}: {
  pack: string;
  packs: readonly PackData[];
  workspace: string;
  onClose(): void;
}) {
  const client = useClient();
  const editable = packs.filter(({ view }) => view?.editable);
  // Not fixed when the dialog opens: a pack that was just created arrives a moment later.
  const [chosen, setPack] = useState<string | null>(null);
  const pack = chosen ?? (editable.some(({ name }) => name === first) ? first : (editable[0]?.name ?? ''));
  const [name, setName] = useState('');
  const [format, setFormat] = useState<SkillFormat>('yaml');
  const [templateId, setTemplateId] = useState('short');
  const template = skillTemplates.find(({ id }) => id === templateId) ?? skillTemplates[0];
  const whole = name.includes('.') ? name.trim() : `${packPrefix(pack)}${name.trim()}`;
  const create = useMutation({
    mutationFn: () =>
      inTurn(workspace, async () => {
        const asked = { pack, name: whole, format, ...template.parts };
        const made = await client.skillEditor.create(asked, { context: { workspace } });
        onClose();
        await skillAdded(workspace, pack, made.file, strings.newSkillDialog.added(whole));
      }),
  });
  return (
    <Modal opened onClose={onClose} title={strings.newSkillDialog.newSkill} size="md">
      <DialogForm
        submit={strings.newSkillDialog.create}
        isReady={name.trim() !== '' && pack !== '' && !isLeftOut(packs, { pack, format })}
        isBusy={create.isPending}
        error={create.error}
        onSubmit={() => create.mutate()}
        onCancel={onClose}
      >
        <TextInput
          label={strings.newSkillDialog.name}
          description={describeName(pack, name.trim(), whole)}
          value={name}
          data-autofocus
          data-testid="new-skill-name"
          onChange={(event) => {
            setName(event.currentTarget.value);
            create.reset();
          }}
        />
        <div className={styles.pair}>
          <Select
            label={strings.newSkillDialog.pack}
            data={editable.map((one) => one.name)}
            value={pack}
            onChange={(next) => setPack(next ?? pack)}
          />
          <Select
            label={strings.newSkillDialog.format}
            data={Object.entries(formatNames).map(([value, label]) => ({ value, label }))}
            value={format}
            onChange={(next) => setFormat((next ?? 'yaml') as SkillFormat)}
          />
        </div>
        <Select
          label={strings.newSkillDialog.starts}
          description={template.about}
          data={skillTemplates.map(({ id, title }) => ({ value: id, label: title }))}
          value={template.id}
          onChange={(next) => setTemplateId(next ?? 'short')}
        />
        {isLeftOut(packs, { pack, format }) && <p className={styles.calm}>{strings.newSkillDialog.thisPack}</p>}
      </DialogForm>
    </Modal>
  );
}

/** What the skill will be called; before a name is typed, what the pack adds to it. */
function describeName(pack: string, name: string, whole: string): string {
  if (pack === '') return strings.newSkillDialog.choosePackFullName;
  return visibleString(
    name === '' ? strings.newSkillDialog.fullNameStarts(pack) : strings.newSkillDialog.fullName(whole),
  );
}

/** Whether the pack does not read files of this format. */
function isLeftOut(packs: readonly PackData[], { pack, format }: { pack: string; format: SkillFormat }): boolean {
  const only = packs.find(({ name }) => name === pack)?.format ?? null;
  return only !== null && only !== format;
}
