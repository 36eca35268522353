import type { Finding } from '#shared/domain/finding.ts';
import { PegboardError } from '#shared/errors.ts';
import { type CapturedTool, isDeeperThan, maximumDepth } from '../catalog/captured-tools.ts';

/**
 * The tools that a server listed, without those that are nested too deep to be read, and a finding for each of these. Error:
 * `server_protocol` when none is left.
 */
export function shallowTools(
  listed: readonly CapturedTool[],
  source: string,
): { readonly tools: readonly CapturedTool[]; readonly findings: readonly Finding[] } {
  const deep = listed.filter((tool) => isDeeperThan(tool, maximumDepth));
  if (deep.length === 0) return { tools: listed, findings: [] };
  const findings = deep.map(
    (tool): Finding => ({
      code: 'tool_too_deep',
      severity: 'warning',
      message: `The tool "${tool.name}" of ${source} was left out: its definition is nested more than ${maximumDepth} levels deep.`,
      hint: 'Report it to the authors of the server.',
    }),
  );
  if (deep.length < listed.length) return { tools: listed.filter((tool) => !deep.includes(tool)), findings };
  throw new PegboardError(
    'server_protocol',
    `Every tool of ${source} is nested more than ${maximumDepth} levels deep; none was imported.`,
    { hint: 'Report it to the authors of the server.', data: { tools: deep.slice(0, 100).map(({ name }) => name) } },
  );
}
