import { Button } from '@mantine/core';
import { IconGridDots } from '@tabler/icons-react';
import type { UsageSessionView } from '#shared/domain/usage-view.ts';
import type { WorkspaceSummary } from '#shared/domain/workspace-summary.ts';
import { useClient } from '../../platform/client.ts';
import { usePromptTotals } from '../../platform/prompt-sizes.ts';
import { useWorkspaceActions } from '../../platform/use-workspace-actions.ts';
import { useWorkspace } from '../../platform/workspace-query.ts';
import { useAddSource } from '../../state/add-source-store.ts';
import { useNavigation } from '../../state/navigation-store.ts';
import { showSource, sourceKey } from '../../state/sources-view.ts';
import { strings } from '../../strings/home.ts';
import { EmptyPage } from '../../ui/empty-page.tsx';
import { fill } from '../../ui/fill.tsx';
import { exactTime, relativeTime } from '../../ui/relative-time.ts';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { useNow } from '../../ui/use-now.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import { discoveryFixOf, runFix } from '../discovery-fixes/discovery-fix.ts';
import { showConnect } from '../gateway/gateway-model.ts';
import { clientWords } from '../gateway/traffic.ts';
import { OfferButton, type ProjectOffer, useProjectOffers } from '../server-review/project-offer.tsx';
import { openReview } from '../server-review/review-acts.ts';
import { openToolReview } from '../sources/tool-review-model.ts';
import { CarriedPanel } from './carried-panel.tsx';
import styles from './home.module.css';
import { type NextStep, nextSteps, type StepAction } from './next-steps.ts';
import { useCarried, useChanges, useHomeFacts } from './use-home.ts';

/** What the agent carries, what to do next, who is connected and what changed: the first screen. */
export function HomePage() {
  const workspace = useWorkspace();
  if (!workspace) return null;
  return workspace.tools === 0 && workspace.config.sources.length === 0 ? (
    <NoTools />
  ) : (
    <Overview workspace={workspace} />
  );
}

/** A workspace without a source. */
function NoTools() {
  const offers = useProjectOffers();
  const addSource = useAddSource((state) => state.open);
  const { openDemo } = useWorkspaceActions();
  return (
    <EmptyPage
      icon={<IconGridDots size={28} />}
      title={strings.homePage.seeWhatYourAgents}
      level={1}
      actions={
        <>
          {offers.map((offer) => (
            <OfferButton key={offer.path} offer={offer} />
          ))}
          <Button {...(offers.length === 0 && { variant: 'filled' })} onClick={() => addSource()}>
            {strings.homePage.toUseMyMcpServers}
          </Button>
          <Button loading={openDemo.isPending} onClick={() => openDemo.mutate()}>
            {strings.homePage.tryDemo}
          </Button>
        </>
      }
    >
      {strings.homePage.everyToolDefinition}
    </EmptyPage>
  );
}

function Overview({ workspace }: { workspace: WorkspaceSummary }) {
  const carried = useCarried(workspace);
  const { facts, offers, sessions } = useHomeFacts(workspace, usePromptTotals());
  const changes = useChanges(workspace);
  return (
    <ScrollRegion className="tall scrolls" aria-label={strings.homePage.home} data-testid="home">
      <div className={styles.page}>
        <h1 className="visually-hidden">{strings.homePage.home}</h1>
        <CarriedPanel workspace={workspace} carried={carried} />
        <Next steps={nextSteps(facts)} offers={offers} workspace={workspace} />
        <div className={styles.pair}>
          <Agents sessions={sessions} />
          <Since changes={changes} />
        </div>
        <p className="dim">
          {fill(strings.homePage.pegboardWritesYourChanges, {
            path: <VisibleText as="span" className="mono" text={workspace.path} lines={false} />,
          })}
        </p>
      </div>
    </ScrollRegion>
  );
}

