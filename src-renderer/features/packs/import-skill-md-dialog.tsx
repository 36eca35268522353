import { Button, FileButton, Modal, Select, Textarea, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ImportedSkillMd } from '#shared/domain/skill-editor.ts';
import { useClient } from '../../platform/client.ts';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { FindingList } from '../../ui/finding-list.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { skillAdded } from './pack-acts.ts';
import styles from './packs.module.css';
import type { PackData } from './packs-data.ts';

/** A SKILL.md of somebody else becomes a skill of a pack: dropped, chosen or pasted; what it makes is shown before. */
export function ImportSkillMdDialog({
  pack: first,
  name: givenName,
  text: givenText,
  packs,
  workspace,
  onClose,
}: {
  pack: string;
  name: string;
  text: string;
  packs: readonly PackData[];
  workspace: string;
  onClose(): void;
}) {
  const client = useClient();
  const editable = packs.filter(({ view }) => view?.editable);
  // Not fixed when the dialog opens: a pack that was just created arrives a moment later.
  const [chosen, setPack] = useState<string | null>(null);
  const pack = chosen ?? (editable.some(({ name }) => name === first) ? first : (editable[0]?.name ?? ''));
  const [name, setName] = useState(givenName);
  const [text, setText] = useState(givenText);
  const [asked] = useDebouncedValue(`${name}\0${text}`, 200);
  const input = { pack, name, text };
  const plan = useQuery({
    queryKey: ['skill-md-import', pack, asked],
    queryFn: () => client.skillEditor.importSkillMd({ ...input, apply: false }),
    enabled: text.trim() !== '' && pack !== '' && asked === `${name}\0${text}`,
    placeholderData: keepPreviousData,
    gcTime: 0,
    retry: false,
  });
  const take = useMutation({
    mutationFn: () => client.skillEditor.importSkillMd({ ...input, apply: true }),
    onSuccess: async ({ skill, file }) => {
      onClose();
      await skillAdded(workspace, pack, file, `Imported ${skill}`);
    },
  });
  const error = text.trim() === '' ? null : (take.error ?? plan.error);
  return (
    <Modal opened onClose={onClose} title="Import a SKILL.md" size="lg">
      <DialogForm
        submit="Import"
        isReady={plan.data !== undefined && plan.error === null && text.trim() !== ''}
        isBusy={take.isPending}
        error={error}
        onSubmit={() => take.mutate()}
        onCancel={onClose}
        aside={
          <FileButton accept=".md,text/markdown" onChange={(file) => void file?.text().then(setText)}>
            {(props) => <Button {...props}>Choose a file…</Button>}
          </FileButton>
        }
      >
        <Textarea
          label="Text of the SKILL.md"
          description="Paste it, choose a file, or drop one on the screen."
          classNames={{ input: 'mono' }}
          autosize
          minRows={5}
          maxRows={12}
          spellCheck={false}
          data-autofocus
          data-testid="import-text"
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            take.reset();
          }}
        />
        <div className={styles.pair}>
          <Select
            label="Into the pack"
            data={editable.map((one) => one.name)}
            value={pack}
            onChange={(next) => setPack(next ?? pack)}
          />
          <TextInput
            label="Name of its folder"
            description="Its name, where the text gives none"
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
        </div>
        {plan.data && !plan.error && text.trim() !== '' && <SkillMdPlan {...plan.data} />}
      </DialogForm>
    </Modal>
  );
}

/** What the text becomes, and what was found in it. */
function SkillMdPlan({ skill, file, findings }: Pick<ImportedSkillMd, 'skill' | 'file' | 'findings'>) {
  return (
    <div data-testid="import-plan">
      <p className={styles.planFiles}>
        It becomes <VisibleText as="code" className="mono" text={skill} lines={false} /> in{' '}
        <VisibleText as="code" className="mono" text={file} lines={false} />.
      </p>
      {findings.length > 0 && <FindingList findings={findings} label="What was found in it" />}
    </div>
  );
}
