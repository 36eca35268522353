import { ActionIcon, TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, useMemo } from 'react';
import { strings } from '../../strings/ui.ts';
import { diffRows, type LinePlace, placeOf } from './diff-rows.ts';
import type { TextDifference } from './difference.ts';
import { matchesIn } from './line-ranges.ts';
import styles from './text-diff.module.css';

/** Lines that are counted and gone through. */
const mostFound = 10_000;

/** The lines that have a text, folded or not, in the order of a unified difference. A line that both texts have counts once. */
export function foundLines(difference: TextDifference, sought: string): LinePlace[] {
  if (sought === '') return [];
  const rows = diffRows(difference, { split: false, onlyChanges: false, opened: new Set() });
  const found: LinePlace[] = [];
  for (const row of rows) {
    const place = placeOf(row, 'after');
    if (matchesIn(difference[place.side][place.line] ?? '', sought).length > 0) found.push(place);
    if (found.length === mostFound) break;
  }
  return found;
}

/** Looks for a text in both texts: Enter goes to the next line that has it, Shift Enter to the one before, Escape closes. */
export function FindInDiff({
  difference,
  sought,
  place,
  onSeek,
  onShow,
  onClose,
}: {
  readonly difference: TextDifference;
  readonly sought: string;
  /** The current line. */
  readonly place: LinePlace | null;
  onSeek(sought: string): void;
  onShow(place: LinePlace): void;
  onClose(): void;
}) {
  const found = useMemo(() => foundLines(difference, sought), [difference, sought]);
  const at = place ? found.findIndex(({ side, line }) => side === place.side && line === place.line) : -1;
  const step = (by: 1 | -1) => {
    const start = at < 0 && by < 0 ? 0 : at;
    const next = found[(start + by + found.length) % found.length];
    if (next) onShow(next);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' || event.key === 'F3') step(event.shiftKey ? -1 : 1);
    else if (event.key === 'Escape') onClose();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <search className={`${styles.find} row keeps gap-4`}>
      <TextInput
        size="xs"
        className={styles.findField}
        autoFocus
        aria-label={strings.textDiff.findInBoth}
        placeholder={strings.textDiff.findInBoth}
        spellCheck={false}
        value={sought}
        onChange={(event) => onSeek(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        data-testid="diff-find"
      />
      <span className="dim note one-line" role="status" data-testid="diff-found">
        {sought !== '' && strings.textDiff.foundLines(at + 1, found.length)}
      </span>
      <ActionIcon aria-label={strings.textDiff.previousLine} disabled={found.length === 0} onClick={() => step(-1)}>
        <IconArrowUp size={16} />
      </ActionIcon>
      <ActionIcon aria-label={strings.textDiff.nextLine} disabled={found.length === 0} onClick={() => step(1)}>
        <IconArrowDown size={16} />
      </ActionIcon>
      <ActionIcon aria-label={strings.textDiff.closeFind} title={strings.textDiff.closeFindEscape} onClick={onClose}>
        <IconX size={16} />
      </ActionIcon>
    </search>
  );
}
