/** Programs that fetch a package and then run it, whatever their arguments are. */
const runners = new Set(['npx', 'npx-cli.js', 'pnpx', 'bunx', 'uvx']);
/** Programs that do so with one of these first words. */
const subcommands: Readonly<Record<string, readonly string[]>> = {
  npm: ['exec', 'x'],
  pnpm: ['dlx'],
  yarn: ['dlx'],
  bun: ['x'],
  deno: ['run'],
  uv: ['run', 'tool'],
  pipx: ['run'],
  docker: ['run'],
  podman: ['run'],
};

/** Whether a command may have to download its server before it starts it: `npx -y …`, `uvx …`, `cmd /c npx …`, `docker run …`. */
export function isPackageRunner(command: string, args: readonly string[]): boolean {
  const program = programName(command);
  if (program === 'cmd') {
    const words = args.filter((arg) => !arg.startsWith('/')).flatMap((arg) => arg.trim().split(/\s+/));
    const [inner = '', ...rest] = words;
    return inner !== '' && programName(inner) !== 'cmd' && isPackageRunner(inner, rest);
  }
  if (runners.has(program)) return true;
  const word = args.find((arg) => !arg.startsWith('-')) ?? '';
  return (Object.hasOwn(subcommands, program) ? subcommands[program] : undefined)?.includes(word) ?? false;
}

function programName(command: string): string {
  const base = command.split(/[\\/]/).pop() ?? command;
  return base.toLowerCase().replace(/\.(?:cmd|exe|bat|ps1)$/, '');
}
