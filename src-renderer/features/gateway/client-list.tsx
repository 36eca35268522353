import type { GatewayStatus, UsageSessionView } from '#shared/domain/usage-view.ts';
import { formatCount, formatPlural, formatSaving } from '../../ui/format-number.ts';
import { exactTime, relativeTime } from '../../ui/relative-time.ts';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { useNow } from '../../ui/use-now.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import styles from './gateway.module.css';
import { gatewayPlaces } from './gateway-places.ts';
import { carried, clientWords } from './traffic.ts';

const transports = { stdio: 'stdio', http: 'HTTP' } as const;

/** Who is connected, those of late after them; and what the prompt of each carries. */
export function ClientList({
  sessions,
  without,
}: {
  sessions: readonly UsageSessionView[];
  without: GatewayStatus['without'] | null;
}) {
  const now = useNow();
  return (
    <ScrollRegion
      id={gatewayPlaces.clients}
      className="tall pad-8-12 scrolls"
      aria-label="Clients"
      data-testid="gateway-clients"
    >
      <h2 className="heading">Clients</h2>
      <ul className="spaced-list">
        {sessions.map((session) => (
          <li
            key={session.id}
            className={styles.client}
            data-testid="gateway-client"
            data-connected={session.connected}
          >
            <div className={styles.clientName}>
              <VisibleText as="span" className="wraps" text={clientWords(session)} lines={false} />
              <span className={session.connected ? styles.on : 'dim'}>
                <span aria-hidden>{session.connected ? '●' : '○'}</span> {session.connected ? 'connected' : 'gone'}
              </span>
            </div>
            <div className="dim">
              {transports[session.transport]} · {session.mode} mode ·{' '}
              <VisibleText
                text={session.persona === null ? 'no persona' : `persona ${session.persona}`}
                lines={false}
              />{' '}
              · {formatPlural(session.requests, 'request')}
            </div>
            <div className="dim">
              <span title={exactTime(session.started_at)}>since {relativeTime(session.started_at, now)}</span> ·{' '}
              <span title={exactTime(session.used_at)}>last used {relativeTime(session.used_at, now)}</span>
            </div>
            <Carried session={session} without={without} />
          </li>
        ))}
      </ul>
    </ScrollRegion>
  );
}

/** The definitions in a client's prompt, against those that it would have without Pegboard. */
function Carried({ session, without }: { session: UsageSessionView; without: GatewayStatus['without'] | null }) {
  const sizes = carried(session, without);
  if (!sizes) return <div className="dim">It has not asked for the list of tools.</div>;
  const bars = [
    { kind: 'now', title: 'its prompt', tokens: sizes.now, tools: session.list?.tools ?? 0 },
    { kind: 'without', title: 'without Pegboard', tokens: sizes.without, tools: without?.tools ?? 0 },
  ] as const;
  return (
    <div className={styles.bars} title="Definitions of tools in the prompt, in tokens by the estimate.">
      {bars.map(({ kind, title, tokens, tools }) => (
        <div key={kind} className="contents" data-bar={kind}>
          <span>{title}</span>
          <span className={styles.track} aria-hidden>
            <span className={styles.fill} data-kind={kind} style={{ width: `${(tokens / sizes.most) * 100}%` }} />
          </span>
          <span>
            <span className="mono">{formatCount(tokens)}</span> tokens
            <span className="dim">, {formatPlural(tools, 'tool')}</span>
            {kind === 'now' && <strong> {formatSaving(sizes.now, sizes.without)}</strong>}
          </span>
        </div>
      ))}
    </div>
  );
}
