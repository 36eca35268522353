import { Modal, SegmentedControl, Table } from '@mantine/core';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SkillFormat } from '#shared/domain/skill.ts';
import type { ReformattedSkillFile } from '#shared/domain/skill-editor.ts';
import { PegboardError } from '#shared/errors.ts';
import { useClient } from '../../platform/client.ts';
import { inTurn } from '../../state/undo-store.ts';
import { strings } from '../../strings/packs.ts';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { TableHead } from '../../ui/table-head.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { isUnsaved, skillFileReformatted } from './pack-acts.ts';
import { formatNames, formatOfName } from './pack-document.ts';
import styles from './packs.module.css';
import type { PackData } from './packs-data.ts';

/** A file in another format: what it becomes and what that loses, before it is done. */
export function ReformatDialog({
  pack,
  file,
  packs,
  workspace,
  onClose,
}: {
  pack: string;
  file: string;
  packs: readonly PackData[];
  workspace: string;
  onClose(): void;
}) {
  const client = useClient();
  const now = formatOfName(file);
  const only = packs.find(({ name }) => name === pack)?.format ?? null;
  const formats = (Object.keys(formatNames) as SkillFormat[]).filter(
    (format) => format !== now && (only === null || format === only),
  );
  const [to, setTo] = useState<SkillFormat | undefined>(formats[0]);
  const hasUnsaved = isUnsaved(workspace, { pack, file });
  const run = async (format: SkillFormat, apply: boolean) => {
    const context = { context: { workspace } };
    const { hash } = await client.skillEditor.file({ pack, file }, context);
    return client.skillEditor.reformat({ pack, file, to: format, expected_hash: hash, apply }, context);
  };
  const plan = useQuery({
    queryKey: ['skill-reformat', pack, file, to],
    queryFn: () => run(to ?? 'yaml', false),
    enabled: to !== undefined && !hasUnsaved,
    placeholderData: keepPreviousData,
    gcTime: 0,
    retry: false,
  });
  const convert = useMutation({
    mutationFn: () =>
      inTurn(workspace, async () => {
        const { files, undo } = await run(to ?? 'yaml', true);
        onClose();
        const made = files.map((one) => one.file);
        if (undo !== null) await skillFileReformatted(workspace, { pack, file }, { files: made, undo });
      }),
  });
  const error = convert.error ?? plan.error;
  return (
    <Modal opened onClose={onClose} title={strings.reformatDialog.convert(file)} size="lg">
      <DialogForm
        submit={strings.reformatDialog.convert2}
        isReady={!hasUnsaved && to !== undefined}
        isBusy={convert.isPending}
        error={error}
        onSubmit={() => plan.data && !plan.error && convert.mutate()}
        onCancel={onClose}
        startsOnSubmit
      >
        {hasUnsaved ? (
          <ErrorNotice
            error={
              new PegboardError('file_changed', strings.reformatDialog.hasUnsavedChanges(file), {
                hint: strings.reformatDialog.saveRevertFirst,
              })
            }
          />
        ) : formats.length === 0 ? (
          <p className={styles.calm}>{strings.reformatDialog.thisPackReadsOnly}</p>
        ) : (
          <SegmentedControl
            aria-label={strings.reformatDialog.format}
            data={formats.map((value) => ({ value, label: formatNames[value] }))}
            value={to ?? ''}
            onChange={(value) => setTo(value as SkillFormat)}
          />
        )}
        {plan.data && <ReformatPlan files={plan.data.files} loss={plan.data.loss} />}
      </DialogForm>
    </Modal>
  );
}

/** What a file becomes, and what that loses. */
function ReformatPlan({ files, loss }: Pick<ReformattedSkillFile, 'files' | 'loss'>) {
  return (
    <div data-testid="reformat-plan">
      <p className={styles.planFiles}>
        {strings.reformatDialog.pegboardWritesFiles(files.length)}{' '}
        {files.slice(0, 12).map((made) => (
          <code key={made.file} className="mono">
            <VisibleText text={made.file} lines={false} />{' '}
          </code>
        ))}
        {files.length > 12 && '…'}
      </p>
      {loss.length === 0 ? (
        <p className={styles.calm}>{strings.reformatDialog.nothingIsLostSkills}</p>
      ) : (
        <Table className={styles.lossTable ?? ''}>
          <TableHead
            columns={[strings.reformatDialog.skill, strings.reformatDialog.part, strings.reformatDialog.change]}
          />
          <tbody>
            {loss.slice(0, 100).map(({ skill, field, kind, message }) => (
              <tr key={`${skill} ${field} ${message}`}>
                <VisibleText as="td" className="mono" text={skill} lines={false} />
                <td>{field}</td>
                <td>
                  <strong>{kind}</strong>: <VisibleText text={message} />
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </div>
  );
}
