import type { NameGate } from '../../catalog/name-gate.ts';

/** How deep a value is read; captured schemas have a hundred levels at most. */
export const maximumDepth = 200;

/** A JSON value with its texts gated; a list loses the texts that hold such a name, an object the keys. */
export function gateValue(value: unknown, gate: NameGate, depth = 0): unknown {
  if (typeof value === 'string') return gate.text(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth > maximumDepth) return null;
  if (Array.isArray(value)) {
    return value
      .filter((item) => typeof item !== 'string' || !gate.mentions(item))
      .map((item) => gateValue(item, gate, depth + 1));
  }
  const entries = Object.entries(value).filter(([key]) => !gate.mentions(key));
  return Object.fromEntries(entries.map(([key, member]) => [key, gateValue(member, gate, depth + 1)]));
}

/** Whether a text or a key of a JSON value holds one of the names. */
export function mentionsName(value: unknown, gate: NameGate, depth = 0): boolean {
  if (typeof value === 'string') return gate.mentions(value);
  if (typeof value !== 'object' || value === null) return false;
  if (depth > maximumDepth) return true;
  return Object.entries(value).some(([key, member]) => gate.mentions(key) || mentionsName(member, gate, depth + 1));
}
