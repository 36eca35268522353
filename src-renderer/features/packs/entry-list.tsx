import { ActionIcon, Button } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconGripVertical, IconPlus, IconX } from '@tabler/icons-react';
import { type DragEvent, type FocusEvent, type KeyboardEvent, useRef, useState } from 'react';
import { moved } from './move-entry.ts';
import styles from './skill-form.module.css';
import { ToolTextarea } from './tool-textarea.tsx';
import { useTypedValue } from './use-typed-value.ts';

/**
 * Steps, preconditions or failure modes: Enter starts the next one, Backspace in an empty one removes it, Alt ↑ and Alt ↓ move it, and
 * the handle drags it.
 */
export function EntryList({
  field,
  label,
  noun,
  hint,
  written,
  tools,
  readOnly,
  numbered = false,
  save,
}: {
  field: string;
  label: string;
  /** What one of them is called. */
  noun: string;
  hint: string;
  written: readonly string[];
  tools: readonly string[];
  readOnly: boolean;
  numbered?: boolean;
  save(value: readonly string[]): string | null;
}) {
  const typed = useTypedValue<readonly string[]>(written, save);
  const list = useRef<HTMLOListElement>(null);
  const [dragged, setDragged] = useState<number | null>(null);
  const [over, setOver] = useState<number | null>(null);
  const entries = typed.value;

  const focusEntry = (index: number) => {
    // After the entry is there.
    requestAnimationFrame(() => list.current?.querySelectorAll('textarea')[index]?.focus());
  };
  const move = (from: number, to: number) => {
    if (to < 0 || to >= entries.length || from === to) return;
    typed.change(moved(entries, from, to));
    focusEntry(to);
  };
  const add = (at: number) => {
    typed.change(entries.toSpliced(at, 0, ''));
    focusEntry(at);
  };
  const remove = (index: number) => {
    typed.change(entries.toSpliced(index, 1));
    focusEntry(Math.max(0, index - 1));
  };
  const onKey = (event: KeyboardEvent<HTMLTextAreaElement>, index: number) => {
    if (readOnly) return;
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (event.altKey && step !== 0) move(index, index + step);
    else if (event.key === 'Enter' && !event.shiftKey && !event.ctrlKey && !event.metaKey) add(index + 1);
    else if (event.key === 'Backspace' && entries[index] === '') remove(index);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const onDrop = (event: DragEvent, to: number) => {
    event.preventDefault();
    if (dragged !== null) move(dragged, to);
    setDragged(null);
    setOver(null);
  };
  const onBlur = (event: FocusEvent<HTMLElement>) => {
    if (!event.currentTarget.contains(event.relatedTarget)) typed.leave();
  };
  return (
    <fieldset className={styles.entries} onBlur={onBlur} data-field={field}>
      <legend className={styles.label}>
        {label} <span className={styles.labelNote}>{entries.length > 0 ? entries.length : hint}</span>
      </legend>
      <ol ref={list} className={styles.entryList}>
        {entries.map((entry, index) => (
          <li
            // Entries are texts without an identity: their place is all there is.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            key={index}
            className={styles.entry}
            data-entry={index}
            data-over={over === index || undefined}
            onDragOver={(event) => {
              if (dragged === null) return;
              event.preventDefault();
              setOver(index);
            }}
            onDrop={(event) => onDrop(event, index)}
          >
            {/* biome-ignore lint/a11y/noStaticElementInteractions: the same is done with Alt and the arrow keys, and with the buttons */}
            <span
              className={styles.grip}
              draggable={!readOnly}
              title={readOnly ? undefined : 'Drag to another place (Alt ↑, Alt ↓)'}
              onDragStart={(event) => {
                event.dataTransfer.effectAllowed = 'move';
                event.dataTransfer.setData('text/plain', entry);
                setDragged(index);
              }}
              onDragEnd={() => {
                setDragged(null);
                setOver(null);
              }}
            >
              {!readOnly && <IconGripVertical size={13} aria-hidden />}
              {numbered ? <span className={styles.number}>{index + 1}</span> : <span aria-hidden>•</span>}
            </span>
            <div className={styles.entryText}>
              <ToolTextarea
                value={entry}
                tools={tools}
                label={`${noun} ${index + 1}`}
                readOnly={readOnly}
                onText={(text) => typed.change(entries.with(index, text))}
                onLeave={() => undefined}
                onKey={(event) => onKey(event, index)}
              />
            </div>
            {!readOnly && (
              <span className={styles.entryActs}>
                <ActionIcon
                  size={20}
                  aria-label={`Move ${noun.toLowerCase()} ${index + 1} up`}
                  tabIndex={-1}
                  disabled={index === 0}
                  onClick={() => move(index, index - 1)}
                >
                  <IconArrowUp size={13} />
                </ActionIcon>
                <ActionIcon
                  size={20}
                  aria-label={`Move ${noun.toLowerCase()} ${index + 1} down`}
                  tabIndex={-1}
                  disabled={index === entries.length - 1}
                  onClick={() => move(index, index + 1)}
                >
                  <IconArrowDown size={13} />
                </ActionIcon>
                <ActionIcon
                  size={20}
                  aria-label={`Remove ${noun.toLowerCase()} ${index + 1}`}
                  tabIndex={-1}
                  onClick={() => remove(index)}
                >
                  <IconX size={13} />
                </ActionIcon>
              </span>
            )}
          </li>
        ))}
      </ol>
      {!readOnly && (
        <Button variant="subtle" leftSection={<IconPlus size={13} />} onClick={() => add(entries.length)}>
          Add a {noun.toLowerCase()}
        </Button>
      )}
      {typed.error !== null && (
        <p className={styles.fieldError} role="alert">
          {typed.error}
        </p>
      )}
    </fieldset>
  );
}
