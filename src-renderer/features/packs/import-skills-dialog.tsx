import { Button, FileButton, Group, Modal, Select, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ImportedSkills, SkillsToImport } from '#shared/domain/import-skills.ts';
import { useClient } from '../../platform/client.ts';
import { inTurn } from '../../state/undo-store.ts';
import { formatCount } from '../../strings/count.ts';
import { strings } from '../../strings/packs.ts';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { FindingList } from '../../ui/finding-list.tsx';
import { toPegboardError } from '../../ui/pegboard-error.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import { chosenSkills } from './dropped-skills.ts';
import { skillsAdded } from './pack-acts.ts';
import styles from './packs.module.css';
import type { PackData } from './packs-data.ts';

/** What was dropped or chosen; `id` is another one for each, so that no plan of an earlier one is shown. */
interface Given {
  readonly id: number;
  readonly from: SkillsToImport;
}

/** Folders with a SKILL.md and their files become skills of a pack: what comes and what does not is shown before. */
export function ImportSkillsDialog({
  pack: first,
  from: dropped,
  packs,
  workspace,
  onClose,
}: {
  pack: string;
  from: SkillsToImport | null;
  packs: readonly PackData[];
  workspace: string;
  onClose(): void;
}) {
  const client = useClient();
  const editable = packs.filter(({ view }) => view?.editable);
  const preferred = editable.filter(({ format }) => format === 'skill-md');
  const [chosen, setPack] = useState<string | null>(null);
  const pack = chosen ?? (preferred.find(({ name }) => name === first) ?? preferred[0] ?? editable[0])?.name ?? '';
  const [given, setGiven] = useState<Given | null>(dropped && !('path' in dropped) ? { id: 0, from: dropped } : null);
  const [typed, setTyped] = useState(dropped && 'path' in dropped ? dropped.path : '');
  const [unread, setUnread] = useState<Error | null>(null);
  const [path] = useDebouncedValue(typed.trim(), 200);
  const from: SkillsToImport | null = path === '' ? (given?.from ?? null) : { path };
  const isSettled = path === typed.trim();
  const plan = useQuery({
    queryKey: ['skills-import', workspace, pack, path === '' ? given?.id : path],
    queryFn: ({ signal }) => client.skillEditor.importSkills({ pack, from: from as SkillsToImport }, { signal }),
    enabled: from !== null && pack !== '' && isSettled,
    gcTime: 0,
    staleTime: 0,
    retry: false,
  });
  const shown = from !== null && isSettled && plan.error === null ? plan.data : undefined;
  const take = useMutation({
    // The rows are shown before the import can be undone: an undo that is asked for meanwhile waits for it.
    mutationFn: ({ plan_hash }: ImportedSkills) =>
      inTurn(workspace, async () => {
        const asked = { pack, from: from as SkillsToImport, plan_hash };
        const { written, skills } = await client.skillEditor.importSkills(asked, { context: { workspace } });
        onClose();
        await skillsAdded(workspace, pack, written ?? [], strings.importSkillsDialog.imported(skills.length));
      }),
    onError: () => void plan.refetch(),
  });
  const choose = (files: readonly File[]) => {
    take.reset();
    setUnread(null);
    setTyped('');
    chosenSkills(files).then(
      (next) => setGiven((before) => ({ id: (before?.id ?? 0) + 1, from: next })),
      (error) => setUnread(toPegboardError(error)),
    );
  };
  return (
    <Modal opened onClose={onClose} title={strings.importSkillsDialog.title} size="xl">
      <DialogForm
        submit={strings.importSkillsDialog.importLabel(shown?.skills.length ?? 0)}
        isReady={shown !== undefined && shown.skills.length > 0}
        isBusy={take.isPending}
        error={unread ?? take.error ?? (from === null ? null : plan.error)}
        onSubmit={() => shown && take.mutate(shown)}
        onCancel={onClose}
        aside={<ChooseButtons onChoose={choose} />}
      >
        <TextInput
          label={strings.importSkillsDialog.path}
          description={strings.importSkillsDialog.pathHint}
          placeholder="/home/you/skills"
          classNames={{ input: 'mono' }}
          spellCheck={false}
          data-autofocus
          data-testid="import-skills-path"
          value={typed}
          onChange={(event) => {
            take.reset();
            setUnread(null);
            setTyped(event.currentTarget.value);
          }}
        />
        <Select
          label={strings.importSkillsDialog.intoPack}
          data={editable.map((one) => one.name)}
          value={pack}
          onChange={(next) => setPack(next ?? pack)}
        />
        {shown && <SkillsPlan {...shown} />}
      </DialogForm>
    </Modal>
  );
}

function ChooseButtons({ onChoose }: { onChoose(files: readonly File[]): void }) {
  return (
    <Group gap="xs">
      <FileButton
        multiple
        inputProps={{ webkitdirectory: '' } as Record<string, string>}
        onChange={(files) => files.length > 0 && onChoose(files)}
      >
        {(props) => <Button {...props}>{strings.importSkillsDialog.chooseFolder}</Button>}
      </FileButton>
      <FileButton accept=".zip,.skill" onChange={(file) => file && onChoose([file])}>
        {(props) => <Button {...props}>{strings.importSkillsDialog.chooseArchive}</Button>}
      </FileButton>
    </Group>
  );
}

/** What comes with its size, what is left out, and why. */
function SkillsPlan({ skills, left_out, loss, findings }: ImportedSkills) {
  const files = skills.flatMap((one) => one.files);
  const size = files.reduce((sum, one) => sum + one.size, 0);
  const tokens = files.reduce((sum, one) => sum + (one.tokens ?? 0), 0);
  return (
    <div data-testid="import-skills-plan">
      <p className={styles.planFiles}>
        {strings.importSkillsDialog.comes(skills.length, files.length, size, tokens)}
        {left_out.length > 0 && ` ${strings.importSkillsDialog.leftOut(left_out.length)}`}
      </p>
      <ul className={styles.planSkills}>
        {skills.slice(0, shownSkills).map((skill) => (
          <li key={skill.file}>
            <details>
              <summary>
                <VisibleText as="code" className="mono" text={skill.file} lines={false} />{' '}
                <span className="dim">
                  {strings.importSkillsDialog.files(
                    skill.files.length,
                    skill.files.reduce((sum, one) => sum + (one.tokens ?? 0), 0),
                  )}
                </span>
              </summary>
              <ul>
                {skill.files.map((one) => (
                  <li key={one.path}>
                    <VisibleText as="code" className="mono" text={one.path} lines={false} />{' '}
                    <span className="dim">
                      {one.tokens === null
                        ? strings.packTree.bytes(one.size)
                        : strings.packTree.bytesTokens(one.size, one.tokens)}
                    </span>
                  </li>
                ))}
              </ul>
            </details>
          </li>
        ))}
      </ul>
      {skills.length > shownSkills && (
        <p>{strings.importSkillsDialog.more(formatCount(skills.length - shownSkills))}</p>
      )}
      {loss.length > 0 && (
        <ul className={styles.planSkills} aria-label={strings.importSkillsDialog.notCarried}>
          {loss.slice(0, shownSkills).map((one) => (
            <li key={`${one.skill} ${one.field} ${one.message}`}>
              <VisibleText as="code" className="mono" text={one.skill} lines={false} />:{' '}
              <VisibleText as="span" text={one.message} lines={false} />
            </li>
          ))}
        </ul>
      )}
      {findings.length > 0 && <FindingList findings={findings} label={strings.importSkillsDialog.findings} />}
    </div>
  );
}

/** Skills that the plan lists by name. */
const shownSkills = 100;
