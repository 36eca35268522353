import { Button, FileButton, Modal, Select, Textarea, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ImportedSkillMd } from '#shared/domain/skill-editor.ts';
import { useClient } from '../../platform/client.ts';
import { inTurn } from '../../state/undo-store.ts';
import { strings } from '../../strings/packs.ts';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { fill } from '../../ui/fill.tsx';
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
    mutationFn: () =>
      inTurn(workspace, async () => {
        const { skill, file } = await client.skillEditor.importSkillMd(
          { ...input, apply: true },
          { context: { workspace } },
        );
        onClose();
        await skillAdded(workspace, pack, file, strings.importSkillMdDialog.imported(skill));
      }),
  });
  const error = text.trim() === '' ? null : (take.error ?? plan.error);
  return (
    <Modal opened onClose={onClose} title={strings.importSkillMdDialog.importSkillMd} size="lg">
      <DialogForm
        submit={strings.importSkillMdDialog.importLabel}
        isReady={plan.data !== undefined && plan.error === null && text.trim() !== ''}
        isBusy={take.isPending}
        error={error}
        onSubmit={() => take.mutate()}
        onCancel={onClose}
        aside={
          <FileButton accept=".md,text/markdown" onChange={(file) => void file?.text().then(setText)}>
            {(props) => <Button {...props}>{strings.importSkillMdDialog.chooseFile}</Button>}
          </FileButton>
        }
      >
        <Textarea
          label={strings.importSkillMdDialog.textOfSkillMd}
          description={strings.importSkillMdDialog.pasteTextChooseFile}
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
            label={strings.importSkillMdDialog.intoPack}
            data={editable.map((one) => one.name)}
            value={pack}
            onChange={(next) => setPack(next ?? pack)}
          />
          <TextInput
            label={strings.importSkillMdDialog.nameItsFolder}
            description={strings.importSkillMdDialog.usedAsNameIf}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
        </div>
        {plan.data && !plan.error && text.trim() !== '' && <SkillMdPlan {...plan.data} />}
      </DialogForm>
    </Modal>
  );
}

/** The converted text, and the findings in it. */
function SkillMdPlan({ skill, file, findings }: Pick<ImportedSkillMd, 'skill' | 'file' | 'findings'>) {
  return (
    <div data-testid="import-plan">
      <p className={styles.planFiles}>
        {fill(strings.importSkillMdDialog.pegboardCreates, {
          skill: <VisibleText as="code" className="mono" text={skill} lines={false} />,
          file: <VisibleText as="code" className="mono" text={file} lines={false} />,
        })}
      </p>
      {findings.length > 0 && <FindingList findings={findings} label={strings.importSkillMdDialog.findings} />}
    </div>
  );
}
