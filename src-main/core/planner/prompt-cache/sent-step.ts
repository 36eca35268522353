import type { CatalogTool } from '#shared/domain/tool.ts';
import type { PromptInput } from '../../prompt/render-prompt.ts';
import type { ModelMessage } from '../models/model-client.ts';

/** What a step was made of, before it is laid out as a request. */
export interface SentStep {
  /** The run; a run that goes on after a pause is the same. */
  readonly run: string;
  /** The system prompt, all but its tools. */
  readonly input: Omit<PromptInput, 'tools'>;
  /** Tools that are in every prompt of the run: those that are always loaded, and what was activated before it. */
  readonly always: readonly CatalogTool[];
  /** Tools that were activated in the run, in their order. */
  readonly activated: readonly CatalogTool[];
  /** Every deferred tool that the run may activate, those above too. */
  readonly deferred: readonly CatalogTool[];
  /** Without the system prompt, and without tools appended to them. */
  readonly messages: readonly ModelMessage[];
}

/** A part of a request, in the order it is sent. */
export interface RequestPart {
  /** What it is, for people. */
  readonly place: string;
  readonly text: string;
}
