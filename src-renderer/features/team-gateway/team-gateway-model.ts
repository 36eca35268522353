import { queryOptions } from '@tanstack/react-query';
import type { TeamGateway } from '#shared/contract/team-gateway.ts';
import { type AdminTrouble, adminTroubles } from '#shared/domain/gateway-admin.ts';
import { tellError } from '../../platform/error-notices.tsx';
import { screenActs } from '../../platform/screen-acts.ts';
import { settled, thisWindow } from '../../platform/this-window.ts';
import { strings } from '../../strings/team-gateway.ts';
import { toPegboardError } from '../../ui/pegboard-error.ts';
import { focusTeamGateway } from './team-gateway-places.ts';
import { useTeamGateway } from './team-gateway-store.ts';

/** The address that is kept; null for none. */
export const gatewayQuery = queryOptions({
  queryKey: ['team-gateway'],
  queryFn: ({ signal }) => thisWindow().client.teamGateway.get(undefined, { signal }),
});

/** How often the state is asked for while it is on screen, milliseconds. */
export const askEveryMs = 10_000;
/** After a refusal: nothing changes until somebody changes the settings there, or the token here. */
export const askRefusedEveryMs = 60_000;

/** Milliseconds until the state is asked for again, after this error. */
export function nextAsk(error: Error | null): number {
  const trouble = error && troubleOf(error);
  return trouble === 'token' || trouble === 'right' ? askRefusedEveryMs : askEveryMs;
}

/** Why the state cannot be read; `unknown` where the error does not say. */
export function troubleOf(error: Error): AdminTrouble | 'unknown' {
  const given = toPegboardError(error).data?.trouble;
  return adminTroubles.find((trouble) => trouble === given) ?? 'unknown';
}

/**
 * The state of a gateway, with its last answer for as long as the window is open. It is asked for again only while a screen shows it and the window is visible, and not while a
 * question is under way.
 */
export const stateQuery = ({ address, kept_at }: Pick<TeamGateway, 'address' | 'kept_at'>) =>
  queryOptions({
    queryKey: ['team-gateway-state', address, kept_at],
    queryFn: async ({ signal }) => {
      const { client, queries } = thisWindow();
      const answer = await client.teamGateway.state(undefined, { signal });
      // Another window of the user has kept another gateway since.
      if (answer.address !== address) void queries.invalidateQueries(gatewayQuery);
      return answer;
    },
    refetchInterval: ({ state }) => nextAsk(state.error),
    refetchOnWindowFocus: true,
    gcTime: Number.POSITIVE_INFINITY,
  });

/** What the screen shows of a kept gateway, or its form. */
export function showsForm(gateway: TeamGateway | null, isChanging: boolean): boolean {
  return gateway === null || gateway.token === 'missing' || isChanging;
}

const acts = screenActs('team-gateway', () => {
  const answer = settled(gatewayQuery);
  if (answer === null) return null;
  const { data: gateway } = answer;
  return { gateway, isForm: showsForm(gateway, useTeamGateway.getState().isChanging) };
});

/** Whether the state of a gateway is shown. */
export const isShown = () => acts.mayBe(({ isForm }) => !isForm);

/** Whether the fields for address and token are shown. */
export const isForm = () => acts.mayBe((now) => now.isForm);

/** Whether the fields are shown in place of a state. */
export const canCancel = () =>
  acts.mayBe(({ gateway, isForm }) => isForm && gateway !== null && !showsForm(gateway, false));

export const canForget = () => acts.mayBe(({ gateway }) => gateway !== null);

/** Asks for the state, unless a question is under way. */
export function askNow(): void {
  acts.do(({ gateway, isForm }) => {
    if (gateway && !isForm) void thisWindow().queries.refetchQueries(stateQuery(gateway), { cancelRefetch: false });
  });
}

/** Shows the fields for address and token. */
export function changeGateway(): void {
  acts.do(({ gateway, isForm }) => {
    if (gateway && !isForm) useTeamGateway.setState({ isChanging: true });
  });
}

/** Shows the state again. */
export function cancelChange(): void {
  acts.do(() => useTeamGateway.setState({ isChanging: false }));
}

/** Goes to a field, or to the state. */
export function goTo(place: 'figures' | 'address' | 'token'): void {
  acts.do(() => focusTeamGateway(place));
}

/** Keeps address and token, and shows the state. Errors: those of the call. */
export async function keepGateway(address: string, token: string): Promise<void> {
  const { client, queries } = thisWindow();
  const kept = await client.teamGateway.keep({ address, token });
  await queries.cancelQueries(gatewayQuery);
  // What another address said is not of interest any more.
  queries.removeQueries({ queryKey: ['team-gateway-state'] });
  queries.setQueryData(gatewayQuery.queryKey, kept);
  useTeamGateway.setState({ isChanging: false });
}

/** Asks whether to forget the gateway. */
export function askForget(): void {
  acts.do(({ gateway }) => {
    if (gateway) useTeamGateway.setState({ isForgetting: true });
  });
}

export const closeForget = () => useTeamGateway.setState({ isForgetting: false });

/** Removes address and token. A notice shows a failure. */
export async function forgetGateway(): Promise<void> {
  closeForget();
  const { client, queries } = thisWindow();
  try {
    await client.teamGateway.forget();
    await queries.cancelQueries(gatewayQuery);
    queries.setQueryData(gatewayQuery.queryKey, null);
    queries.removeQueries({ queryKey: ['team-gateway-state'] });
    useTeamGateway.setState({ isChanging: false });
  } catch (error) {
    tellError(error, strings.forget.failed);
  }
}
