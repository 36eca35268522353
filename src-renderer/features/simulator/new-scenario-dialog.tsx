import { Modal, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { CreateScenarioInput } from '#shared/contract/scenarios.ts';
import type { PegboardError } from '#shared/errors.ts';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { visibleString } from '../../ui/hidden-characters.ts';
import { toPegboardError } from '../../ui/pegboard-error.ts';
import type { NewScenario } from './simulator-store.ts';

/** Asks what a new scenario is called. */
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
  const [error, setError] = useState<PegboardError | null>(null);
  useEffect(() => {
    if (asked) setName(asked.as === 'example' ? '' : `${asked.name} ${asked.as === 'copy' ? 'copy' : 'recorded'}`);
    setError(null);
  }, [asked]);
  const { title, description } = wordsOf(asked);
  const onSubmit = async () => {
    try {
      await onCreate({ name: name.trim(), ...beginning(asked) });
      onClose();
    } catch (thrown) {
      setError(toPegboardError(thrown));
    }
  };
  return (
    <Modal opened={asked !== null} onClose={onClose} title={title}>
      <DialogForm submit="Create" isReady={name.trim() !== ''} error={error} onSubmit={onSubmit} onCancel={onClose}>
        <TextInput
          label="Name"
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

function beginning(asked: NewScenario | null): Omit<CreateScenarioInput, 'name'> {
  if (asked?.as === 'copy') return { like: asked.path };
  return asked?.as === 'recording' ? { text: asked.text } : {};
}

function wordsOf(asked: NewScenario | null): { title: string; description: string } {
  if (asked?.as === 'copy') {
    return { title: 'Duplicate the scenario', description: `A copy of ${visibleString(asked.path)}, in scenarios/.` };
  }
  if (asked?.as === 'recording') {
    return {
      title: 'Save the run as a scenario',
      description:
        'In scenarios/. It holds what the model and the real tools said, and plays without them: read it before you commit it.',
    };
  }
  return {
    title: 'New scenario',
    description: 'A file in scenarios/ with one question and one answer. You can run it as it is.',
  };
}
