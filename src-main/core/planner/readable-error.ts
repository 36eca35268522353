import type { RunView } from './run-view.ts';

/**
 * What a tool says of its failure, as the model may read it: names that the run may not use are taken out. Results are the
 * world's own words and stay as they are.
 */
export function readableError(message: string, { gate }: RunView): string {
  return gate.text(message);
}
