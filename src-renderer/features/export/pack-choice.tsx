import { Checkbox, Select, Switch } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import type { ExportablePack } from '#shared/domain/export-plan.ts';
import { type SkillFormat, skillFormatSchema } from '#shared/domain/skill.ts';
import { strings } from '../../strings/export.ts';
import { visibleString } from '../../ui/hidden-characters.ts';
import { PathText } from '../../ui/path-text.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import styles from './export.module.css';
import { exportPlaces, focusExportPlace } from './export-places.ts';
import { skillFormatWords } from './export-request.ts';
import type { ExportChoices } from './export-store.ts';

interface PackChoiceProps {
  readonly packs: readonly ExportablePack[];
  readonly choices: ExportChoices;
  onChange(choices: Partial<ExportChoices>): void;
}

const knownOf = ({ packs, choices }: PackChoiceProps) =>
  choices.packs.filter((id) => packs.some((pack) => pack.id === id));

/** Which packs. ↑ and ↓ move between them, Space chooses. */
export function PackList(props: PackChoiceProps) {
  const { packs, onChange } = props;
  const known = knownOf(props);
  const toggle = (id: string) =>
    onChange({ packs: known.includes(id) ? known.filter((one) => one !== id) : [...known, id] });
  return (
    <fieldset id={exportPlaces.packs} className={styles.packs} onKeyDown={moveBetweenBoxes}>
      <legend>{strings.packChoice.packs}</legend>
      {packs.length === 0 && <p className="dim">{strings.packChoice.noPacksAddOne}</p>}
      {packs.map(({ id, name, origin, folder, problem }) => (
        <div key={id} className={styles.pack} data-pack={id}>
          <Checkbox
            size="xs"
            label={
              <>
                <VisibleText as="span" className="mono" text={name} lines={false} />{' '}
                <span className="dim">
                  {origin === 'shipped' ? strings.packChoice.fromPegboard : strings.packChoice.fromThisWorkspace}
                </span>
              </>
            }
            checked={known.includes(id)}
            disabled={problem !== null}
            onChange={() => toggle(id)}
          />
          {problem !== null ? (
            <VisibleText as="div" className="note breaks is-error" text={problem} />
          ) : (
            origin === 'workspace' && (
              <div className={styles.packPath}>
                <PathText path={folder} />
              </div>
            )
          )}
        </div>
      ))}
    </fieldset>
  );
}

/** Which packs, in which format, and whether each gets a folder. */
export function PackChoice(props: PackChoiceProps) {
  const { choices, onChange } = props;
  const { format, folders } = choices;
  const known = knownOf(props);
  return (
    <>
      <PackList {...props} />
      <Select
        id={exportPlaces.format}
        label={strings.packChoice.format}
        description={skillFormatWords[format]}
        data={skillFormatSchema.options.map((value) => ({ value, label: visibleString(value) }))}
        value={format}
        onChange={(value) => {
          if (value === null) return;
          onChange({ format: value as SkillFormat });
          focusExportPlace('target');
        }}
      />
      <Switch
        size="xs"
        label={strings.packChoice.folderEachPack}
        checked={folders || known.length > 1}
        disabled={known.length > 1}
        onChange={(event) => onChange({ folders: event.currentTarget.checked })}
      />
    </>
  );
}

/** ↑ and ↓ move between the boxes of a group. */
export function moveBetweenBoxes(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : null;
  if (step === null) return;
  event.preventDefault();
  const boxes = [...event.currentTarget.querySelectorAll<HTMLInputElement>('input:not(:disabled)')];
  boxes[boxes.indexOf(document.activeElement as HTMLInputElement) + step]?.focus();
}
