import { Checkbox, Select, Switch } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import type { ExportablePack } from '#shared/domain/export-plan.ts';
import { type SkillFormat, skillFormatSchema } from '#shared/domain/skill.ts';
import { visibleString } from '../../ui/hidden-characters.ts';
import { PathText } from '../../ui/path-text.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import styles from './export.module.css';
import { exportPlaces, focusExportPlace } from './export-places.ts';
import { skillFormatWords } from './export-request.ts';
import type { ExportChoices } from './export-store.ts';

/** Which packs, in which format, and whether each gets a folder. ↑ and ↓ move between the packs, Space chooses. */
export function PackChoice({
  packs,
  choices: { packs: chosen, format, folders },
  onChange,
}: {
  packs: readonly ExportablePack[];
  choices: ExportChoices;
  onChange(choices: Partial<ExportChoices>): void;
}) {
  const known = chosen.filter((id) => packs.some((pack) => pack.id === id));
  const toggle = (id: string) =>
    onChange({ packs: known.includes(id) ? known.filter((one) => one !== id) : [...known, id] });
  return (
    <>
      <fieldset id={exportPlaces.packs} className={styles.packs} onKeyDown={moveBetweenBoxes}>
        <legend>Packs</legend>
        {packs.length === 0 && <p className="dim">There is no pack: add one under skills.skill_packs.</p>}
        {packs.map(({ id, name, origin, folder, problem }) => (
          <div key={id} className={styles.pack} data-pack={id}>
            <Checkbox
              size="xs"
              label={
                <>
                  <VisibleText as="span" className="mono" text={name} lines={false} />{' '}
                  <span className="dim">{origin === 'shipped' ? 'of Pegboard' : 'of this workspace'}</span>
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
      <Select
        id={exportPlaces.format}
        label="Format"
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
        label="A folder for each pack"
        checked={folders || known.length > 1}
        disabled={known.length > 1}
        onChange={(event) => onChange({ folders: event.currentTarget.checked })}
      />
    </>
  );
}

function moveBetweenBoxes(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : null;
  if (step === null) return;
  event.preventDefault();
  const boxes = [...event.currentTarget.querySelectorAll<HTMLInputElement>('input:not(:disabled)')];
  boxes[boxes.indexOf(document.activeElement as HTMLInputElement) + step]?.focus();
}
