import { useEffect, useRef } from 'react';
import type { ToolDetail } from '#shared/domain/tool-detail.ts';
import { strings } from '../../../strings/curate.ts';
import { PartTokens } from '../parts/part-tokens.tsx';
import styles from './curate.module.css';
import { CurateFieldRow } from './curate-field-row.tsx';
import { curateFields } from './curate-fields.ts';
import { useCurateFocus } from './curate-focus.ts';
import { useCurateJournal } from './curate-journal.ts';
import { ExampleList } from './examples/example-list.tsx';

/** The overlay of one tool, field by field beside what its source says (R19.06). */
export function CuratePanel({ detail }: { detail: ToolDetail }) {
  useCurateJournal();
  const panel = useRef<HTMLDivElement>(null);
  const wanted = useCurateFocus((state) => state.wanted);
  useEffect(() => {
    if (!wanted) return;
    useCurateFocus.setState({ wanted: false });
    panel.current?.querySelector<HTMLElement>('select, textarea')?.focus();
  }, [wanted]);
  return (
    <div ref={panel} className={styles.panel} data-testid="curate">
      <p className="dim">{strings.curatePanel.pegboardWritesEachField}</p>
      <PartTokens entry={detail.entry} shownParts={3} />
      {curateFields.map((field) => (
        <CurateFieldRow key={field.name} detail={detail} field={field} />
      ))}
      <ExampleList detail={detail} />
    </div>
  );
}
