import { ActionIcon, Button, Select } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import type { ScenarioPath } from '#shared/domain/scenario-edit.ts';
import { strings } from '../../strings/scenario.ts';
import { recordOf } from '../../ui/json-value.ts';
import { argumentProblems } from './argument-problems.ts';
import styles from './scenario.module.css';
import type { TurnView } from './scenario-steps-view.ts';
import { type Json, JsonField, TextField, ToolField, useStepsForm } from './steps-fields.tsx';
import { useKeptKeys } from './use-kept-keys.ts';

const kinds = [
  { value: 'call', label: strings.stepsTurn.modelCallsTool },
  { value: 'answer', label: strings.stepsTurn.modelAnswers },
  { value: 'reply', label: strings.stepsTurn.modelRepliesText },
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
    <section className={styles.stepsPart} aria-label={strings.stepsTurn.turn(number)} data-testid="steps-turn">
      {hasTurns && (
        <PartHead title={strings.stepsTurn.turn(number)}>
          {onRemove && (
            <ActionIcon size={24} aria-label={strings.stepsTurn.removeTurn(number)} onClick={onRemove}>
              <IconX size={14} />
            </ActionIcon>
          )}
        </PartHead>
      )}
      {hasTurns && <TurnBeginning path={path} fields={fields} />}
      <ol ref={list} className={`plain-list ${styles.stepsList}`}>
        {script.map((reply, index) => (
          <li key={keys[index]} data-step={index} onKeyDown={(event) => onKeyDown(event, index)}>
            <PartHead title={strings.stepsTurn.step(index + 1)}>
              <ActionIcon
                size={24}
                aria-label={strings.stepsTurn.moveStepUp(index + 1)}
                title={strings.stepsTurn.moveUpAlt}
                disabled={index === 0}
                onClick={() => move(index, index - 1)}
              >
                <IconArrowUp size={14} />
              </ActionIcon>
              <ActionIcon
                size={24}
                aria-label={strings.stepsTurn.moveStepDown(index + 1)}
                title={strings.stepsTurn.moveDownAlt}
                disabled={index === script.length - 1}
                onClick={() => move(index, index + 1)}
              >
                <IconArrowDown size={14} />
              </ActionIcon>
              <ActionIcon size={24} aria-label={strings.stepsTurn.removeStep(index + 1)} onClick={() => remove(index)}>
                <IconX size={14} />
              </ActionIcon>
            </PartHead>
            <Reply reply={reply} path={[...path, 'script', index]} />
          </li>
        ))}
      </ol>
      <div className={styles.stepsActs}>
        <Button onClick={() => add('call')}>{strings.stepsTurn.addCall}</Button>
        <Button onClick={() => add('answer')}>{strings.stepsTurn.addAnswer}</Button>
        <Button onClick={() => add('reply')}>{strings.stepsTurn.addRawReply}</Button>
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
  if (typeof query === 'string')
    return <TextField label={strings.stepsTurn.userSays} path={[...path, 'query']} value={query} />;
  if (resume !== undefined)
    return <JsonField label={strings.stepsTurn.pausedToolGets} path={[...path, 'resume']} value={resume} />;
  if (typeof approve === 'boolean') {
    return (
      <Select
        label={strings.stepsTurn.waitingCall}
        data={[
          { value: 'true', label: strings.stepsTurn.approved },
          { value: 'false', label: strings.stepsTurn.refused },
        ]}
        value={String(approve)}
        onChange={(value) => act([{ act: 'set', path: [...path, 'approve'], value: value === 'true' }])}
      />
    );
  }
  return <InSourceOnly what={strings.stepsTurn.howTurnBegins} />;
}

/** Says that a part has a form that only the source can show. */
export function InSourceOnly({ what }: { what: string }) {
  return <p className="dim">{strings.stepsTurn.canOnlyBeEdited(what)}</p>;
}

function Reply({ reply, path }: { reply: unknown; path: ScenarioPath }) {
  const { act, schemas } = useStepsForm();
  const fields = recordOf(reply);
  const kind = kinds.find(({ value }) => fields?.[value] !== undefined)?.value;
  if (!fields || kind === undefined) return <InSourceOnly what={strings.stepsTurn.thisStep} />;
  const when = recordOf(fields.when);
  const become = (next: Kind) =>
    act([{ act: 'set', path, value: { ...(when ? { when: when as Json } : {}), ...begins[next] } }]);
  const name = typeof fields.call === 'string' ? fields.call : '';
  const text = (field: 'contains' | 'lacks') => (typeof when?.[field] === 'string' ? when[field] : '');
  return (
    <div className={`${styles.stepsFields} stack`}>
      <Select
        aria-label={strings.stepsTurn.whatModelDoes}
        data={[...kinds]}
        value={kind}
        onChange={(next) => next !== kind && become(kinds.find(({ value }) => value === next)?.value ?? kind)}
      />
      {kind === 'call' && (
        <>
          <ToolField label={strings.stepsTurn.tool} path={[...path, 'call']} value={name} />
          <JsonField
            label={strings.stepsTurn.arguments}
            path={[...path, 'args']}
            optional
            value={fields.args}
            problems={schemas.has(name) ? argumentProblems(schemas.get(name), fields.args ?? {}) : []}
          />
        </>
      )}
      {kind === 'answer' &&
        (typeof fields.answer === 'string' ? (
          <TextField label={strings.stepsTurn.answer} path={[...path, 'answer']} value={fields.answer} />
        ) : (
          <JsonField label={strings.stepsTurn.answer} path={[...path, 'answer']} value={fields.answer} />
        ))}
      {kind === 'reply' && (
        <TextField label={strings.stepsTurn.textReply} path={[...path, 'reply']} value={String(fields.reply)} />
      )}
      {when ? (
        <>
          <TextField
            label={strings.stepsTurn.ifLastMessageContains}
            path={[...path, 'when', 'contains']}
            optional={text('lacks') !== ''}
            value={text('contains')}
          />
          <TextField
            label={strings.stepsTurn.ifLastMessage}
            path={[...path, 'when', 'lacks']}
            optional
            value={text('lacks')}
          />
          <Button onClick={() => act([{ act: 'remove', path: [...path, 'when'] }])}>
            {strings.stepsTurn.removeCondition}
          </Button>
        </>
      ) : (
        <Button onClick={() => act([{ act: 'set', path: [...path, 'when'], value: { contains: '' } }])}>
          {strings.stepsTurn.addCondition}
        </Button>
      )}
    </div>
  );
}
