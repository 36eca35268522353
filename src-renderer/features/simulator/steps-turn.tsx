import { ActionIcon, Button, Select } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import type { ScenarioPath } from '#shared/domain/scenario-edit.ts';
import { recordOf } from '../../ui/json-value.ts';
import { argumentProblems } from './argument-problems.ts';
import styles from './scenario.module.css';
import type { TurnView } from './scenario-steps-view.ts';
import { type Json, JsonField, TextField, ToolField, useStepsForm } from './steps-fields.tsx';
import { useKeptKeys } from './use-kept-keys.ts';

const kinds = [
  { value: 'call', label: 'Model calls a tool' },
  { value: 'answer', label: 'Model answers' },
  { value: 'reply', label: 'Model replies with this text' },
] as const;
type Kind = (typeof kinds)[number]['value'];

const begins: Readonly<Record<Kind, Readonly<Record<string, Json>>>> = {
  call: { call: 'tool_search', args: { query: '' } },
  answer: { answer: 'Done.' },
  reply: { reply: '{"next_node": "tool_search", "args": {}}' },
};

/** One turn: what the user says, and the steps of the model in order. Alt ↑ and Alt ↓ move a step. */
export function StepsTurn({
  turn,
  number,
  hasTurns,
  onRemove,
}: {
  turn: TurnView;
  number: number;
  hasTurns: boolean;
  onRemove: (() => void) | null;
}) {
  const { act } = useStepsForm();
  const list = useRef<HTMLOListElement>(null);
  const { path, fields, script } = turn;
  const keys = useKeptKeys(script);
  const focusStep = (index: number) => {
    requestAnimationFrame(() =>
      list.current?.querySelectorAll('[data-step]')[index]?.querySelector<HTMLElement>('input, textarea')?.focus(),
    );
  };
  const move = (from: number, to: number) => {
    if (to < 0 || to >= script.length) return;
    act([{ act: 'move', path: [...path, 'script', from], to }]);
    focusStep(to);
  };
  const remove = (index: number) => {
    act([{ act: 'remove', path: [...path, 'script', index] }]);
    focusStep(Math.max(0, index - 1));
  };
  const add = (kind: Kind) => {
    act([{ act: 'insert', path: [...path, 'script', script.length], value: { ...begins[kind] } }]);
    focusStep(script.length);
  };
  const onKeyDown = (event: KeyboardEvent, index: number) => {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (!event.altKey || step === 0) return;
    event.preventDefault();
    event.stopPropagation();
    move(index, index + step);
  };
  return (
    <section className={styles.stepsPart} aria-label={`Turn ${number}`} data-testid="steps-turn">
      {hasTurns && (
        <PartHead title={`Turn ${number}`}>
          {onRemove && (
            <ActionIcon size={24} aria-label={`Remove turn ${number}`} onClick={onRemove}>
              <IconX size={14} />
            </ActionIcon>
          )}
        </PartHead>
      )}
      {hasTurns && <TurnBeginning path={path} fields={fields} />}
      <ol ref={list} className={`plain-list ${styles.stepsList}`}>
        {script.map((reply, index) => (
          <li key={keys[index]} data-step={index} onKeyDown={(event) => onKeyDown(event, index)}>
            <PartHead title={`Step ${index + 1}`}>
              <ActionIcon
                size={24}
                aria-label={`Move step ${index + 1} up`}
                title="Move it up (Alt ↑)"
                disabled={index === 0}
                onClick={() => move(index, index - 1)}
              >
                <IconArrowUp size={14} />
              </ActionIcon>
              <ActionIcon
                size={24}
                aria-label={`Move step ${index + 1} down`}
                title="Move it down (Alt ↓)"
                disabled={index === script.length - 1}
                onClick={() => move(index, index + 1)}
              >
                <IconArrowDown size={14} />
              </ActionIcon>
              <ActionIcon size={24} aria-label={`Remove step ${index + 1}`} onClick={() => remove(index)}>
                <IconX size={14} />
              </ActionIcon>
            </PartHead>
            <Reply reply={reply} path={[...path, 'script', index]} />
          </li>
        ))}
      </ol>
      <div className={styles.stepsActs}>
        <Button onClick={() => add('call')}>Add a call</Button>
        <Button onClick={() => add('answer')}>Add an answer</Button>
        <Button onClick={() => add('reply')}>Add a raw reply</Button>
      </div>
    </section>
  );
}

