import { Alert, Button, Loader, Select, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ConnectPlan, DisconnectResult } from '#shared/domain/connect.ts';
import { gatewayModeSchema } from '#shared/domain/gateway-config.ts';
import { useSourceList } from '../../platform/source-watch.ts';
import { openRevision } from '../../platform/this-window.ts';
import { useWorkspace } from '../../platform/workspace-query.ts';
import { strings } from '../../strings/gateway.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { FindingList } from '../../ui/finding-list.tsx';
import { visibleString } from '../../ui/hidden-characters.ts';
import { ListBox } from '../../ui/list-box.tsx';
import { PathText } from '../../ui/path-text.tsx';
import { SplitPanels } from '../../ui/split-panels.tsx';
import { TextDiff } from '../../ui/text-diff/text-diff.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { type ConnectRow, type MovingServer, sidesOf, stateWords } from './connect-facts.ts';
import {
  addItsServers,
  applyConnection,
  chooseHow,
  choosePlace,
  clientsQuery,
  connectFacts,
  planQuery,
  serversQuery,
  undoConnection,
  wayBackQuery,
} from './connect-model.ts';
import styles from './gateway.module.css';
import { showTraffic } from './gateway-model.ts';
import type { GatewayView } from './gateway-store.ts';

/** The clients of this computer: the exact change that connects one, and the way back. */
export function ConnectView({ view }: { view: GatewayView }) {
  const workspace = useWorkspace();
  const path = workspace?.path ?? '';
  const sources = useSourceList();
  const { data: places, error } = useQuery(clientsQuery(path));
  const { data: review } = useQuery({ ...serversQuery(path, sources), enabled: view.takeOver });
  const facts = places && connectFacts({ path }, view, { places, review: review ?? null, sources });
  return (
    <div className="column" data-testid="connect">
      <div className="toolbar">
        <Button title="B" onClick={showTraffic}>
          {strings.connectView.backTraffic}
        </Button>
        <span className="dim">{strings.connectView.selectClientToSee}</span>
      </div>
      {facts?.row ? (
        <div className="rest">
          <SplitPanels
            name="gateway-connect"
            label={strings.connectView.resizePanels}
            orientation="horizontal"
            panels={[
              { defaultSize: 28, min: '240px', content: <Places rows={facts.rows} row={facts.row} /> },
              {
                defaultSize: 72,
                min: '420px',
                content: <Place key={facts.row.key} view={view} {...facts} row={facts.row} />,
              },
            ]}
          />
        </div>
      ) : error ? (
        <div className={styles.notice}>
          <ErrorNotice error={error} />
        </div>
      ) : facts ? (
        <p className={styles.none}>{strings.connectView.pegboardCannotLook}</p>
      ) : (
        <div className="loading">
          <Loader size="sm" aria-hidden /> {strings.connectView.lookingClients}
        </div>
      )}
    </div>
  );
}

function Places({ rows, row }: { rows: readonly ConnectRow[]; row: ConnectRow }) {
  return (
    <div className="scrolling-column" data-screen-focus>
      <ListBox
        id="connect-clients"
        className={styles.places}
        aria-label={strings.connectView.clientsOnThisComputer}
        data-testid="connect-clients"
        items={rows}
        at={rows.indexOf(row)}
        keyOf={({ key }) => key}
        onMove={choosePlace}
        option={({ place, state }) => ({ className: styles.place, 'data-client': place.client, 'data-state': state })}
      >
        {(one) => (
          <>
            <span className={styles.placeHead}>
              <span className="gives-way">{one.title}</span>
              <span className={one.state === 'connected' ? `row-note ${styles.on}` : 'row-note'}>
                {stateWords(one)}
              </span>
            </span>
            <PathText path={one.place.path} />
          </>
        )}
      </ListBox>
    </div>
  );
}

