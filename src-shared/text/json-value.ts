/** A value as JSON has it. */
export type JsonValue = null | boolean | number | string | JsonValue[] | { [key: string]: JsonValue };
export type JsonMap = Readonly<Record<string, JsonValue>>;
