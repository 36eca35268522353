import { create } from 'zustand';

/** The state of the screen. It has no token: that is in the field where it is typed, and nowhere else in the window. */
interface TeamGatewayState {
  /** The form is shown although a gateway is kept. */
  readonly isChanging: boolean;
  /** A dialog asks whether to forget the gateway. */
  readonly isForgetting: boolean;
}

export const useTeamGateway = create<TeamGatewayState>()(() => ({ isChanging: false, isForgetting: false }));
