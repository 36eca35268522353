import { Select, TextInput } from '@mantine/core';
import { type CatalogFormat, catalogFileNames, catalogFormatSchema } from '#shared/domain/export-plan.ts';
import { useWorkspace } from '../../platform/workspace-query.ts';
import { strings } from '../../strings/export.ts';
import { visibleString } from '../../ui/hidden-characters.ts';
import { exportPlaces, focusExportPlace } from './export-places.ts';
import { catalogFormatWords } from './export-request.ts';
import type { ExportChoices } from './export-store.ts';

/** The value for no persona; a name has `name:` before it. */
const everybody = 'all';

/** As what the catalog is written, and for whom. */
export function CatalogChoice({
  choices: { as, persona, file },
  onChange,
}: {
  choices: ExportChoices;
  onChange(choices: Partial<ExportChoices>): void;
}) {
  const personas = useWorkspace()?.config.personas ?? [];
  const isGone = persona !== null && !personas.some(({ name }) => name === persona);
  return (
    <>
      <Select
        id={exportPlaces.format}
        label={strings.catalogChoice.format}
        data={catalogFormatSchema.options.map((value) => ({ value, label: catalogFormatWords[value] }))}
        value={as}
        onChange={(value) => {
          if (value === null) return;
          onChange({ as: value as CatalogFormat });
          focusExportPlace('target');
        }}
      />
      <Select
        label={strings.catalogChoice.tools}
        data={[
          { value: everybody, label: strings.catalogChoice.allPolicyAllows },
          ...personas.map(({ name }) => ({
            value: `name:${name}`,
            label: strings.catalogChoice.toolsThatMayUse(visibleString(name)),
          })),
          ...(isGone
            ? [{ value: `name:${persona}`, label: strings.catalogChoice.gone(visibleString(persona)), disabled: true }]
            : []),
        ]}
        value={persona === null ? everybody : `name:${persona}`}
        error={isGone ? strings.catalogChoice.pegboardYamlNoLonger : null}
        onChange={(value) =>
          value !== null && onChange({ persona: value === everybody ? null : value.slice('name:'.length) })
        }
      />
      <TextInput
        label={strings.catalogChoice.file}
        placeholder={catalogFileNames[as]}
        classNames={{ input: 'mono' }}
        value={file}
        onChange={(event) => onChange({ file: event.currentTarget.value })}
      />
    </>
  );
}
