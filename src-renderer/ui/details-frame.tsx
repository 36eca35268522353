import type { ReactNode } from 'react';
import styles from './details-frame.module.css';
import { ScrollRegion } from './scroll-region.tsx';

/** The panel at the right of a list: scrolls by itself, takes the focus as a whole, and gives it back on Escape. */
export function DetailsFrame({
  id,
  label,
  testId,
  onEscape,
  children,
}: {
  id: string;
  label: string;
  testId: string;
  onEscape: () => void;
  children: ReactNode;
}) {
  return (
    <ScrollRegion
      id={id}
      className={styles.frame}
      aria-label={label}
      data-testid={testId}
      onKeyDown={(event) => {
        // Keys in a dialog or a menu that was opened from here come along too, and mean that dialog.
        const isInside = event.target instanceof Node && event.currentTarget.contains(event.target);
        if (event.key === 'Escape' && isInside) onEscape();
      }}
    >
      {children}
    </ScrollRegion>
  );
}
