interface Callable {
  readonly aliases: readonly string[];
}

/**
 * The tool of a name, else the one that has it as an alias (R1.23). Only the given tools are looked at, so that the alias of
 * a tool that may not be used is as unknown as its name.
 */
export function findTool<Tool extends Callable>(tools: ReadonlyMap<string, Tool>, name: string): Tool | undefined {
  const tool = tools.get(name);
  if (tool) return tool;
  for (const other of tools.values()) if (other.aliases.includes(name)) return other;
  return undefined;
}
