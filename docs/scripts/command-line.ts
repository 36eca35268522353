import type { Argument, Command, Option } from 'commander';
import { buildProgram } from '../../src-main/hosts/cli/program.ts';

const nobody = { write: () => {}, isTty: false };
const io = {
  stdout: nobody,
  stderr: nobody,
  cwd: '',
  env: {},
  userDataDir: '',
  builtDir: '',
  signal: new AbortController().signal,
};

/** Every command of the program: what it does, its arguments and its options. */
export function commandLine(): string {
  const program = buildProgram(io, [], async () => {});
  return leaves(program, [])
    .map(([command, names]) => section(command, names))
    .join('\n\n');
}

/** The commands that can be run, groups left out, each with its names from the top. */
function leaves(command: Command, above: readonly string[]): readonly (readonly [Command, readonly string[]])[] {
  const names = [...above, command.name()];
  if (command.commands.length === 0) return [[command, names]];
  return command.commands.flatMap((inner) => leaves(inner, names));
}

function section(command: Command, names: readonly string[]): string {
  const usage = [...names, ...command.registeredArguments.map(shape)].join(' ');
  // Every command has --workspace; --format is worth a line where it can write more than the usual two.
  const own = command.options.filter((option) => option.long !== '--workspace' && !isUsualFormat(option));
  const title = `## ${names.join(' ')}\n\n${plain(command.description())}.\n\n\`${usage}\``;
  if (own.length === 0) return title;
  return [title, '', '| Option | Meaning |', '|---|---|', ...own.map(row)].join('\n');
}

function shape(argument: Argument): string {
  const name = `${argument.name()}${argument.variadic ? '…' : ''}`;
  return argument.required ? `<${name}>` : `[${name}]`;
}

function isUsualFormat({ long, argChoices }: Option): boolean {
  return long === '--format' && argChoices?.join() === 'human,json';
}

function row({ flags, description, argChoices, defaultValue, defaultValueDescription }: Option): string {
  const choices = argChoices ? ` One of ${argChoices.map((choice) => `\`${choice}\``).join(', ')}.` : '';
  // Some descriptions say it in their own words.
  const isShown = ['string', 'number'].includes(typeof defaultValue) && !description.includes('(default:');
  const standard = isShown ? ` Default: \`${defaultValueDescription ?? String(defaultValue)}\`.` : '';
  return `| \`${flags.replaceAll('|', '\\|')}\` | ${plain(description)}.${choices}${standard} |`;
}

/** A description as a sentence of a page: what looks like HTML or a cell is neither. */
function plain(text: string): string {
  const sentence = `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
  return sentence.replaceAll('|', '\\|').replaceAll('<', '&lt;');
}
