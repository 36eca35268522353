import type { Services } from '#core/services.ts';
import type { ServicesOptions } from '#core/services-options.ts';
import { skillGetInputSchema, skillListInputSchema, skillSearchInputSchema } from '#shared/domain/skill-tools.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { type TestTool, testServices, write } from './workspace.ts';

export interface SkillWorkspace {
  /** YAML under `skills:`, without `enabled`; each line is indented by two. */
  readonly skills?: string;
  /** The rest of `pegboard.yaml`. */
  readonly yaml?: string;
  readonly tools?: readonly TestTool[];
  /** Files of the workspace. */
  readonly files?: Readonly<Record<string, string>>;
}

/** A folder with a workspace that has skills on. */
export function skillWorkspaceFolder({ skills = '', yaml = '', tools = [], files = {} }: SkillWorkspace): string {
  const root = temporaryFolder();
  for (const [path, text] of Object.entries(files)) write(root, path, text);
  write(root, 'sources/test.jsonl', tools.map((tool) => JSON.stringify(tool)).join('\n'));
  const sources = tools.length > 0 ? 'sources:\n  - {name: test, path: sources/test.jsonl, format: tools_jsonl}\n' : '';
  write(root, 'pegboard.yaml', `skills:\n  enabled: true\n${skills}\n${yaml}\n${sources}`);
  return root;
}

/** Services with such a workspace open. */
export async function skillServices(
  workspace: SkillWorkspace,
  options: Partial<ServicesOptions> = {},
): Promise<Services & { root: string }> {
  const services = await testServices(options);
  const root = skillWorkspaceFolder(workspace);
  await services.workspace.open({ path: root });
  return { ...services, root };
}

/** The three tools as a persona calls them, with defaults for what a test does not say. */
export function skillTools(services: Services, persona?: string) {
  const caller = { persona };
  return {
    search: (input: object, explain = false) =>
      services.skills.search({ input: skillSearchInputSchema.parse(input), caller, explain }),
    get: (input: object) => services.skills.get({ input: skillGetInputSchema.parse(input), caller }),
    getExplained: (input: object) => services.skills.getExplained({ input: skillGetInputSchema.parse(input), caller }),
    list: (input: object = {}) => services.skills.list({ input: skillListInputSchema.parse(input), caller }),
    relevant: (task: string, explain = false) => services.skills.relevant({ task, caller, explain }),
    directory: () => services.skills.directory({ caller }),
  };
}
