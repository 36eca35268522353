import { assertNever } from '#shared/assert-never.ts';
import type { EmbedderConfig } from '#shared/domain/embedder-config.ts';
import type { ModelStatus } from '#shared/domain/model-status.ts';
import type { PegboardError } from '#shared/errors.ts';

/** What a model is called: where it is, as the configuration writes it. */
export function modelName({ kind, path = '', model = '', url = '' }: EmbedderConfig): string {
  switch (kind) {
    case 'local':
      return 'the word vectors that come with Pegboard';
    case 'folder':
    case 'onnx':
      return `the model in ${path}`;
    case 'endpoint':
      return `${model} at ${url}`;
    default:
      return assertNever(kind);
  }
}

const standIn = 'The word vectors that come with Pegboard compared the meanings.';

/** A status with its sentence. */
export function statusOf(status: Omit<ModelStatus, 'message'>, error?: PegboardError): ModelStatus {
  return { ...status, message: messageOf(status, error) };
}

function messageOf({ model, state, vectors }: Omit<ModelStatus, 'message'>, error: PegboardError | undefined): string {
  switch (state) {
    case 'answered':
      return `${capitalised(model)} compared the meanings.`;
    case 'preparing':
      return `${vectors?.done ?? 0} of ${vectors?.total ?? 0} tools have a vector of ${model}. ${standIn}`;
    case 'late':
      return `${capitalised(model)} has not answered yet. ${standIn} Search again, and the model may be ready.`;
    case 'unusable':
      return `${capitalised(model)} cannot tell the tools of this catalog apart. ${standIn}`;
    case 'no_consent':
    case 'failed':
      return `${error?.message ?? ''} ${standIn}`.trim();
    default:
      return assertNever(state);
  }
}

function capitalised(text: string): string {
  return text.replace(/^the /, 'The ');
}
