import { Button, Loader, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { DiscoveredConfig } from '#shared/domain/discovered-config.ts';
import { clientTitles } from '#shared/domain/discovered-config.ts';
import { useClient } from '../../platform/client.ts';
import { useWorkspace } from '../../platform/workspace-query.ts';
import { useAddSource } from '../../state/add-source-store.ts';
import { strings } from '../../strings/sources.ts';
import { CommandLine } from '../../ui/command-line.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { FindingList } from '../../ui/finding-list.tsx';
import { HostileText } from '../../ui/hostile-text.tsx';
import { PathText } from '../../ui/path-text.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { openReview } from '../server-review/review-acts.ts';
import styles from './add-source.module.css';

/** The configurations of other programs on this computer. Each leads to the sheet of its servers, as do all of them. */
export function FoundConfigs() {
  const client = useClient();
  const path = useWorkspace()?.path;
  const found = useQuery({
    queryKey: ['discovery', path],
    queryFn: ({ signal }) => client.discovery.discover({}, { signal }),
    gcTime: 0,
  });
  if (found.error) return <ErrorNotice error={found.error} />;
  if (!found.data) {
    return (
      <Text c="dimmed">
        <Loader size={14} aria-hidden /> {strings.foundConfigs.loadingConfigurations}
      </Text>
    );
  }
  return found.data.length === 0 ? <NothingFound /> : <Configs configs={found.data} />;
}

function Configs({ configs }: { configs: readonly DiscoveredConfig[] }) {
  const client = useClient();
  const workspace = useWorkspace()?.path ?? '';
  const close = useAddSource((state) => state.close);
  const [only = null] = configs.length === 1 ? configs : [];
  const total = configs.reduce((sum, { servers }) => sum + servers.length, 0);
  const review = (onlyConfig: string | null, title: string) => {
    close();
    void openReview(client, { workspace, subjects: [{ title, origin: { kind: 'discovered' }, onlyConfig }] });
  };
  return (
    <>
      <ScrollRegion className={styles.list} aria-label={strings.foundConfigs.configurations} data-testid="discovered">
        {configs.map(({ client: id, scope, path, servers, findings }) => (
          <section key={path} className="narrow" aria-label={`${clientTitles[id]}, ${path}`}>
            <header className={`${styles.configHead} row narrow`}>
              <h3 className={styles.configTitle}>{clientTitles[id]}</h3>
              <span className="dim">{scope}</span>
              <PathText path={path} />
              {servers.length > 0 && configs.length > 1 && (
                <Button
                  flex="none"
                  aria-label={strings.foundConfigs.reviewServers2(servers.length, clientTitles[id], path)}
                  onClick={() => review(path, clientTitles[id])}
                >
                  {strings.foundConfigs.reviewServers(servers.length)}
                </Button>
              )}
            </header>
            {findings.length > 0 && <FindingList findings={findings} label={strings.foundConfigs.problemsIn(path)} />}
            {servers.length === 0 && findings.length === 0 && <Text c="dimmed">{strings.foundConfigs.noServers}</Text>}
            {servers.length > 0 && (
              <HostileText as="div" className="dim" text={servers.map(({ name }) => name).join(', ')} limit={600} />
            )}
          </section>
        ))}
      </ScrollRegion>
      <div className={`${styles.foot} button-row`}>
        <Text c="dimmed" flex={1}>
          {strings.foundConfigs.nothingHasStartedYou}
        </Text>
        <Button onClick={close}>{strings.foundConfigs.cancel}</Button>
        <Button
          variant="filled"
          disabled={total === 0}
          onClick={() => review(null, only ? clientTitles[only.client] : strings.foundConfigs.computer)}
          data-autofocus
        >
          {configs.length > 1
            ? strings.foundConfigs.reviewAllServers(total)
            : strings.foundConfigs.reviewServers(total)}
        </Button>
      </div>
    </>
  );
}

function NothingFound() {
  const goTo = useAddSource((state) => state.goTo);
  return (
    <>
      <Text>{strings.foundConfigs.noProgram(Object.values(clientTitles).join(', '))}</Text>
      <div className={`${styles.foot} button-row`}>
        <CommandLine command="pegboard import --discover" />
        <Button variant="filled" onClick={() => goTo('command')}>
          {strings.foundConfigs.typeCommand}
        </Button>
      </div>
    </>
  );
}