export function PartHead({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className={`${styles.stepsHead} row gap-8`}>
      <h4>{title}</h4>
      <span>{children}</span>
    </div>
  );
}

/** What a turn begins with: words of the user, a result for a paused tool, or a word on a call. */
function TurnBeginning({ path, fields }: Pick<TurnView, 'path' | 'fields'>) {
  const { act } = useStepsForm();
  const { query, resume, approve } = fields;
  if (typeof query === 'string') return <TextField label="User says" path={[...path, 'query']} value={query} />;
  if (resume !== undefined) return <JsonField label="The paused tool gets" path={[...path, 'resume']} value={resume} />;
  if (typeof approve === 'boolean') {
    return (
      <Select
        label="The call that waits is"
        data={[
          { value: 'true', label: 'approved' },
          { value: 'false', label: 'refused' },
        ]}
        value={String(approve)}
        onChange={(value) => act([{ act: 'set', path: [...path, 'approve'], value: value === 'true' }])}
      />
    );
  }
  return <InSourceOnly what="How this turn begins" />;
}

/** Says that a part has a form that only the source can show. */
export function InSourceOnly({ what }: { what: string }) {
  return <p className="dim">{what} is in the source only.</p>;
}

function Reply({ reply, path }: { reply: unknown; path: ScenarioPath }) {
  const { act, schemas } = useStepsForm();
  const fields = recordOf(reply);
  const kind = kinds.find(({ value }) => fields?.[value] !== undefined)?.value;
  if (!fields || kind === undefined) return <InSourceOnly what="This step" />;
  const when = recordOf(fields.when);
  const become = (next: Kind) =>
    act([{ act: 'set', path, value: { ...(when ? { when: when as Json } : {}), ...begins[next] } }]);
  const name = typeof fields.call === 'string' ? fields.call : '';
  const text = (field: 'contains' | 'lacks') => (typeof when?.[field] === 'string' ? when[field] : '');
  return (
    <div className={`${styles.stepsFields} stack`}>
      <Select
        aria-label="What the model does"
        data={[...kinds]}
        value={kind}
        onChange={(next) => next !== kind && become(kinds.find(({ value }) => value === next)?.value ?? kind)}
      />
      {kind === 'call' && (
        <>
          <ToolField label="Tool" path={[...path, 'call']} value={name} />
          <JsonField
            label="Arguments"
            path={[...path, 'args']}
            optional
            value={fields.args}
            problems={schemas.has(name) ? argumentProblems(schemas.get(name), fields.args ?? {}) : []}
          />
        </>
      )}
      {kind === 'answer' &&
        (typeof fields.answer === 'string' ? (
          <TextField label="Answer" path={[...path, 'answer']} value={fields.answer} />
        ) : (
          <JsonField label="Answer" path={[...path, 'answer']} value={fields.answer} />
        ))}
      {kind === 'reply' && (
        <TextField label="Text of the reply" path={[...path, 'reply']} value={String(fields.reply)} />
      )}
      {when ? (
        <>
          <TextField
            label="When the last message holds"
            path={[...path, 'when', 'contains']}
            optional={text('lacks') !== ''}
            value={text('contains')}
          />
          <TextField
            label="When the last message does not hold"
            path={[...path, 'when', 'lacks']}
            optional
            value={text('lacks')}
          />
          <Button onClick={() => act([{ act: 'remove', path: [...path, 'when'] }])}>Remove the condition</Button>
        </>
      ) : (
        <Button onClick={() => act([{ act: 'set', path: [...path, 'when'], value: { contains: '' } }])}>
          Add a condition
        </Button>
      )}
    </div>
  );
}
