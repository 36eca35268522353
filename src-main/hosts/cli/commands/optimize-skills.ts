import type { Services } from '#core/services.ts';
import type { SkillsReport } from '#shared/domain/optimize-skills.ts';
import { PegboardError } from '#shared/errors.ts';
import { type CommandContext, type CommandResult, withWorkspace } from '../command-context.ts';
import { excerpt, type Reporter, table } from '../reporter.ts';
import { undoHint } from './optimize-undo.ts';

export interface OptimizeSkillsOptions {
  /** Seconds. */
  readonly since?: number;
  readonly persona?: string;
  /** Tokens. */
  readonly contextWindow?: number;
  readonly check?: boolean;
  readonly apply?: boolean;
  readonly only?: readonly string[];
}

/** `pegboard optimize skills`: shorter descriptions where hosts have no room, and skills that no session loaded. */
export async function optimizeSkills(context: CommandContext, options: OptimizeSkillsOptions): CommandResult {
  return withWorkspace(context, async (services) => {
    const report = await reportOf(context, services, options);
    const { verdict, cuts, unused } = report;
    const missing = options.only?.find((name) => ![...cuts, ...unused].some(({ skill }) => skill === name));
    if (missing !== undefined) {
      throw new PegboardError('invalid_input', `Nothing is proposed for "${missing}".`, {
        hint: 'pegboard optimize skills lists the skills that it would change.',
      });
    }
    const written = options.apply === true && verdict === 'better';
    const { changes, base, files } = report;
    if (written) await services.optimize.apply('Skills from use', { config: { changes: [...changes], base }, files });
    context.reporter.result('optimize-skills/1', { ...report, written }, () =>
      describeSkills(report, written, context.reporter),
    );
    return options.check && verdict === 'better' && !written ? 1 : 0;
  });
}

async function reportOf(
  { io: { signal } }: CommandContext,
  services: Services,
  { since, persona, contextWindow, only }: OptimizeSkillsOptions,
): Promise<SkillsReport> {
  // Logs that the user agreed to: what was written since the last read.
  for await (const _ of services.use.read({}, { signal }));
  const input = {
    ...(since === undefined ? {} : { since: Date.now() - since * 1000 }),
    ...(persona === undefined ? {} : { persona }),
    ...(contextWindow === undefined ? {} : { context_window: contextWindow }),
    ...(only === undefined ? {} : { only: [...only] }),
  };
  return services.optimize.skills(input, { signal });
}

function describeSkills(report: SkillsReport, written: boolean, reporter: Reporter): string {
  const { reason, skills, sessions, loads, hosts, cuts, unused, spared, cost, verdict } = report;
  const whole = (value: number | null) => (value === null ? '–' : value.toLocaleString('en-US'));
  const lines = [
    reporter.paint('bold', reason),
    `${whole(skills)} skills; ${whole(sessions)} sessions loaded a skill, ${whole(loads)} times in all.`,
    table(
      [
        ['host', 'room', 'wanted', 'whole now', 'whole then'],
        ...hosts.before.map((host, i) => [
          host.host,
          `${whole(host.budget)} ${host.unit ?? ''}`,
          whole(host.wanted),
          `${host.whole} of ${host.skills}`,
          `${hosts.after[i]?.whole ?? 0} of ${hosts.after[i]?.skills ?? 0}`,
        ]),
      ],
      [false, true, true, true, true],
    ),
    cuts.length === 0
      ? ''
      : table(
          [
            ['shorten', 'file', 'characters', 'ends with'],
            ...cuts.map(({ skill, pack, file, from, to, after }) => [
              ...[skill, `${pack}/${file}`, `${whole(from)} → ${whole(to)}`],
              excerpt(after.slice(-60), 60),
            ]),
          ],
          [false, false, true, false],
        ),
    unused.length === 0
      ? ''
      : table(
          [
            ['leave out', 'pack', 'sessions without it', 'share at most', 'characters'],
            ...unused.map((one) => [
              ...[one.skill, one.pack, whole(one.sessions)],
              ...[`${(one.at_most * 100).toFixed(1)} %`, whole(one.characters)],
            ]),
          ],
          [false, false, true, true, true],
        ),
    spared.length === 0 ? '' : `Not cut, since a search needs its last words: ${spared.join(', ')}.`,
    cost === null
      ? ''
      : `Of ${cost.queries} searches for skills, ${cost.better} rank their skill higher and ${cost.worse} lower.`,
    written
      ? `Written. ${undoHint}`
      : verdict === 'better'
        ? 'Write it with --apply, or a part of it with --apply --only <names>.'
        : '',
  ];
  return lines.filter((part) => part !== '').join('\n\n');
}
