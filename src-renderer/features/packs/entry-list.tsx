import { ActionIcon, Button } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconGripVertical, IconPlus, IconX } from '@tabler/icons-react';
import { type DragEvent, type FocusEvent, type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { strings } from '../../strings/packs.ts';
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
  /** The name of one of them. */
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
  const entries = typed.value;

  /** Draws other entries and goes to one of them at once: the next key is for that one. */
  const change = (next: readonly string[], focused: number) => {
    flushSync(() => typed.change(next));
    list.current?.querySelectorAll('textarea')[focused]?.focus();
  };
  const move = (from: number, to: number) => {
    if (to >= 0 && to < entries.length && from !== to) change(moved(entries, from, to), to);
  };
  const drag = useEntryDrag(move);
  const add = (at: number) => change(entries.toSpliced(at, 0, ''), at);
  const remove = (index: number) => change(entries.toSpliced(index, 1), Math.max(0, index - 1));
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
  const onBlur = (event: FocusEvent<HTMLElement>) => {
    if (!event.currentTarget.contains(event.relatedTarget)) typed.leave();
  };
  return (
    <fieldset className={styles.entries} onBlur={onBlur} data-field={field}>
      <legend className={styles.label}>
        {label} <span className={styles.labelNote}>{entries.length > 0 ? entries.length : hint}</span>
      </legend>
      <ol ref={list} className="stack gap-4 plain-list">
        {entries.map((entry, index) => (
          <Entry
            // Entries are texts without an identity: their place is all there is.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            key={index}
            text={entry}
            index={index}
            isLast={index === entries.length - 1}
            name={`${noun} ${index + 1}`}
            tools={tools}
            readOnly={readOnly}
            numbered={numbered}
            drag={drag}
            onText={(text) => typed.change(entries.with(index, text))}
            onKey={(event) => onKey(event, index)}
            onMove={(to) => move(index, to)}
            onRemove={() => remove(index)}
          />
        ))}
      </ol>
      {!readOnly && (
        <Button variant="subtle" leftSection={<IconPlus size={13} />} onClick={() => add(entries.length)}>
          {strings.entryList.add(noun.toLowerCase())}
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

/** Which entry is dragged, and which it is dragged over. */
function useEntryDrag(move: (from: number, to: number) => void) {
  const [dragged, setDragged] = useState<number | null>(null);
  const [over, setOver] = useState<number | null>(null);
  const end = () => {
    setDragged(null);
    setOver(null);
  };
  return {
    over,
    end,
    start: (index: number, event: DragEvent, text: string) => {
      event.dataTransfer.effectAllowed = 'move';
      event.dataTransfer.setData('text/plain', text);
      setDragged(index);
    },
    enter: (index: number, event: DragEvent) => {
      if (dragged === null) return;
      event.preventDefault();
      setOver(index);
    },
    drop: (index: number, event: DragEvent) => {
      event.preventDefault();
      if (dragged !== null) move(dragged, index);
      end();
    },
  };
}

interface EntryProps {
  readonly text: string;
  readonly index: number;
  readonly isLast: boolean;
  readonly name: string;
  readonly tools: readonly string[];
  readonly readOnly: boolean;
  readonly numbered: boolean;
  readonly drag: ReturnType<typeof useEntryDrag>;
  onText(text: string): void;
  onKey(event: KeyboardEvent<HTMLTextAreaElement>): void;
  onMove(to: number): void;
  onRemove(): void;
}

/** One entry with its handle, its text and its buttons. */
function Entry({ text, index, isLast, name, tools, readOnly, numbered, drag, ...on }: EntryProps) {
  const noun = name.toLowerCase();
  return (
    <li
      className={styles.entry}
      data-entry={index}
      data-over={drag.over === index || undefined}
      onDragOver={(event) => drag.enter(index, event)}
      onDrop={(event) => drag.drop(index, event)}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the same is done with Alt and the arrow keys, and with the buttons */}
      <span
        className={styles.grip}
        draggable={!readOnly}
        title={readOnly ? undefined : strings.entryList.dragAnotherPlaceAlt}
        onDragStart={(event) => drag.start(index, event, text)}
        onDragEnd={drag.end}
      >
        {!readOnly && <IconGripVertical size={13} aria-hidden />}
        {numbered ? <span className={styles.number}>{index + 1}</span> : <span aria-hidden>•</span>}
      </span>
      <div className="grows narrow">
        <ToolTextarea
          value={text}
          tools={tools}
          label={name}
          readOnly={readOnly}
          onText={on.onText}
          onLeave={() => undefined}
          onKey={on.onKey}
        />
      </div>
      {!readOnly && (
        <span className={styles.entryActs}>
          <EntryButton
            label={strings.entryList.moveUp(noun)}
            disabled={index === 0}
            onClick={() => on.onMove(index - 1)}
          >
            <IconArrowUp size={13} />
          </EntryButton>
          <EntryButton label={strings.entryList.moveDown(noun)} disabled={isLast} onClick={() => on.onMove(index + 1)}>
            <IconArrowDown size={13} />
          </EntryButton>
          <EntryButton label={strings.entryList.remove(noun)} onClick={on.onRemove}>
            <IconX size={13} />
          </EntryButton>
        </span>
      )}
    </li>
  );
}

/** A button that the keys of the text replace, so that Tab passes it by. */
function EntryButton(props: { label: string; disabled?: boolean; children: ReactNode; onClick(): void }) {
  const { label, disabled = false, children, onClick } = props;
  return (
    <ActionIcon size={20} aria-label={label} tabIndex={-1} disabled={disabled} onClick={onClick}>
      {children}
    </ActionIcon>
  );
}
