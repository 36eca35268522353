import { Radio, Select, Stack, TextInput } from '@mantine/core';
import { type AgentFormId, agentFormSchema, agentForms } from '#shared/domain/agent-forms.ts';
import { useWorkspace } from '../../platform/workspace-query.ts';
import { strings } from '../../strings/export.ts';
import { visibleString } from '../../ui/hidden-characters.ts';
import { exportPlaces, focusExportPlace } from './export-places.ts';
import type { ExportChoices } from './export-store.ts';

const ways = ['sources', 'gateway'] as const satisfies readonly ExportChoices['via'][];

/** Choose the persona, the program that gets it as an agent, and how that agent reaches its tools. */
export function AgentChoice({
  choices: { agentAs, persona, via, agentName, description, model },
  onChange,
}: {
  readonly choices: ExportChoices;
  onChange(choices: Partial<ExportChoices>): void;
}) {
  const personas = useWorkspace()?.config.personas ?? [];
  return (
    <>
      <Select
        id={exportPlaces.format}
        label={strings.agentChoice.program}
        data={agentFormSchema.options.map((value) => ({ value, label: agentForms[value] }))}
        value={agentAs}
        onChange={(value) => {
          if (value === null) return;
          onChange({ agentAs: value as AgentFormId });
          focusExportPlace('target');
        }}
      />
      <Select
        label={strings.agentChoice.persona}
        placeholder={strings.agentChoice.choosePersona}
        description={personas.length === 0 ? strings.agentChoice.noPersonas : undefined}
        data={personas.map(({ name }) => ({ value: name, label: visibleString(name) }))}
        value={personas.some(({ name }) => name === persona) ? persona : null}
        onChange={(value) => onChange({ persona: value })}
      />
      <Radio.Group
        label={strings.agentChoice.reaches}
        value={via}
        onChange={(value) => onChange({ via: ways.find((one) => one === value) ?? 'sources' })}
      >
        <Stack gap={4} mt={4}>
          {ways.map((value) => (
            <Radio key={value} size="xs" value={value} label={strings.agentChoice.via[value]} />
          ))}
        </Stack>
      </Radio.Group>
      <TextInput
        label={strings.agentChoice.name}
        placeholder={persona ?? ''}
        classNames={{ input: 'mono' }}
        value={agentName}
        onChange={(event) => onChange({ agentName: event.currentTarget.value })}
      />
      <TextInput
        label={strings.agentChoice.description}
        value={description}
        onChange={(event) => onChange({ description: event.currentTarget.value })}
      />
      <TextInput
        label={strings.agentChoice.model}
        placeholder={strings.agentChoice.programDecides}
        value={model}
        onChange={(event) => onChange({ model: event.currentTarget.value })}
      />
    </>
  );
}
