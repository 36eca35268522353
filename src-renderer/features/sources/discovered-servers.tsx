import { Button, Loader, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { clientIdSchema, type DiscoveredConfig, type DiscoveredServer } from '#shared/domain/discovered-config.ts';
import type { SourceSummary } from '#shared/domain/live-source.ts';
import { describeConnection } from '#shared/domain/mcp-connection.ts';
import { useClient } from '../../platform/client.ts';
import { toPegboardError } from '../../platform/pegboard-error.ts';
import { useSourceList } from '../../platform/source-watch.ts';
import { useWorkspace } from '../../platform/workspace-query.ts';
import { CommandLine } from '../../ui/command-line.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { FindingList } from '../../ui/finding-list.tsx';
import { formatPlural } from '../../ui/format-number.ts';
import { HostileText } from '../../ui/hostile-text.tsx';
import { PathText } from '../../ui/path-text.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import styles from './add-source.module.css';
import { draftStarted, useAddSource } from './add-source-store.ts';
import { addedSource, clientTitles, connectionOf, freeSourceName } from './discovered-source.ts';
import { ExportHint } from './job-panel.tsx';
import { startJob } from './source-jobs.ts';
import { jobKey, showSource } from './sources-view.ts';

/** The programs that discovery looks for. */
const searchedClients = clientIdSchema.options.filter((id) => id !== 'generic').map((id) => clientTitles[id]);

/** The servers that other programs know, or those of a given configuration. None is started by being listed. */
export function DiscoveredServers() {
  const client = useClient();
  const workspace = useWorkspace();
  const given = useAddSource((state) => state.config);
  const found = useQuery({
    queryKey: ['discovery', workspace?.path],
    queryFn: ({ signal }) => client.discovery.discover({}, { signal }),
    enabled: given === null,
    gcTime: 0,
  });
  const configs = given === null ? found.data : [given];
  if (configs) return <Servers configs={configs} />;
  if (found.error) return <ErrorNotice error={toPegboardError(found.error)} />;
  return (
    <Text c="dimmed">
      <Loader size={14} aria-hidden /> Reading the configurations…
    </Text>
  );
}

function Servers({ configs }: { configs: readonly DiscoveredConfig[] }) {
  const client = useClient();
  const workspace = useWorkspace();
  const sources = useSourceList();
  const close = useAddSource((state) => state.close);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const servers = configs.flatMap((config) => config.servers);
  const picked = servers.filter((server) => chosen.has(keyOf(server)));

  const add = () => {
    if (!workspace) return;
    const taken = new Set(sources.map(({ name }) => name));
    const ids = picked.map(({ name: wanted, transport }) => {
      const name = freeSourceName(wanted, taken);
      taken.add(name);
      return startJob(client, { workspace: workspace.path, source: name, connection: connectionOf(transport) });
    });
    draftStarted();
    if (ids[0] !== undefined) showSource(workspace.path, jobKey(ids[0]));
  };
  if (configs.length === 0) return <NothingFound />;
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard has to reach it */}
      <section className={styles.list} tabIndex={0} aria-label="Servers" data-testid="discovered">
        {configs.map((config) => (
          <Config
            key={config.path}
            config={config}
            sources={sources}
            chosen={chosen}
            onToggle={(key) => setChosen(toggled(chosen, key))}
          />
        ))}
      </section>
      <div className={styles.foot}>
        <Text c="dimmed" flex={1}>
          Nothing was started. Before anything is, you see what would run.
        </Text>
        <Button onClick={close}>Cancel</Button>
        <Button variant="filled" disabled={picked.length === 0} onClick={add}>
          {picked.length === 0 ? 'Add servers…' : `Add ${formatPlural(picked.length, 'server')}…`}
        </Button>
      </div>
    </>
  );
}

function NothingFound() {
  const goTo = useAddSource((state) => state.goTo);
  return (
    <>
      <Text>No program on this computer knows an MCP server. Looked for: {searchedClients.join(', ')}.</Text>
      <div className={styles.foot}>
        <CommandLine command="pegboard import --discover" />
        <Button variant="filled" onClick={() => goTo('command')}>
          Type a command
        </Button>
      </div>
    </>
  );
}

function toggled(chosen: ReadonlySet<string>, key: string): ReadonlySet<string> {
  return new Set(chosen.has(key) ? [...chosen].filter((one) => one !== key) : [...chosen, key]);
}

const keyOf = ({ config_path, name }: DiscoveredServer): string => `${config_path}\0${name}`;

function Config({
  config: { client, scope, path, servers, findings },
  sources,
  chosen,
  onToggle,
}: {
  config: DiscoveredConfig;
  sources: readonly SourceSummary[];
  chosen: ReadonlySet<string>;
  onToggle(key: string): void;
}) {
  return (
    <section className={styles.config} aria-label={`${clientTitles[client]}, ${path}`}>
      <header className={styles.configHead}>
        <h3 className={styles.configTitle}>{clientTitles[client]}</h3>
        <span className="dim">{scope}</span>
        <PathText path={path} />
      </header>
      {findings.length > 0 && <FindingList findings={findings} label={`Problems of ${path}`} />}
      {servers.length === 0 && findings.length === 0 && <Text c="dimmed">It names no server.</Text>}
      <ul className={styles.servers}>
        {servers.map((server) => (
          <Server
            key={server.name}
            server={server}
            added={addedSource(server, sources)}
            isChosen={chosen.has(keyOf(server))}
            onToggle={() => onToggle(keyOf(server))}
          />
        ))}
      </ul>
    </section>
  );
}

function Server({
  server,
  added,
  isChosen,
  onToggle,
}: {
  server: DiscoveredServer;
  added: SourceSummary | undefined;
  isChosen: boolean;
  onToggle(): void;
}) {
  const { name, transport, status, disabled, variables, findings } = server;
  // Which variables to set stands below as commands.
  const told = findings.filter(({ code, severity }) => code !== 'set_variables' && severity !== 'info');
  return (
    <li className={styles.server} data-testid="discovered-server" data-server={name}>
      <input type="checkbox" checked={isChosen} onChange={onToggle} aria-label={`Add ${name}`} />
      <div>
        <div className={styles.serverHead}>
          <strong className="mono">
            <VisibleText text={name} lines={false} />
          </strong>
          <span className="dim">
            {transport.type} · {status}
            {disabled && ' · turned off in that program'}
          </span>
          {added && (
            <span>
              ✓ added as <VisibleText text={added.name} lines={false} />
            </span>
          )}
        </div>
        <div className={`${styles.command} mono`}>
          <HostileText text={describeConnection(connectionOf(transport))} limit={1000} />
        </div>
        {variables.length > 0 && (
          <div className={styles.variables}>
            <span className="dim">Needs, where Pegboard runs:</span>
            {variables.map((variable) => (
              <ExportHint key={variable} name={variable} />
            ))}
          </div>
        )}
        {told.length > 0 && <FindingList findings={told} label={`About ${name}`} />}
      </div>
    </li>
  );
}
