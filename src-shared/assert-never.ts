/** Ends a `switch` over a union: a value here means that a case was added and this switch was not. */
export function assertNever(value: never): never {
  throw new Error(`Unexpected value: ${JSON.stringify(value)}`);
}
