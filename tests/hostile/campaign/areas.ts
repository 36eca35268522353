import { kills } from '../kills/kills.ts';
import { loopback } from '../loopback/loopback.ts';
import { apiDocuments } from '../readers/api-documents.ts';
import { auditedLists } from '../readers/audited-lists.ts';
import { clientConfigs } from '../readers/client-configs.ts';
import { evals, keptReports } from '../readers/evals.ts';
import { experiments } from '../readers/experiments.ts';
import { largeFiles } from '../readers/large-files.ts';
import { lockFile } from '../readers/locks.ts';
import { oddFiles } from '../readers/odd-files.ts';
import { plugins } from '../readers/plugins.ts';
import { readerArea } from '../readers/reader.ts';
import { histories, scenarios, traces } from '../readers/scenarios.ts';
import { schemas } from '../readers/schemas.ts';
import { serverDescriptions } from '../readers/server-descriptions.ts';
import { skillFolders } from '../readers/skill-folders.ts';
import { packs, skills } from '../readers/skills.ts';
import { storedSources, toolLists } from '../readers/tool-lists.ts';
import { useLogs } from '../readers/use-logs.ts';
import { userFiles } from '../readers/user-files.ts';
import { guidanceFiles, overlays, workspaceFile } from '../readers/workspace-files.ts';
import { calls } from '../rpc/calls.ts';
import { httpServers, stdioServers } from '../servers/servers.ts';
import type { Area } from './area.ts';

const readers = [
  largeFiles,
  auditedLists,
  schemas,
  toolLists,
  storedSources,
  apiDocuments,
  workspaceFile,
  lockFile,
  overlays,
  guidanceFiles,
  skills,
  packs,
  evals,
  keptReports,
  scenarios,
  traces,
  histories,
  experiments,
  clientConfigs,
  plugins,
  serverDescriptions,
  userFiles,
  useLogs,
];

/** Every part of the campaign, the longest first. */
export const areas: readonly Area[] = [
  stdioServers,
  loopback,
  httpServers,
  kills,
  calls,
  oddFiles,
  skillFolders,
  ...readers.map(readerArea),
];

export function areaNamed(name: string): Area {
  const area = areas.find((one) => one.name === name);
  if (!area) throw new Error(`There is no area ${name}.`);
  return area;
}
