import { UnstyledButton } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { formatCount } from '../strings/count.ts';
import { strings } from '../strings/ui.ts';
import { cutText } from './cut-text.ts';
import styles from './long-text.module.css';

/** Characters of a description that the screen lays out unasked. */
export const shownCharacters = 4000;

/**
 * The beginning of a text, drawn by `children`, and a button that shows the rest: a browser takes seconds to lay out a word
 * of 100,000 letters. Another text starts cut again.
 */
export function LongText({
  text,
  limit = shownCharacters,
  children,
}: {
  text: string;
  limit?: number | undefined;
  children: (shown: string) => ReactNode;
}) {
  const [whole, setWhole] = useState<string | null>(null);
  const shown = whole === text ? text : cutText(text, limit);
  return (
    <>
      {children(shown)}
      {shown.length < text.length && (
        <>
          …{' '}
          <UnstyledButton className={styles.more} onClick={() => setWhole(text)} data-testid="show-all">
            {strings.longText.showAllCharacters(formatCount(text.length))}
          </UnstyledButton>
        </>
      )}
    </>
  );
}
