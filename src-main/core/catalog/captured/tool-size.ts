/** Tools that one list may have: as many as a live server may list. */
export const maximumTools = 20_000;
/** Tools that a workspace reads from all of its sources: with them a search stays under 1 GB of memory. */
export const maximumWorkspaceTools = 50_000;
/** Deepest tool that is read: real ones have about ten levels. */
const maximumDepth = 100;
/** Named properties of all the objects in one schema. Providers refuse far fewer. */
const maximumProperties = 10_000;
/** Values in one tool, those of enums and examples too. */
const maximumValues = 200_000;

/** Why a tool is too large to be read, or null. Looks at no more of it than the limits allow. */
export function sizeProblem(tool: unknown): string | null {
  const open: { value: unknown; depth: number; isProperties: boolean }[] = [
    { value: tool, depth: 0, isProperties: false },
  ];
  let values = 0;
  let properties = 0;
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, depth, isProperties } = next;
    if (typeof value !== 'object' || value === null) continue;
    if (depth >= maximumDepth) return `is nested more than ${maximumDepth} levels deep`;
    const keys = Object.keys(value);
    values += keys.length;
    if (isProperties) properties += keys.length;
    if (properties > maximumProperties) return `has more than ${maximumProperties.toLocaleString('en-US')} properties`;
    if (values > maximumValues) return `holds more than ${maximumValues.toLocaleString('en-US')} values`;
    for (const key of keys)
      open.push({
        value: Reflect.get(value, key),
        depth: depth + 1,
        isProperties: !isProperties && !Array.isArray(value) && key === 'properties',
      });
  }
  return null;
}
