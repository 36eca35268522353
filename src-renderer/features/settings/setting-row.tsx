import { Button } from '@mantine/core';
import { memo, useState } from 'react';
import { assertNever } from '#shared/assert-never.ts';
import { strings } from '../../strings/settings.ts';
import { fill } from '../../ui/fill.tsx';
import { rangeText } from './check-setting.ts';
import { ChoiceControl, SwitchControl, TextsControl } from './chosen-controls.tsx';
import { EntriesControl } from './entries-control.tsx';
import type { Setting, SettingRow } from './setting-rows.ts';
import styles from './settings.module.css';
import { useSettings } from './settings-context.ts';
import { JsonControl, NumberControl, TextControl } from './typed-controls.tsx';

/** One setting: what it is for, its control, where its value comes from. */
export const SettingRowView = memo(function SettingRowView({ row }: { row: SettingRow }) {
  const { setting, isWritten, value } = row;
  const { save } = useSettings();
  const [error, setError] = useState<string | null>(null);
  const { path, keys, field } = setting;
  const above = keys.slice(0, -1).join('.');
  const isWide = setting.control.kind === 'entries';
  return (
    <div
      className={styles.row}
      data-setting={path}
      data-testid="setting"
      data-written={isWritten}
      data-wide={isWide || undefined}
    >
      <div className={styles.what}>
        <div className="mono">
          {above !== '' && <span className="dim">{above}.</span>}
          <strong>{keys.at(-1)}</strong>
        </div>
        <div>
          <CodeInText text={field.meaning} />
        </div>
        <div className={styles.facts}>
          <span>{rangeText(setting) ?? typeText(setting)}</span>
          {field.default !== undefined && (
            <span>
              {fill(strings.settingRow.defaultLabel, {
                stringify: <span className="mono">{JSON.stringify(field.default)}</span>,
              })}
            </span>
          )}
        </div>
        {isWide && <InnerFields setting={setting} />}
      </div>
      <div className={styles.state}>
        <span className={styles.origin}>{isWritten ? strings.settingRow.file : strings.settingRow.defaultIt2}</span>
        {isWritten && (
          <Button
            aria-label={strings.settingRow.reset2(path)}
            onClick={async () => setError(await save(setting, undefined))}
            data-reset
          >
            {strings.settingRow.reset}
          </Button>
        )}
      </div>
      <div className={styles.control}>
        <SettingControl setting={setting} value={value} />
        {error !== null && <div className="note breaks is-error above-4">{error}</div>}
      </div>
    </div>
  );
});

function SettingControl({ setting, value }: { setting: Setting; value: unknown }) {
  const { kind } = setting.control;
  switch (kind) {
    case 'switch':
      return <SwitchControl setting={setting} value={value} />;
    case 'number':
      return <NumberControl setting={setting} value={value} />;
    case 'choice':
      return <ChoiceControl setting={setting} value={value} />;
    case 'text':
      return <TextControl setting={setting} value={value} />;
    case 'texts':
      return <TextsControl setting={setting} value={value} />;
    case 'entries':
      return <EntriesControl setting={setting} value={value} />;
    case 'json':
      return <JsonControl setting={setting} value={value} />;
    default:
      return assertNever(kind);
  }
}

/** What an entry of a list or a map may hold. */
function InnerFields({ setting: { path, inner } }: { setting: Setting }) {
  if (inner.length === 0) return null;
  return (
    <details className={styles.inner}>
      <summary>{strings.settingRow.fieldsEntry}</summary>
      <dl>
        {inner.map((one) => (
          <div key={one.path}>
            <dt className="mono">{one.path.slice(path.length).replace(/^(\[\]|\.<name>)\./, '')}</dt>
            <dd>
              <span className="dim">
                <CodeInText text={one.required ? strings.settingRow.requiredType(one.type) : one.type} />
              </span>{' '}
              <CodeInText text={one.meaning} />
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

function typeText({ field }: Setting): string {
  return field.type.replaceAll('`', '');
}

/** A text in which back ticks mark code. */
function CodeInText({ text }: { text: string }) {
  return text.split('`').map((piece, i) =>
    i % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a fixed text
      <code key={i} className="mono">
        {piece}
      </code>
    ) : (
      piece
    ),
  );
}