function Place({
  view,
  row,
  moving,
  request,
}: {
  view: GatewayView;
  row: ConnectRow;
  moving: readonly MovingServer[];
  request: ReturnType<typeof connectFacts>['request'];
}) {
  const workspace = useWorkspace();
  const plan = useQuery({ ...planQuery(openRevision(workspace), request), enabled: request !== null });
  const entry = row.place.connections.find((one) => one.workspace === workspace?.path)?.name ?? null;
  const isThere = entry !== null && plan.data?.changes === false;
  const back = useQuery({
    ...wayBackQuery(openRevision(workspace), row.place, entry),
    enabled: isThere,
  });
  const diff = isThere ? back.data?.diff : plan.data?.diff;
  const error = view.error ?? plan.error;
  return (
    <section className="column pad-8-12" aria-label={row.title} data-testid="connect-place">
      <h2 className="panel-title">{row.title}</h2>
      <PathText path={row.place.path} />
      {row.place.findings.length > 0 ? (
        <FindingList findings={row.place.findings} label={strings.connectView.problemsInFile} />
      ) : (
        <How view={view} row={row} />
      )}
      {view.takeOver && <Moving moving={moving} />}
      {plan.data && <Replaced plan={plan.data} />}
      <div className="button-line">
        <Button
          variant="filled"
          title={strings.connectView.ctrlEnter}
          disabled={plan.data?.changes !== true || view.isWriting}
          onClick={applyConnection}
        >
          {strings.connectView.apply}
        </Button>
        <Button title="U" disabled={entry === null || view.isWriting} onClick={undoConnection}>
          {strings.connectView.undo}
        </Button>
      </div>
      {error && (
        <div className="above-8">
          <ErrorNotice error={error} />
        </div>
      )}
      {view.done?.place === row.key && (
        <VisibleText as="p" className="flush above-8" role="status" data-testid="connect-done" text={view.done.text} />
      )}
      <p className="flush above-8 dim">{changeWords({ isThere, back: back.data ?? null, diff })}</p>
      {diff !== undefined && diff !== '' && (
        <div className={styles.diff}>
          <TextDiff {...sidesOf(diff)} label={row.title} split={false} onlyChanges={false} />
        </div>
      )}
    </section>
  );
}

/** Whose entry the change replaces. */
function Replaced({ plan: { name, replaces } }: { plan: ConnectPlan }) {
  if (replaces === null) return null;
  const text =
    replaces.kind === 'program'
      ? strings.connectView.replacesProgram(name)
      : strings.connectView.replacesWorkspace(name, replaces.workspace);
  return (
    <Alert color="yellow" variant="outline" mt={8} data-testid="connect-replaces">
      <VisibleText text={text} lines={false} />
    </Alert>
  );
}

function changeWords({
  isThere,
  back,
  diff,
}: {
  isThere: boolean;
  back: DisconnectResult | null;
  diff: string | undefined;
}): string {
  if (!isThere) return diff === undefined ? '' : strings.connectView.applyWritesThisChange;
  if (back?.how === 'removed') return strings.connectView.thisClientIsConnected;
  return strings.connectView.thisClientIsConnectedUndo;
}

const byWorkspace = strings.connectView.asSetInWorkspace;

/** How the client sees the workspace, and whether its servers move. */
function How({ view, row }: { view: GatewayView; row: ConnectRow }) {
  const workspace = useWorkspace();
  const path = workspace?.path ?? '';
  const personas = workspace?.config.personas ?? [];
  return (
    <div className={styles.how}>
      {personas.length > 0 && (
        <Select
          label={strings.connectView.persona}
          w={180}
          placeholder={strings.connectView.none}
          clearable
          data={personas.map(({ name }) => ({ value: name, label: visibleString(name) }))}
          value={view.persona}
          onChange={(persona) => chooseHow(path, { persona })}
        />
      )}
      <Select
        label={strings.connectView.mode}
        w={210}
        allowDeselect={false}
        data={[byWorkspace, ...gatewayModeSchema.options]}
        value={view.mode ?? byWorkspace}
        onChange={(mode) => chooseHow(path, { mode: gatewayModeSchema.safeParse(mode).data ?? null })}
      />
      {row.place.servers.length > 0 && (
        <Switch
          label={strings.connectView.takeOverItsServers}
          checked={view.takeOver}
          onChange={(event) => chooseHow(path, { takeOver: event.currentTarget.checked })}
        />
      )}
    </div>
  );
}

/** The servers that leave the file, where they are served from then on, and those that stay. */
function Moving({ moving }: { moving: readonly MovingServer[] }) {
  const canBeAdded = moving.some((one) => one.canBeAdded);
  return (
    <div className={styles.moving} data-testid="connect-moving">
      <ul className="plain-list" aria-label={strings.connectView.serversInFile}>
        {moving.map(({ name, source, reason }) => (
          <li key={name} data-moves={source !== null}>
            <VisibleText as="span" className="mono" text={name} lines={false} />{' '}
            <span className="dim">
              <VisibleText
                text={source === null ? strings.connectView.stays(reason) : strings.connectView.movesToPegboard(source)}
                lines={false}
              />
            </span>
          </li>
        ))}
      </ul>
      {canBeAdded && (
        <Button mt={4} onClick={addItsServers}>
          {strings.connectView.addItsServersSources}
        </Button>
      )}
    </div>
  );
}
