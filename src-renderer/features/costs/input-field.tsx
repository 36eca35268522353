import { TextInput } from '@mantine/core';
import { useId } from 'react';
import styles from './costs.module.css';

/** One input of the economics: what is typed, or as a placeholder what counts instead, and where that comes from. */
export function InputField({
  id,
  label,
  text,
  shown,
  source,
  error,
  onChange,
}: {
  id?: string;
  label: string;
  text: string;
  /** The value while nothing is typed. */
  shown: string;
  source: string;
  error: string | undefined;
  onChange(text: string): void;
}) {
  const own = useId();
  const inputId = id ?? own;
  return (
    <div className={styles.field} data-testid="cost-input">
      <label htmlFor={inputId}>{label}</label>
      <TextInput
        id={inputId}
        classNames={{ input: styles.value }}
        inputMode="decimal"
        placeholder={shown}
        value={text}
        aria-invalid={error !== undefined}
        aria-describedby={`${own}-source`}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <span
        id={`${own}-source`}
        className={`${styles.source} dim cut note`}
        title={source}
        data-given={text !== '' || undefined}
        data-testid="cost-source"
      >
        {sourceKind(source)}
      </span>
      {error !== undefined && (
        <span className="note is-error whole" role="alert">
          {error}
        </span>
      )}
    </div>
  );
}

/** The first words of a source; the whole of it is on hover. */
export function sourceKind(source: string): string {
  if (source === "Pegboard's default") return 'default';
  return source.split(/[:,(]| from | figures/)[0]?.trim() ?? source;
}
