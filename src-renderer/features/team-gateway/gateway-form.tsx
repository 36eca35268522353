import { Button, PasswordInput, TextInput } from '@mantine/core';
import { IconUsersGroup } from '@tabler/icons-react';
import { type FormEvent, useEffect, useState } from 'react';
import type { TeamGateway } from '#shared/contract/team-gateway.ts';
import { strings } from '../../strings/team-gateway.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { toPegboardError } from '../../ui/pegboard-error.ts';
import styles from './team-gateway.module.css';
import { cancelChange, keepGateway } from './team-gateway-model.ts';
import { focusTeamGateway, teamGatewayPlaces } from './team-gateway-places.ts';

/** Address and token of a gateway. The token is nowhere else in the window, and goes with the form. */
export function GatewayForm({ gateway }: { gateway: TeamGateway | null }) {
  const [address, setAddress] = useState(gateway?.address ?? '');
  const [token, setToken] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  const isReady = address.trim() !== '' && token.trim() !== '';
  const isMissing = gateway?.token === 'missing';
  const isKnown = gateway !== null;
  useEffect(() => {
    if (isKnown) focusTeamGateway('token');
  }, [isKnown]);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (!isReady || isBusy) return;
    setBusy(true);
    try {
      await keepGateway(address, token);
    } catch (failure) {
      setError(toPegboardError(failure));
      setBusy(false);
    }
  };
  return (
    <div className="scrolling-column">
      <form className={styles.form} onSubmit={(event) => void send(event)} data-testid="team-gateway-form">
        <h2 className="panel-title row gap-8">
          <IconUsersGroup size={20} aria-hidden />
          {strings.page.title}
        </h2>
        <p className="flush">
          {gateway === null ? strings.form.first : isMissing ? strings.form.missing : strings.form.change}
        </p>
        <TextInput
          id={teamGatewayPlaces.address}
          label={strings.form.address}
          description={strings.form.addressHint}
          title="/"
          inputMode="url"
          spellCheck={false}
          autoComplete="off"
          classNames={{ input: 'mono' }}
          maxLength={2000}
          value={address}
          onChange={(event) => setAddress(event.currentTarget.value)}
        />
        <PasswordInput
          id={teamGatewayPlaces.token}
          label={strings.form.token}
          description={strings.form.tokenHint}
          title="K"
          spellCheck={false}
          autoComplete="off"
          classNames={{ input: 'mono' }}
          maxLength={16_384}
          value={token}
          onChange={(event) => setToken(event.currentTarget.value)}
        />
        {error && <ErrorNotice error={error} />}
        <div className="button-row">
          <Button type="submit" variant="filled" disabled={!isReady} loading={isBusy}>
            {strings.form.submit}
          </Button>
          {isKnown && !isMissing && (
            <Button title="B" onClick={cancelChange}>
              {strings.form.cancel}
            </Button>
          )}
        </div>
      </form>
    </div>
  );
}
