import { Alert, Button, Modal } from '@mantine/core';
import { IconExclamationCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { TeamGateway } from '#shared/contract/team-gateway.ts';
import { strings } from '../../strings/team-gateway.ts';
import { DialogButtons } from '../../ui/dialog-form.tsx';
import { toPegboardError } from '../../ui/pegboard-error.ts';
import { relativeTime } from '../../ui/relative-time.ts';
import { ScreenWaits } from '../../ui/screen-waits.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { useNow } from '../../ui/use-now.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import { clockTime } from './clock-time.ts';
import { GatewayFigures } from './gateway-figures.tsx';
import { GatewayForm } from './gateway-form.tsx';
import styles from './team-gateway.module.css';
import {
  askForget,
  askNow,
  changeGateway,
  closeForget,
  forgetGateway,
  gatewayQuery,
  showsForm,
  stateQuery,
  troubleOf,
} from './team-gateway-model.ts';
import { focusTeamGateway, teamGatewayPlaces } from './team-gateway-places.ts';
import { useTeamGateway } from './team-gateway-store.ts';

/** What the gateway server of a team serves, what fails there, who calls and what waits for approval. */
export function TeamGatewayPage() {
  const { data: gateway, error } = useQuery(gatewayQuery);
  const { isChanging, isForgetting } = useTeamGateway();
  if (gateway === undefined) return <ScreenWaits error={error}>{strings.page.loading}</ScreenWaits>;
  return (
    <>
      {gateway === null || showsForm(gateway, isChanging) ? (
        <GatewayForm gateway={gateway} />
      ) : (
        <KeptGateway gateway={gateway} />
      )}
      <Modal opened={isForgetting && gateway !== null} onClose={closeForget} title={strings.forget.title}>
        {gateway && (
          <>
            <p className="flush">
              <VisibleText text={strings.forget.question(gateway.address)} lines={false} />
            </p>
            <DialogButtons
              mt="md"
              act={strings.forget.act}
              startsOn="cancel"
              onAct={forgetGateway}
              onCancel={closeForget}
            />
          </>
        )}
      </Modal>
    </>
  );
}

function KeptGateway({ gateway }: { gateway: TeamGateway }) {
  const { data, error, dataUpdatedAt, isFetching } = useQuery(stateQuery(gateway));
  const host = new URL(gateway.address).host;
  useEffect(() => {
    // The field or the button that had the focus went with the form.
    if (document.activeElement === document.body) focusTeamGateway('figures');
  }, []);
  return (
    <div className="column" data-testid="team-gateway" data-asking={isFetching || undefined}>
      <div className="toolbar">
        <span className="strong breaks">
          <VisibleText text={gateway.address} lines={false} />
        </span>
        {data && !error && (
          <span className="dim" data-testid="team-gateway-answered">
            {strings.page.answered(clockTime(dataUpdatedAt))}
          </span>
        )}
        <span className="bar-end">
          <Button title="R" onClick={askNow}>
            {strings.page.ask}
          </Button>
          <Button title="E" onClick={changeGateway}>
            {strings.page.change}
          </Button>
          <Button onClick={askForget}>{strings.page.forget}</Button>
        </span>
      </div>
      <ScrollRegion
        id={teamGatewayPlaces.figures}
        className={`${styles.figures} scrolling-rest`}
        aria-label={strings.page.figures}
        data-testid="team-gateway-figures"
        data-screen-focus
      >
        {error && <Trouble error={error} lastAt={data ? dataUpdatedAt : null} />}
        {data ? (
          <GatewayFigures state={data.state} />
        ) : (
          !error && <ScreenWaits error={null}>{strings.page.asking(host)}</ScreenWaits>
        )}
        <p className="dim note">{strings.page.mode[gateway.token === 'session' ? 'session' : 'keychain']}</p>
      </ScrollRegion>
    </div>
  );
}

/** Why there is no newer answer, and since when the figures are what they are. */
function Trouble({ error: given, lastAt }: { error: Error; lastAt: number | null }) {
  const now = useNow();
  const error = toPegboardError(given);
  const trouble = troubleOf(error);
  return (
    <Alert
      color="red"
      variant="outline"
      className={styles.trouble}
      icon={<IconExclamationCircle size={18} />}
      title={strings.trouble.titles[trouble]}
      data-testid="team-gateway-trouble"
      data-trouble={trouble}
    >
      <p className="flush breaks">
        <VisibleText text={error.message} />
      </p>
      {error.hint !== undefined && (
        <p className="flush dim breaks">
          <VisibleText text={error.hint} />
        </p>
      )}
      {lastAt !== null && (
        <p className="flush" data-testid="team-gateway-stale">
          {strings.trouble.stale(clockTime(lastAt), relativeTime(new Date(lastAt).toISOString(), now))}
        </p>
      )}
      {(trouble === 'token' || trouble === 'right') && (
        <div className="button-line">
          <Button onClick={changeGateway}>{strings.trouble.giveToken}</Button>
        </div>
      )}
    </Alert>
  );
}
