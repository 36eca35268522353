import { useMemo } from 'react';
import { strings } from '../strings/ui.ts';
import { HostileText } from './hostile-text.tsx';
import styles from './json-block.module.css';

/** A value as JSON, laid out for reading. */
export function JsonBlock({ value, note }: { value: unknown; note?: string | undefined }) {
  const text = useMemo(() => readableJson(value), [value]);
  return (
    <div className={styles.json}>
      {note !== undefined && <HostileText as="div" className="dim" text={note} limit={600} />}
      <HostileText as="div" className="mono" text={text} limit={3000} />
    </div>
  );
}

/** A value as text: texts as they are, all else as JSON. */
export function readableJson(value: unknown): string {
  if (typeof value === 'string') return value;
  try {
    return JSON.stringify(value, null, 2) ?? '–';
  } catch {
    return strings.jsonBlock.nestedTooDeepShow;
  }
}
