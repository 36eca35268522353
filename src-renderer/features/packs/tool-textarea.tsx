import { Combobox, Textarea, useCombobox } from '@mantine/core';
import { type KeyboardEvent, type Ref, useMemo, useRef, useState } from 'react';
import { strings } from '../../strings/packs.ts';
import { ToolName } from '../../ui/tool-name.tsx';
import styles from './skill-form.module.css';
import { matchingTools, wordBefore } from './tool-words.ts';

interface ToolTextareaProps {
  readonly value: string;
  readonly tools: readonly string[];
  readonly label: string;
  readonly id?: string;
  readonly minRows?: number;
  readonly readOnly: boolean;
  readonly invalid?: boolean;
  readonly testId?: string;
  readonly inputRef?: Ref<HTMLTextAreaElement>;
  onText(text: string): void;
  onLeave(): void;
  /** Keys that are not about the list of tools. */
  onKey?(event: KeyboardEvent<HTMLTextAreaElement>): void;
}

/** A text that grows, with the names of tools as they are typed: ↑ ↓ choose, Enter or Tab takes, Escape puts the list away. */
export function ToolTextarea(props: ToolTextareaProps) {
  const {
    value,
    tools,
    label,
    id,
    minRows = 1,
    readOnly,
    invalid = false,
    testId,
    inputRef,
    onText,
    onLeave,
    onKey,
  } = props;
  const combobox = useCombobox();
  const own = useRef<HTMLTextAreaElement>(null);
  const [word, setWord] = useState<{ readonly start: number; readonly end: number; readonly text: string } | null>(
    null,
  );
  const found = useMemo(() => (word === null ? [] : matchingTools(tools, word.text)), [tools, word]);
  const isOpen = found.length > 0 && !readOnly;

  const take = (name: string) => {
    if (!word) return;
    onText(value.slice(0, word.start) + name + value.slice(word.end));
    setWord(null);
    const caret = word.start + name.length;
    requestAnimationFrame(() => own.current?.setSelectionRange(caret, caret));
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (isOpen && !event.altKey) {
      if (event.key === 'ArrowDown') combobox.selectNextOption();
      else if (event.key === 'ArrowUp') combobox.selectPreviousOption();
      else if (event.key === 'Escape') setWord(null);
      else if (event.key === 'Enter' || event.key === 'Tab') combobox.clickSelectedOption();
      else return onKey?.(event);
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    onKey?.(event);
  };
  return (
    <Combobox
      store={{ ...combobox, dropdownOpened: isOpen }}
      onOptionSubmit={take}
      position="bottom-start"
      width="max-content"
      transitionProps={{ duration: 0 }}
    >
      <Combobox.DropdownTarget>
        <Textarea
          id={id}
          ref={(element) => {
            own.current = element;
            if (typeof inputRef === 'function') inputRef(element);
            else if (inputRef) inputRef.current = element;
          }}
          aria-label={label}
          aria-autocomplete="list"
          autosize
          minRows={minRows}
          maxRows={24}
          value={value}
          readOnly={readOnly}
          error={invalid}
          data-testid={testId}
          onChange={({ currentTarget }) => {
            onText(currentTarget.value);
            setWord(wordBefore(currentTarget.value, currentTarget.selectionStart));
            combobox.selectFirstOption();
          }}
          onBlur={() => {
            setWord(null);
            onLeave();
          }}
          onKeyDown={onKeyDown}
        />
      </Combobox.DropdownTarget>
      <Combobox.Dropdown>
        <Combobox.Options aria-label={strings.toolTextarea.tools} style={{ maxHeight: 200, overflow: 'auto' }}>
          {found.map((name, index) => (
            <Combobox.Option
              key={name}
              value={name}
              className={styles.option ?? ''}
              data-combobox-selected={index === 0 || undefined}
            >
              <ToolName name={name} />
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
