import type { GatewayStatus, UsageSessionView } from '#shared/domain/usage-view.ts';
import { formatCount } from '../../strings/count.ts';
import { strings } from '../../strings/gateway.ts';
import { fill } from '../../ui/fill.tsx';
import { formatSaving } from '../../ui/format-number.ts';
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
      aria-label={strings.clientList.clients}
      data-testid="gateway-clients"
    >
      <h2 className="heading">{strings.clientList.clients}</h2>
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
                <span aria-hidden>{session.connected ? '●' : '○'}</span>{' '}
                {session.connected ? strings.clientList.connected : strings.clientList.disconnected}
              </span>
            </div>
            <div className="dim">
              {fill(strings.clientList.mode, {
                value: transports[session.transport],
                mode: session.mode,
                value2: (
                  <VisibleText
                    text={
                      session.persona === null
                        ? strings.clientList.noPersona
                        : strings.clientList.persona(session.persona)
                    }
                    lines={false}
                  />
                ),
                requests: strings.clientList.requests(session.requests),
              })}
            </div>
            <div className="dim">
              <span title={exactTime(session.started_at)}>
                {strings.clientList.since(relativeTime(session.started_at, now))}
              </span>{' '}
              ·{' '}
              <span title={exactTime(session.used_at)}>
                {strings.clientList.lastUsed(relativeTime(session.used_at, now))}
              </span>
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
  if (!sizes) return <div className="dim">{strings.clientList.itHasNotRequested}</div>;
  const bars = [
    { kind: 'now', title: strings.clientList.toolDefinitions, tokens: sizes.now, tools: session.list?.tools ?? 0 },
    { kind: 'without', title: strings.clientList.withoutPegboard, tokens: sizes.without, tools: without?.tools ?? 0 },
  ] as const;
  return (
    <div className={styles.bars} title={strings.clientList.toolDefinitionsInPrompt}>
      {bars.map(({ kind, title, tokens, tools }) => (
        <div key={kind} className="contents" data-bar={kind}>
          <span>{title}</span>
          <span className={styles.track} aria-hidden>
            <span className={styles.fill} data-kind={kind} style={{ width: `${(tokens / sizes.most) * 100}%` }} />
          </span>
          <span>
            {fill(strings.clientList.tokens, {
              tokens: <span className="mono">{formatCount(tokens)}</span>,
              tools: <span className="dim">, {strings.clientList.tools(tools)}</span>,
            })}
            {kind === 'now' && <strong> {formatSaving(sizes.now, sizes.without)}</strong>}
          </span>
        </div>
      ))}
    </div>
  );
}
