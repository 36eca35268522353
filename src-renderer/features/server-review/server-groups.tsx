import { Text } from '@mantine/core';
import { clientTitles } from '#shared/domain/discovered-config.ts';
import type { Finding } from '#shared/domain/finding.ts';
import { connectionKind, describeGiven } from '#shared/domain/mcp-connection.ts';
import { strings } from '../../strings/server-review.ts';
import { fill } from '../../ui/fill.tsx';
import { FindingList } from '../../ui/finding-list.tsx';
import { HostileText } from '../../ui/hostile-text.tsx';
import { PathText } from '../../ui/path-text.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { type ReviewPart, readinessOf, type SheetServer } from './review-servers.ts';
import { type Review, tick } from './review-store.ts';
import styles from './server-review.module.css';

/** The servers, under the configuration that names them where there are several. */
export function ServerGroups({ review }: { review: Review }) {
  const groups = groupsOf(review);
  return (
    <ScrollRegion
      className={`scrolling-rest ${styles.scroller}`}
      aria-label={strings.serverGroups.servers}
      data-autofocus
      data-testid="review-servers"
    >
      {groups.map(({ key, title, scope, path, findings, servers }) => (
        <section key={key} aria-label={title}>
          {groups.length > 1 && (
            <header className={styles.groupHead}>
              <VisibleText as="h4" className="keeps note strong flush" text={title} lines={false} />
              {scope !== null && <span className="dim">{scope}</span>}
              {path !== null && <PathText path={path} />}
            </header>
          )}
          {findings.length > 0 && <FindingList findings={findings} label={strings.serverGroups.problemsIn(title)} />}
          {servers.length === 0 && findings.length === 0 && <Text c="dimmed">{strings.serverGroups.noServers}</Text>}
          <ul className="plain-list">
            {servers.map((server) => (
              <ServerRow key={server.key} review={review} server={server} />
            ))}
          </ul>
        </section>
      ))}
    </ScrollRegion>
  );
}

interface Group {
  readonly key: string;
  readonly title: string;
  /** Null for a text that the user handed over: no program owns it. */
  readonly scope: string | null;
  readonly path: string | null;
  readonly findings: readonly Finding[];
  readonly servers: readonly SheetServer[];
}

function groupsOf({ parts, servers }: Review): Group[] {
  return parts.flatMap((part): Group[] => {
    const own = servers.filter((server) => server.part === part.key);
    if (part.origin.kind === 'text') {
      const findings = part.review.configs.flatMap((config) => config.findings);
      return [{ key: part.key, title: part.title, scope: null, path: null, findings, servers: own }];
    }
    return configsOf(part).map(({ client, scope, path, findings }) => ({
      key: `${part.key}/${path}`,
      title: clientTitles[client],
      scope,
      path,
      findings,
      servers: own.filter(({ config_path }) => config_path === path),
    }));
  });
}

function configsOf({ onlyConfig, review }: ReviewPart) {
  return review.configs.filter(({ path }) => onlyConfig === null || path === onlyConfig);
}

function ServerRow({ review, server }: { review: Review; server: SheetServer }) {
  const { key, name, source, disabled, same_as: sameAs, repeats, obstacles, findings } = server;
  const isTicked = review.ticked.has(key);
  const { can_run: canRun, missing } = readinessOf(server, review);
  const first = review.servers.find((other) => other.part === server.part && other.id === repeats);
  const notes = findings.filter(({ severity }) => severity !== 'info');
  return (
    <li
      className={styles.row}
      data-testid="review-server"
      data-server={name}
      data-ready={isTicked && canRun}
      data-off={!isTicked || undefined}
    >
      <label className={`${styles.rowHead} wraps flex`}>
        <input
          type="checkbox"
          className={styles.tick}
          checked={isTicked}
          onChange={(event) => tick(review.id, key, event.currentTarget.checked)}
          aria-label={strings.serverGroups.start(name)}
        />
        <VisibleText as="strong" className="mono" text={name} lines={false} />
      </label>
      <div className={styles.rowBody}>
        <Runs server={server} />
        <div className={styles.facts}>
          {sameAs !== null && (
            <span>
              {fill(strings.serverGroups.alreadyAdded, { sameAs: <VisibleText text={sameAs} lines={false} /> })}
            </span>
          )}
          {first && (
            <span>
              {fill(strings.serverGroups.sameAs, {
                first: <VisibleText text={first.name} lines={false} />,
                value: clientTitles[first.client],
              })}
            </span>
          )}
          {disabled && <span>{strings.serverGroups.disabledInItsConfiguration}</span>}
          {source !== name && sameAs === null && (
            <span className="dim">
              {fill(strings.serverGroups.itsSourceNamed, { source: <VisibleText text={source} lines={false} /> })}
            </span>
          )}
        </div>
        {obstacles.map((obstacle) => (
          <Note key={`${obstacle.code} ${obstacle.message}`} finding={obstacle} blocks />
        ))}
        {isTicked && missing.length > 0 && (
          <div className="note breaks is-warning" data-testid="review-lacks">
            {strings.serverGroups.cannotStartWithout(missing.length, missing.join(', '))}
          </div>
        )}
        {notes.map((note) => (
          <Note key={`${note.code} ${note.message}`} finding={note} />
        ))}
      </div>
    </li>
  );
}

/** The command or address, whole, with what else belongs to the consent: its folder, and what it gets. */
function Runs({ server: { runs, connection } }: { server: SheetServer }) {
  const known = connectionKind(connection);
  const given = describeGiven(connection);
  return (
    <>
      <HostileText as="div" className={`${styles.command} breaks mono`} text={runs} limit={1000} />
      {(given.length > 0 || (known.kind === 'stdio' && known.cwd !== undefined)) && (
        <div className={styles.facts}>
          {known.kind === 'stdio' && known.cwd !== undefined && (
            <span className="dim">
              {fill(strings.serverGroups.folder, {
                cwd: <VisibleText as="span" className="mono" text={known.cwd} lines={false} />,
              })}
            </span>
          )}
          {given.length > 0 && (
            <span className="dim">
              {fill(known.kind === 'stdio' ? strings.serverGroups.receives : strings.serverGroups.sends, {
                values: <HostileText as="span" className="mono" text={given.join(', ')} limit={500} />,
              })}
            </span>
          )}
        </div>
      )}
    </>
  );
}

/** What keeps a server from running, or what of its entry is not carried over. */
function Note({ finding: { message, hint }, blocks = false }: { finding: Finding; blocks?: boolean }) {
  return (
    <div
      className={blocks ? 'note breaks is-error' : 'note breaks is-warning'}
      data-testid={blocks ? 'review-obstacle' : 'review-note'}
    >
      {blocks ? '✕' : '▲'} <HostileText text={message} limit={500} />
      {hint !== undefined && (
        <span className="dim">
          {' '}
          <VisibleText text={hint} />
        </span>
      )}
    </div>
  );
}
