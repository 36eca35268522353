import { resolve } from 'node:path';
import { nodeFiles } from '#core/files/node-files.ts';
import { type PluginValidation, validatePlugins } from '#core/plugins/validate-plugin.ts';
import { pathFrom } from '#core/skills/read/read-skills-at.ts';
import { counted } from '#shared/counted.ts';
import type { Finding } from '#shared/domain/finding.ts';
import { pluginForms } from '#shared/domain/plugin-forms.ts';
import type { CommandContext, CommandResult } from '../command-context.ts';
import { describeFinding } from '../describe-finding.ts';
import { plainText } from '../plain-text.ts';
import { toSarif } from '../sarif.ts';

export interface ValidatePluginsOptions {
  readonly failOn: 'error' | 'warning';
}

/** `pegboard plugins validate <path>`: exit code 1 when it finds an error, with `--fail-on warning` also a warning. */
export async function validatePluginsAt(
  { io, reporter, sarif }: CommandContext,
  path: string,
  { failOn }: ValidatePluginsOptions,
): CommandResult {
  const { plugins, findings: full } = await validatePlugins(resolve(io.cwd, path), nodeFiles, io.signal);
  const findings = full.map((one) => (one.path === undefined ? one : { ...one, path: pathFrom(io.cwd, one.path) }));
  if (sarif) io.stdout.write(await toSarif(findings, io.cwd));
  else {
    const flat = findings.map(({ range, ...one }) => ({
      ...one,
      line: range?.start.line,
      column: range?.start.column,
    }));
    const shown = plugins.map((plugin) => ({ ...plugin, root: pathFrom(io.cwd, plugin.root) }));
    reporter.result('plugins-validate/1', { plugins: shown, findings: flat }, () =>
      [
        ...findings.map((one) => describeFinding(one, reporter.paint.bind(reporter))),
        ...plugins.map((plugin) => plainText(describe(plugin))),
        summaryOf(findings),
      ].join('\n'),
    );
  }
  const fails = ({ severity }: Finding) => severity === 'error' || (failOn === 'warning' && severity === 'warning');
  return findings.some(fails) ? 1 : 0;
}

function describe({ name, form, skills, servers }: PluginValidation['plugins'][number]): string {
  const what = `${counted(skills.length, 'skill')} and ${counted(servers.length, 'server')}`;
  return name === null ? `${pluginForms[form]}: no client loads it` : `${name} (${pluginForms[form]}): ${what}`;
}

function summaryOf(findings: readonly Finding[]): string {
  const count = (severity: Finding['severity']) => findings.filter((one) => one.severity === severity).length;
  return `${counted(count('error'), 'error')}, ${counted(count('warning'), 'warning')}.`;
}
