import { useMemo } from 'react';
import { HostileText } from './hostile-text.tsx';
import styles from './json-block.module.css';

/** A value as JSON, laid out for reading. */
export function JsonBlock({ value, note }: { value: unknown; note?: string | undefined }) {
  const text = useMemo(() => readableJson(value), [value]);
  return (
    <div className={styles.json}>
      {note !== undefined && (
        <div className="dim">
          <HostileText text={note} limit={600} />
        </div>
      )}
      <div className="mono">
        <HostileText text={text} limit={3000} />
      </div>
    </div>
  );
}

/** A value as text: texts as they are, all else as JSON. */
export function readableJson(value: unknown): string {
  if (typeof value === 'string') return value;
  try {
    return JSON.stringify(value, null, 2) ?? '–';
  } catch {
    return '(nested too deep to show)';
  }
}
