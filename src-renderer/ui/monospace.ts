/** The fonts of names, schemas, numbers and editors, the first one from the app itself. */
export const monospace =
  "'JetBrains Mono Variable', ui-monospace, 'SF Mono', 'Cascadia Mono', 'JetBrains Mono', Menlo, Consolas, monospace";
