/** Index of the chosen result: the one of that name, else the first; −1 without results. */
export function selectedIndexOf(tools: readonly { name: string }[], name: string | null): number {
  if (tools.length === 0) return -1;
  const index = tools.findIndex((tool) => tool.name === name);
  return index < 0 ? 0 : index;
}
