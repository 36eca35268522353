import { Splitter } from '@mantine/core';
import type { SplitterPaneSize } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { usePreferences } from '../state/preferences-store.ts';
import styles from './split-panels.module.css';

interface Panel {
  readonly defaultSize: SplitterPaneSize;
  readonly min: SplitterPaneSize;
  readonly content: ReactNode;
}

/** Panels beside or above each other that resize by pointer and arrow keys, and remember their sizes under `name`. */
export function SplitPanels({
  name,
  label,
  orientation,
  panels,
}: {
  name: string;
  /** The names of the separators for screen readers. */
  label: string;
  orientation: 'horizontal' | 'vertical';
  panels: readonly Panel[];
}) {
  const remembered = usePreferences((state) => state.panelSizes[name]);
  const setPanelSizes = usePreferences((state) => state.setPanelSizes);
  const sizes = remembered?.length === panels.length ? remembered : panels.map((panel) => panel.defaultSize);
  return (
    <Splitter
      className={`${styles.split} fill`}
      classNames={{ handle: styles.handle, pane: styles.pane }}
      attributes={{ handle: { 'aria-label': label, 'data-split': name } }}
      orientation={orientation}
      sizes={sizes}
      onSizeChange={(next) => setPanelSizes(name, next)}
      redistribute="nearest"
      withHandle={false}
      lineSize={1}
      step="16px"
      shiftStep="64px"
    >
      {panels.map((panel, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: panels are fixed places
        <Splitter.Pane key={index} defaultSize={panel.defaultSize} min={panel.min}>
          {panel.content}
        </Splitter.Pane>
      ))}
    </Splitter>
  );
}
