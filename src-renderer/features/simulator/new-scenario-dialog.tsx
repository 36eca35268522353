import { Modal, SegmentedControl, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { type RunFileKind, runFileKinds } from '#shared/contract/planner.ts';
import type { CreateScenarioInput } from '#shared/contract/scenarios.ts';
import type { PegboardError } from '#shared/errors.ts';
import { strings } from '../../strings/scenario.ts';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { visibleString } from '../../ui/hidden-characters.ts';
import { toPegboardError } from '../../ui/pegboard-error.ts';
import type { NewScenario } from './simulator-store.ts';

/** Asks what a new scenario, task or world is called. */
export function NewScenarioDialog({
  asked,
  onCreate,
  onClose,
}: {
  asked: NewScenario | null;
  onCreate(input: CreateScenarioInput): Promise<void>;
  onClose(): void;
}) {
  const [name, setName] = useState('');
  const [kind, setKind] = useState<RunFileKind>('scenario');
  const [error, setError] = useState<PegboardError | null>(null);
  useEffect(() => {
    if (asked) setName(asked.as === 'example' ? '' : `${asked.name} ${asked.as === 'copy' ? 'copy' : 'recorded'}`);
    if (asked?.as === 'example') setKind(asked.kind);
    setError(null);
  }, [asked]);
  const { title, description } = wordsOf(asked, kind);
  const onSubmit = async () => {
    try {
      await onCreate({ name: name.trim(), ...beginning(asked, kind) });
      onClose();
    } catch (thrown) {
      setError(toPegboardError(thrown));
    }
  };
  return (
    <Modal opened={asked !== null} onClose={onClose} title={title}>
      <DialogForm
        submit={strings.newScenarioDialog.create}
        isReady={name.trim() !== ''}
        error={error}
        onSubmit={onSubmit}
        onCancel={onClose}
      >
        {asked?.as === 'example' && (
          <SegmentedControl
            aria-label={strings.newScenarioDialog.kind}
            data={runFileKinds.map((value) => ({ value, label: strings.newScenarioDialog.kinds[value] }))}
            value={kind}
            onChange={(value) => setKind(value as RunFileKind)}
          />
        )}
        <TextInput
          label={strings.newScenarioDialog.name}
          description={description}
          value={name}
          maxLength={100}
          data-autofocus
          onChange={(event) => setName(event.currentTarget.value)}
        />
      </DialogForm>
    </Modal>
  );
}

function beginning(asked: NewScenario | null, kind: RunFileKind): Omit<CreateScenarioInput, 'name'> {
  if (asked?.as === 'copy') return { like: asked.path };
  return asked?.as === 'recording' ? { text: asked.text } : { kind };
}

function wordsOf(asked: NewScenario | null, kind: RunFileKind): { title: string; description: string } {
  if (asked?.as === 'copy') {
    const path = visibleString(asked.path);
    const isTask = !/\.scenario\.ya?ml$/.test(asked.path);
    return {
      title: isTask ? strings.newScenarioDialog.duplicate : strings.newScenarioDialog.duplicateScenario,
      description: isTask ? strings.newScenarioDialog.copyBeside(path) : strings.newScenarioDialog.copyScenarios(path),
    };
  }
  if (asked?.as === 'recording') {
    return {
      title: strings.newScenarioDialog.saveRunScenario,
      description: strings.newScenarioDialog.savedInScenariosScenario,
    };
  }
  return {
    title: strings.newScenarioDialog.newScenario,
    description: strings.newScenarioDialog.descriptions[kind],
  };
}
