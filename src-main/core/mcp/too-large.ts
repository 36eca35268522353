import { ProtocolError } from '@modelcontextprotocol/client';

/** Code of the error that takes the place of an answer that is too large. */
const tooLargeCode = -32_013;

/** What a request gets in place of an answer of more bytes than the limit. */
export function tooLargeAnswer(id: string | number) {
  return { jsonrpc: '2.0', id, error: { code: tooLargeCode, message: 'The answer is too large.' } } as const;
}

/** Whether a request failed because its answer was too large. */
export function isTooLarge(error: unknown): boolean {
  return error instanceof ProtocolError && error.code === tooLargeCode;
}

/** Bytes at each end of a message that are enough for its id. */
export const endBytes = 300;

const id = /"id"\s*:\s*(-?\d{1,15}|"[^"\\]{1,200}")/.source;
const version = /"jsonrpc"\s*:\s*"2\.0"/.source;
const atStart = new RegExp(`^\\s*\\{\\s*(?:${version}\\s*,\\s*)?${id}`);
const atEnd = new RegExp(`${id}\\s*(?:,\\s*${version}\\s*)?\\}\\s*$`);

/** The id of a message by its beginning and its end, where only fields of the message itself can stand; undefined when neither has it. */
export function idAtEnds(start: string, end: string): string | number | undefined {
  const found = atStart.exec(start)?.[1] ?? atEnd.exec(end)?.[1];
  return found === undefined ? undefined : (JSON.parse(found) as string | number);
}
