import { type Command, InvalidArgumentError, Option } from 'commander';
import { skillFormatSchema } from '#shared/domain/skill.ts';
import { type SkillMdProfile, skillMdProfileSchema } from '#shared/domain/skill-profile.ts';
import type { CommandContext, CommandResult } from './command-context.ts';

type Run = (work: (context: CommandContext) => CommandResult) => Promise<void>;
type AddCommand = (usage: string, description: string, formats?: readonly string[]) => Command;

/** Adds the commands under `pegboard skills`. */
export function addSkillsCommands(command: AddCommand, run: Run): void {
  command('validate <path>', 'check skill files, packs and SKILL.md folders', ['human', 'json', 'sarif'])
    .option(
      '--profile <name>',
      `also check as one program does: ${skillMdProfileSchema.options.join(', ')}; may be repeated`,
      profiles,
    )
    .addOption(
      new Option('--fail-on <severity>', 'exit 1 from this severity on').choices(['error', 'warning']).default('error'),
    )
    .action((path: string, options) =>
      run(async (context) => (await import('./commands/skills-validate.ts')).validate(context, path, options)),
    );
  command('convert <path>', 'write skills in another format, with a report of what does not map')
    .addOption(new Option('--to <format>', 'format to write').choices(skillFormatSchema.options).makeOptionMandatory())
    .requiredOption('--out <folder>', 'folder to write to')
    .option('--yes', 'agree to replace files that say something else')
    .action((path: string, options) =>
      run(async (context) => (await import('./commands/skills-convert.ts')).convert(context, path, options)),
    );
}

function profiles(value: string, before: readonly SkillMdProfile[] = []): SkillMdProfile[] {
  const profile = skillMdProfileSchema.safeParse(value);
  if (!profile.success) throw new InvalidArgumentError(`It is one of ${skillMdProfileSchema.options.join(', ')}.`);
  return [...before, profile.data];
}
