import { Button, Select } from '@mantine/core';
import type { SkillEntry } from '#shared/domain/skill-editor.ts';
import { strings } from '../../strings/packs.ts';
import { visibleString } from '../../ui/hidden-characters.ts';
import { formatOfName } from './pack-document.ts';
import { shortName } from './pack-rows.ts';
import styles from './packs.module.css';
import { focusPacksPlace } from './packs-places.ts';
import { SkillForm, type SkillFormProps } from './skill-form.tsx';

/** The form of the chosen skill of a file, and the choice among its skills. */
export function SkillFormPanel({
  id,
  documentKey,
  skills,
  skill,
  onChoose,
  ...form
}: Omit<SkillFormProps, 'skill' | 'fields'> & {
  id: string;
  documentKey: string;
  /** Null until the file is read. */
  skills: readonly SkillEntry[] | null;
  skill: SkillEntry | undefined;
  onChoose(index: number): void;
}) {
  const { pack, file } = form;
  return (
    <div className={`${styles.formPanel} column scrolls`} data-document={documentKey}>
      {skills && skills.length > 1 && (
        <Select
          aria-label={strings.skillFormPanel.skillInFile}
          className={styles.skillSelect}
          data={skills.map(({ index, name }) => ({
            value: String(index),
            label: `${index + 1}. ${visibleString(shortName(name, pack))}`,
          }))}
          value={String(skill?.index ?? 0)}
          searchable
          limit={100}
          onChange={(next) => onChoose(Number(next ?? 0))}
        />
      )}
      {!skills ? (
        <p className={styles.empty}>{strings.skillFormPanel.readingFile}</p>
      ) : skill?.fields ? (
        <SkillForm key={`${id} ${skill.index}`} {...form} skill={skill} fields={skill.fields} />
      ) : (
        <NoForm
          isSkillMd={formatOfName(file) === 'skill-md'}
          name={skill?.name}
          onSource={() => focusPacksPlace('source')}
        />
      )}
    </div>
  );
}

function NoForm({ isSkillMd, name, onSource }: { isSkillMd: boolean; name: string | undefined; onSource(): void }) {
  return (
    <div className={styles.padded} data-testid="no-form">
      <p>
        {isSkillMd
          ? name === undefined
            ? strings.skillFormPanel.skillMdFile
            : strings.skillFormPanel.skillMdFileOfSkill(visibleString(name))
          : strings.skillFormPanel.formNeedsFields}
      </p>
      <Button onClick={onSource}>{strings.skillFormPanel.editSource}</Button>
    </div>
  );
}
