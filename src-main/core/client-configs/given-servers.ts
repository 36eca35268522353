import type { DiscoveredConfig, DiscoveredServer } from '#shared/domain/discovered-config.ts';
import { isHideable } from '../secrets/masker.ts';
import { namesSecret } from '../secrets/secret-names.ts';
import type { ReadConfig, ReadContext } from './client-definition.ts';
import { type EnvFileOptions, readWithEnvFiles } from './env-file.ts';
import { recogniseConfig } from './recognise-config.ts';

/** A variable as a configuration describes it. */
export interface VariableDescription {
  readonly description: string | null;
  /** Whether its value must be hidden: the configuration says so, or its name or value looks so. */
  readonly secret: boolean;
}

/** A configuration with the values that it has for its own references. The values stay in memory. */
export interface GivenServers {
  /** Free of values: what a client of Pegboard may see. */
  readonly config: DiscoveredConfig;
  /** Values by variable, of one server of `config`. */
  valuesOf(server: DiscoveredServer): Readonly<Record<string, string>>;
  describe(variable: string): VariableDescription;
}

/**
 * The servers of a text that the user handed over, with its values; null when the text is not a configuration. With `where`, and
 * for an absolute path, the files of variables that it names are read too.
 */
export async function readGivenServers(
  text: string,
  path: string,
  where?: Omit<EnvFileOptions, 'context'>,
): Promise<GivenServers | null> {
  const read = (context: ReadContext) => recogniseConfig(text, path, context);
  const found = await readWithEnvFiles(
    read,
    { path, scope: 'user', project: null, platform: where?.machine.platform },
    where,
  );
  return found && givenServers({ client: found.definition.client, scope: 'user', path }, found);
}

/** The servers of a file, with their values separate. */
export function givenServers(
  place: Pick<DiscoveredConfig, 'client' | 'scope' | 'path'>,
  { servers, findings, values, notes }: ReadConfig,
): GivenServers {
  return {
    config: { ...place, servers, findings },
    valuesOf: (server) => values.get(server) ?? {},
    describe: (variable) => {
      const note = notes.get(variable);
      const held = [...values.values()].flatMap((all) => (Object.hasOwn(all, variable) ? [all[variable] ?? ''] : []));
      const looksSecret = namesSecret(variable) || held.some((value) => isHideable(variable, value));
      return { description: note?.description ?? null, secret: note?.secret ?? looksSecret };
    },
  };
}
