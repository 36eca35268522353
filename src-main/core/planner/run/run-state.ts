import type { EventPayload, EventType, PlannerEvent } from '#shared/domain/event.ts';
import type { ToolContext } from '#shared/domain/tool-policy.ts';
import type { Action, FinishReason, Resumption, RunUpdate, Trace, TraceStep } from '#shared/domain/trace.ts';
import type { ModelMessage } from '../models/model-client.ts';
import type { AppendedTools } from '../prompt-cache/step-messages.ts';

/** One run while it goes, and while it is paused. Owned by that run: nothing here is shared (R5.16). */
export class RunState {
  readonly id: string;
  readonly query: string;
  /** Without the system prompt, which each step renders again. */
  readonly messages: ModelMessage[];
  /** Run-scoped activations; they outlive a pause (R5.17). */
  activated: readonly string[] = [];
  /** Tools that were visible when the run began: they stay in the list of the prompt, also with a stable prefix. */
  carried: ReadonlySet<string> | null = null;
  /** Tools after messages, with a stable prefix. */
  appended: readonly AppendedTools[] = [];
  context: ToolContext;
  /** The call that waits for somebody to agree; null where the run waits for a result, or does not wait. */
  pending: Action | null = null;
  readonly #resumptions: Resumption[] = [];
  readonly #stepsBefore: number;
  readonly #steps: TraceStep[] = [];
  readonly #events: PlannerEvent[] = [];
  readonly #now: () => number;
  #onUpdate: (update: RunUpdate) => void = () => {};

  constructor(input: {
    id: string;
    query: string;
    context: ToolContext;
    history: readonly ModelMessage[];
    said: readonly ModelMessage[];
    now: () => number;
  }) {
    this.id = input.id;
    this.query = input.query;
    this.context = input.context;
    this.messages = [...input.history, { role: 'user', content: input.query }, ...input.said];
    this.#stepsBefore = input.said.filter(({ role }) => role === 'assistant').length;
    this.#now = input.now;
  }

  get steps(): readonly TraceStep[] {
    return this.#steps;
  }

  get events(): PlannerEvent[] {
    return [...this.#events];
  }

  /** Replies so far, those of a run that was cut included. */
  get stepCount(): number {
    return this.#stepsBefore + this.#steps.length;
  }

  /** The listener of updates: of the call that started the run, then of the call that resumed it. */
  tell(onUpdate: ((update: RunUpdate) => void) | undefined): void {
    this.#onUpdate = onUpdate ?? (() => {});
  }

  readonly emit = <Type extends EventType>(type: Type, payload: EventPayload<Type>): void => {
    const event = { event_type: type, ts: this.#now(), payload } as unknown as PlannerEvent;
    this.#events.push(event);
    this.#onUpdate({ type: 'event', event });
  };

  addStep(step: TraceStep): void {
    this.#steps.push(step);
    this.#onUpdate({ type: 'step', step });
  }

  addResumption(resumption: Resumption): void {
    this.#resumptions.push(resumption);
    this.#onUpdate({ type: 'resumed', resumption });
  }

  /** A snapshot of the run. */
  trace(reason: FinishReason, end: Partial<Pick<Trace, 'answer' | 'resume_token' | 'problem'>> = {}): Trace {
    return {
      schema: 'pegboard.trace/1',
      run_id: this.id,
      query: this.query,
      tool_context: this.context,
      steps: [...this.#steps],
      ...(this.#resumptions.length === 0 ? {} : { resumptions: [...this.#resumptions] }),
      events: this.events,
      reason,
      answer: end.answer ?? null,
      resume_token: end.resume_token ?? null,
      problem: end.problem ?? null,
    };
  }
}
