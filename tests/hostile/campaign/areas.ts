import { kills } from '../kills/kills.ts';
import { calls } from '../rpc/calls.ts';
import { clientConfigs } from '../readers/client-configs.ts';
import { evals, keptReports } from '../readers/evals.ts';
import { readerArea } from '../readers/reader.ts';
import { histories, scenarios, traces } from '../readers/scenarios.ts';
import { packs, skills } from '../readers/skills.ts';
import { storedSources, toolLists } from '../readers/tool-lists.ts';
import { userFiles } from '../readers/user-files.ts';
import { guidanceFiles, overlays, workspaceFile } from '../readers/workspace-files.ts';
import { httpServers, stdioServers } from '../servers/servers.ts';
import type { Area } from './area.ts';

const readers = [
  toolLists,
  storedSources,
  workspaceFile,
  overlays,
  guidanceFiles,
  skills,
  packs,
  evals,
  keptReports,
  scenarios,
  traces,
  histories,
  clientConfigs,
  userFiles,
];

/** Every part of the campaign, the longest first. */
export const areas: readonly Area[] = [stdioServers, httpServers, kills, calls, ...readers.map(readerArea)];

export function areaNamed(name: string): Area {
  const area = areas.find((one) => one.name === name);
  if (!area) throw new Error(`There is no area ${name}.`);
  return area;
}
