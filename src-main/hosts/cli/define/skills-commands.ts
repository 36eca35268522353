import { InvalidArgumentError, Option } from 'commander';
import { searchTypeSchema } from '#shared/domain/search-request.ts';
import { scopeModeSchema, skillFormatSchema, skillOriginSchema, taskTypeSchema } from '#shared/domain/skill.ts';
import { type SkillMdProfile, skillMdProfileSchema } from '#shared/domain/skill-validation.ts';
import { type AddCommand, numberFrom, type Run } from './options.ts';

/** Adds the commands under `pegboard skills`. */
export function addSkillsCommands(command: AddCommand, run: Run): void {
  command(
    'validate [path]',
    'check skill files, packs and SKILL.md folders; without a path the packs of the workspace',
    ['human', 'json', 'sarif'],
  )
    .option(
      '--profile <name>',
      `also check by the rules of one program: ${skillMdProfileSchema.options.join(', ')}; may be repeated`,
      profiles,
    )
    .addOption(
      new Option('--fail-on <severity>', 'exit 1 on findings of this severity or higher')
        .choices(['error', 'warning'])
        .default('error'),
    )
    .action((path: string | undefined, options) =>
      run(async (context) => (await import('../commands/skills-validate.ts')).validate(context, path, options)),
    );
  command('convert <path>', 'write skills in another format, with a report of what does not map')
    .addOption(new Option('--to <format>', 'format to write').choices(skillFormatSchema.options).makeOptionMandatory())
    .requiredOption('--out <folder>', 'folder to write to')
    .option('--yes', 'agree to replace files with other content')
    .action((path: string, options) =>
      run(async (context) => (await import('../commands/skills-convert.ts')).convert(context, path, options)),
    );
  command(
    'export <path>',
    'write one pack to a folder of a repository: shows the plan, asks before it replaces what people changed',
  )
    .addOption(new Option('--to <format>', 'format to write').choices(skillFormatSchema.options).default('skill-md'))
    .requiredOption('--out <folder>', 'folder to write to')
    .option('--dry-run', 'show the plan and write nothing')
    .option(
      '--branch <name>',
      'commit to a branch of the git repository around the folder: the current one, or a new one that is checked out',
    )
    .option('--yes', 'agree to replace files that people changed')
    .action((path: string, options) =>
      run(async (context) => (await import('../commands/skills-export.ts')).exportSkills(context, path, options)),
    );
  command('list', 'skill_list, as the model would see it: names with their triggers, page by page')
    .option('--page <n>', 'page, from 1', numberFrom(1), 1)
    .option('--page-size <n>', 'skills on a page, 1 to 100', numberFrom(1, 100), 20)
    .addOption(new Option('--task-type <type>', 'only skills of this type').choices(taskTypeSchema.options))
    .addOption(new Option('--origin <origin>', 'only skills of this origin').choices(skillOriginSchema.options))
    .addOption(new Option('--scope <mode>', 'only skills of this scope').choices(scopeModeSchema.options))
    .option('--persona <name>', 'list as this persona')
    .action((options) =>
      run(async (context) => (await import('../commands/skills-list.ts')).listSkills(context, options)),
    );
  command('search <query>', 'skill_search, as the model would see it')
    .addOption(new Option('--type <type>', 'how to search').choices(searchTypeSchema.options).default('fts'))
    .option('--limit <count>', 'largest number of results, 1 to 20', numberFrom(1, 20), 8)
    .addOption(new Option('--task-type <type>', 'only skills of this type').choices(taskTypeSchema.options))
    .option('--persona <name>', 'search as this persona')
    .option('--explain', 'show how every score is computed')
    .action((query: string, options) =>
      run(async (context) => (await import('../commands/skills-search.ts')).searchSkills(context, query, options)),
    );
  command('relevant <task>', 'show the block of skills that a run with this task would start with, and why')
    .option('--persona <name>', 'as this persona')
    .option('--explain', 'show which skills were chosen, by which scores, and what the budget cut')
    .action((task: string, options) =>
      run(async (context) => (await import('../commands/skills-relevant.ts')).relevantSkills(context, task, options)),
    );
  command('get <name...>', 'skill_get: skills by name, within a budget')
    .option('--max-tokens <n>', 'budget of the text in tokens (estimate), 200 to 6000', numberFrom(200, 6000), 1500)
    .option('--raw', 'without the tags of a prompt block')
    .option('--persona <name>', 'get as this persona')
    .action((names: string[], options) =>
      run(async (context) => (await import('../commands/skills-get.ts')).getSkills(context, names, options)),
    );
}

function profiles(value: string, before: readonly SkillMdProfile[] = []): SkillMdProfile[] {
  const profile = skillMdProfileSchema.safeParse(value);
  if (!profile.success) throw new InvalidArgumentError(`It is one of ${skillMdProfileSchema.options.join(', ')}.`);
  return [...before, profile.data];
}
