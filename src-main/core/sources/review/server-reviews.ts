import { resolve } from 'node:path';
import { canonicalJson } from '#shared/canonical-json.ts';
import type { CallOptions } from '#shared/contract/from-contract.ts';
import type { DiscoveredConfig } from '#shared/domain/discovered-config.ts';
import { type Finding, finding } from '#shared/domain/finding.ts';
import { describeConnection } from '#shared/domain/mcp-connection.ts';
import type { ReviewedServer, ReviewOrigin, ServerReview } from '#shared/domain/server-review.ts';
import { freeSourceName, sourceNameOf } from '#shared/domain/source-name.ts';
import type { Machine } from '../../client-configs/client-definition.ts';
import { discoverConfigs, discoverServers } from '../../client-configs/discover-configs.ts';
import { type GivenServers, readGivenServers } from '../../client-configs/given-servers.ts';
import type { Files } from '../../files/files.ts';
import { wholePath } from '../../files/whole-path.ts';
import type { Values, VariableValues } from '../../secrets/variable-values.ts';
import type { Services } from '../../services.ts';
import type { WorkspaceSession } from '../../workspace/workspace-session.ts';
import type { ConsentStore } from '../consent-store.ts';
import { askedVariables, describeVariables, type ValuePlaces } from './describe-variables.ts';
import { type FileServer, fileServer, folderOfFile, projectOfFile, withIds } from './file-server.ts';
import { obstaclesOf } from './obstacles.ts';
import { type LiveSource, type SettledServer, settleNames } from './settle-names.ts';

export interface ServerReviewsOptions {
  readonly session: WorkspaceSession;
  readonly files: Files;
  readonly consents: ConsentStore;
  readonly values: VariableValues;
  /** The computer whose configurations are looked at; without it only given texts are. */
  readonly machine: Machine | undefined;
}

type DiscoveryService = Services['discovery'];

/** A review with the values that the configurations hold. It stays in the core. */
export interface ReadReview {
  readonly review: ServerReview;
  readonly servers: readonly SettledServer[];
  readonly places: ValuePlaces;
}

/** The servers that configurations on this computer name. Starts nothing, writes nothing. */
export class ServerReviews implements DiscoveryService {
  readonly #options: ServerReviewsOptions;

  constructor(options: ServerReviewsOptions) {
    this.#options = options;
  }

  /** The configurations of all clients; none without a computer to look at. Errors: `usage`, `cancelled`. */
  async discover(
    { project }: { project?: string | undefined },
    { signal }: CallOptions = {},
  ): Promise<readonly DiscoveredConfig[]> {
    const { machine, files, session } = this.#options;
    const folder = project === undefined ? (session.loaded()?.root ?? null) : wholePath(project);
    return machine ? discoverConfigs({ machine, files, project: folder, signal }) : [];
  }

  /** The servers of an origin and everything that the user decides on. Error: `cancelled`. */
  async review({ origin }: { origin: ReviewOrigin }, { signal }: CallOptions = {}): Promise<ServerReview> {
    return (await this.read(origin, signal)).review;
  }

  /** The same with the values that the configurations hold, read now. Error: `cancelled`. */
  async read(origin: ReviewOrigin, signal?: AbortSignal): Promise<ReadReview> {
    const { session, values } = this.#options;
    const loaded = session.loaded();
    const root = loaded?.root ?? null;
    const given = root === null ? {} : await values.given(root);
    const places = { given, env: values.env };
    const configs = await this.#configs(origin, signal);
    const found = withIds(
      configs.flatMap((config) =>
        config.config.servers.map((server) => fileServer(server, config, { ...this.#places(origin, server), root })),
      ),
    );
    const sources = loaded?.file.config.sources ?? [];
    const live = sources.flatMap(({ name, mcp }): LiveSource[] => (mcp ? [{ name, mcp }] : []));
    const settled = settleNames(found, {
      sources: live,
      values: { ...values.env, ...given },
      nameOf: ({ server }) => sourceNameOf(server.name),
    });
    const servers = await this.#describe(settled, { root, places, taken: new Set(sources.map(({ name }) => name)) });
    return {
      review: {
        servers,
        variables: describeVariables(settled, places),
        configs: configs.map(({ config: { servers: _, ...file } }) => file),
      },
      servers: settled,
      places,
    };
  }

  async #configs(origin: ReviewOrigin, signal: AbortSignal | undefined): Promise<readonly GivenServers[]> {
    const { machine, files } = this.#options;
    if (origin.kind === 'discovered')
      return machine ? discoverServers({ machine, files, project: this.#project(origin), signal }) : [];
    const given = await readGivenServers(origin.text, origin.name, machine && { machine, files });
    return given ? [given] : [];
  }

  #project(origin: Extract<ReviewOrigin, { kind: 'discovered' }>): string | null {
    return origin.project === undefined ? (this.#options.session.loaded()?.root ?? null) : resolve(origin.project);
  }

  /** Where the client would start the server, and the folder that it would have open. */
  #places(origin: ReviewOrigin, { scope, config_path }: FileServer['server']) {
    if (origin.kind === 'discovered') {
      const project = scope === 'project' ? this.#project(origin) : null;
      return { folder: project, project };
    }
    const home = this.#options.machine?.home ?? null;
    return { folder: folderOfFile(config_path, home), project: projectOfFile(config_path, home) };
  }

  async #describe(
    settled: readonly SettledServer[],
    { root, places, taken }: { root: string | null; places: ValuePlaces; taken: ReadonlySet<string> },
  ): Promise<ReviewedServer[]> {
    const { consents, files, machine } = this.#options;
    const consented =
      root === null
        ? []
        : await consents.granted(
            root,
            settled.map(({ connection }) => connection),
          );
    const obstacles = await Promise.all(
      settled.map(({ connection, server }) =>
        obstaclesOf(connection, server.findings, {
          files,
          root,
          values: { ...places.env, ...places.given },
          platform: machine?.platform ?? 'linux',
          path: server.config_path,
        }),
      ),
    );
    const names = new Set(taken);
    const first = new Map<string, FileServer>();
    return settled.map((one, i): ReviewedServer => {
      const { id, server, connection, same, held } = one;
      const source = same?.name ?? freeSourceName(server.name, names);
      names.add(source);
      const content = canonicalJson({ connection, held: sorted(held) });
      const earlier = first.get(content);
      if (!earlier) first.set(content, one);
      const isOneFile = earlier?.server.config_path === server.config_path;
      // Two entries of one file may be meant.
      const repeats = earlier && !isOneFile ? earlier.id : null;
      const twins = earlier && isOneFile && !earlier.server.disabled ? [repeated(server, earlier.server.name)] : [];
      const { client, scope, config_path, name, disabled } = server;
      return {
        ...{ id, client, scope, config_path, name, source, connection, disabled, repeats },
        same_as: same?.name ?? null,
        runs: describeConnection(connection),
        consented: consented[i] ?? false,
        variables: askedVariables(one, places),
        obstacles: obstacles[i] ?? [],
        findings: [...server.findings.filter(({ code }) => code !== 'set_variables'), ...twins],
      };
    });
  }
}

function repeated({ name, config_path }: FileServer['server'], first: string): Finding {
  return finding('server_repeated', {
    message: `Server "${name}" and server "${first}" of this file start the same. Each tool would be there twice.`,
    path: config_path,
    hint: 'Import only one of them, unless you mean both.',
  });
}

function sorted(values: Values): readonly (readonly [string, string | undefined])[] {
  return Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1));
}
