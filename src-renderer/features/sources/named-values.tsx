import { ActionIcon, Button, Input, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import type { NamedValue } from '../../state/connection-draft.ts';
import { strings } from '../../strings/sources.ts';
import styles from './add-source.module.css';

/** Variables or headers: a name and a value each. Values that are not references are hidden. */
export function NamedValues({
  label,
  noun,
  description,
  placeholder,
  rows,
  error,
  onChange,
}: {
  label: string;
  noun: string;
  description: string;
  /** In an empty value. */
  placeholder: string;
  rows: readonly NamedValue[];
  error: string | undefined;
  onChange(rows: readonly NamedValue[]): void;
}) {
  const change = (at: number, part: Partial<NamedValue>) =>
    onChange(rows.map((row, index) => (index === at ? { ...row, ...part } : row)));
  return (
    <Input.Wrapper label={label} labelElement="div" description={description} error={error}>
      <div className="grid gap-4">
        {rows.map((row, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row has no identity but its place while its name is typed
          <div key={at} className={styles.row}>
            <TextInput
              aria-label={strings.namedValues.name(noun, at + 1)}
              placeholder={strings.namedValues.name2}
              classNames={{ input: 'mono' }}
              value={row.name}
              onChange={(event) => change(at, { name: event.currentTarget.value })}
            />
            <TextInput
              aria-label={strings.namedValues.value(noun, at + 1)}
              placeholder={placeholder}
              classNames={{ input: 'mono' }}
              type={row.value === '' || row.value.includes('${') ? 'text' : 'password'}
              value={row.value}
              onChange={(event) => change(at, { value: event.currentTarget.value })}
            />
            <ActionIcon
              aria-label={strings.namedValues.remove(noun, at + 1)}
              onClick={() => onChange(rows.filter((_, index) => index !== at))}
            >
              <IconX size={14} />
            </ActionIcon>
          </div>
        ))}
        <div>
          <Button leftSection={<IconPlus size={14} />} onClick={() => onChange([...rows, { name: '', value: '' }])}>
            {strings.namedValues.add(noun)}
          </Button>
        </div>
      </div>
    </Input.Wrapper>
  );
}
