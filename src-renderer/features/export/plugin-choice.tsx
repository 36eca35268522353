import { Checkbox, Select, TextInput } from '@mantine/core';
import type { ExportablePack } from '#shared/domain/export-plan.ts';
import { type PluginFormId, pluginFormSchema, pluginForms } from '#shared/domain/plugin-forms.ts';
import { useWorkspace } from '../../platform/workspace-query.ts';
import { strings } from '../../strings/export.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import styles from './export.module.css';
import { exportPlaces, focusExportPlace } from './export-places.ts';
import type { ExportChoices } from './export-store.ts';
import { moveBetweenBoxes, PackList } from './pack-choice.tsx';

/** Which packs and live sources, and what the plugin is called in which form. */
export function PluginChoice(props: {
  readonly packs: readonly ExportablePack[];
  readonly choices: ExportChoices;
  onChange(choices: Partial<ExportChoices>): void;
}) {
  const { choices, onChange } = props;
  const { pluginAs, pluginName, version, description, marketplace } = choices;
  return (
    <>
      <Select
        id={exportPlaces.format}
        label={strings.pluginChoice.form}
        data={pluginFormSchema.options.map((value) => ({ value, label: pluginForms[value] }))}
        value={pluginAs}
        onChange={(value) => {
          if (value === null) return;
          onChange({ pluginAs: value as PluginFormId });
          focusExportPlace('target');
        }}
      />
      <TextInput
        label={strings.pluginChoice.name}
        classNames={{ input: 'mono' }}
        value={pluginName}
        onChange={(event) => onChange({ pluginName: event.currentTarget.value })}
      />
      <PackList {...props} />
      <SourceList choices={choices} onChange={onChange} />
      <TextInput
        label={strings.pluginChoice.version}
        value={version}
        onChange={(event) => onChange({ version: event.currentTarget.value })}
      />
      <TextInput
        label={strings.pluginChoice.description}
        value={description}
        onChange={(event) => onChange({ description: event.currentTarget.value })}
      />
      <TextInput
        label={strings.pluginChoice.marketplace}
        placeholder={strings.pluginChoice.noMarketplace}
        classNames={{ input: 'mono' }}
        value={marketplace}
        onChange={(event) => onChange({ marketplace: event.currentTarget.value })}
      />
    </>
  );
}

/** The sources that have a server. */
function SourceList({
  choices,
  onChange,
}: {
  readonly choices: ExportChoices;
  onChange(choices: Partial<ExportChoices>): void;
}) {
  const live = (useWorkspace()?.config.sources ?? []).filter(({ mcp }) => mcp !== undefined);
  const known = choices.sources.filter((name) => live.some((source) => source.name === name));
  const toggle = (name: string) =>
    onChange({ sources: known.includes(name) ? known.filter((one) => one !== name) : [...known, name] });
  return (
    <fieldset className={styles.packs} onKeyDown={moveBetweenBoxes}>
      <legend>{strings.pluginChoice.sources}</legend>
      {live.length === 0 && <p className="dim">{strings.pluginChoice.noSources}</p>}
      {live.map(({ name }) => (
        <Checkbox
          key={name}
          size="xs"
          label={<VisibleText as="span" className="mono" text={name} lines={false} />}
          checked={known.includes(name)}
          onChange={() => toggle(name)}
        />
      ))}
      {known.length > 0 && <p className="note dim">{strings.pluginChoice.secretsStay}</p>}
    </fieldset>
  );
}