function Next({
  steps,
  offers,
  workspace,
}: {
  steps: readonly NextStep[];
  offers: readonly ProjectOffer[];
  workspace: WorkspaceSummary;
}) {
  const client = useClient();
  const run = (action: StepAction) => {
    const { goTo, openDialog } = useNavigation.getState();
    switch (action.kind) {
      case 'show-source':
        return showSource(workspace.path, sourceKey(action.source));
      case 'go':
        return goTo(action.screen);
      case 'problems':
        return openDialog('problems');
      case 'review':
        return openToolReview();
      case 'add-source':
        return useAddSource.getState().open();
      case 'search-off': {
        const fix = discoveryFixOf({ code: 'few_tools' }, workspace.config);
        return fix ? void runFix(fix) : undefined;
      }
      case 'connect':
        goTo('gateway');
        return showConnect();
      case 'offer': {
        const offer = offers[action.index];
        const subjects = offer
          ? [{ title: offer.file, origin: { kind: 'discovered' }, onlyConfig: offer.path } as const]
          : [];
        return void openReview(client, { workspace: workspace.path, subjects });
      }
    }
  };
  return (
    <section className={styles.card} aria-label={strings.homePage.nextSteps} data-testid="home-next">
      <h2 className={styles.title}>{strings.homePage.nextSteps}</h2>
      {steps.length === 0 && <p className="dim">{strings.homePage.everythingOrder}</p>}
      <ul className={styles.steps}>
        {steps.map(({ tone, text, button, action }) => (
          <li key={text} data-tone={tone}>
            <span className="wraps">
              {tone !== 'plain' && (
                <strong>{tone === 'error' ? strings.homePage.error : strings.homePage.warning} </strong>
              )}
              <VisibleText text={text} lines={false} />
            </span>
            <Button size="compact-sm" onClick={() => run(action)}>
              {button}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Clients with a line each. */
const mostClients = 4;

function Agents({ sessions }: { sessions: readonly UsageSessionView[] | null }) {
  const now = useNow();
  const goTo = useNavigation((state) => state.goTo);
  const connected = (sessions ?? []).filter((session) => session.connected);
  const shown = (connected.length > 0 ? connected : (sessions ?? [])).slice(0, mostClients);
  return (
    <section className={styles.card} aria-label={strings.homePage.agents} data-testid="home-agents">
      <h2 className={styles.title}>{strings.homePage.agents}</h2>
      <p>
        {sessions === null
          ? strings.homePage.readingLog
          : connected.length === 0
            ? strings.homePage.noAgentConnectedNow
            : strings.homePage.agentsConnected(connected.length)}
      </p>
      <ul className="plain-list">
        {shown.map((session) => (
          <li key={session.id}>
            <VisibleText text={clientWords(session)} lines={false} />{' '}
            <span className="dim" title={exactTime(session.used_at)}>
              {strings.homePage.requestsLast(session.requests, relativeTime(session.used_at, now))}
            </span>
          </li>
        ))}
      </ul>
      <div className="button-line">
        {shown.length > 0 && (
          <Button size="compact-sm" onClick={() => goTo('gateway')}>
            {strings.homePage.showTraffic}
          </Button>
        )}
        <Button
          size="compact-sm"
          onClick={() => {
            goTo('gateway');
            showConnect();
          }}
        >
          {strings.homePage.connectAgent}
        </Button>
      </div>
    </section>
  );
}

/** Changes with a line each. */
const mostChanges = 6;

function Since({ changes: since }: { changes: ReturnType<typeof useChanges> }) {
  const now = useNow();
  const more = (since?.changes.length ?? 0) - mostChanges;
  return (
    <section className={styles.card} aria-label={strings.homePage.sinceYourLastVisit} data-testid="home-since">
      <h2 className={styles.title}>{strings.homePage.sinceYourLastVisit}</h2>
      {since === null ? (
        <p className="dim">{strings.homePage.changesFromNow}</p>
      ) : (
        <>
          <p className="dim" title={exactTime(since.at)}>
            {relativeTime(since.at, now)}
          </p>
          {since.changes.length === 0 && <p>{strings.homePage.noChanges}</p>}
          <ul className="plain-list">
            {since.changes.slice(0, mostChanges).map((change) => (
              <li key={change}>
                <VisibleText text={change} lines={false} />
              </li>
            ))}
            {more > 0 && <li className="dim">{strings.homePage.more(more)}</li>}
          </ul>
        </>
      )}
    </section>
  );
}
