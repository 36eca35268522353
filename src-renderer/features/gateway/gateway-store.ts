import { create } from 'zustand';
import type { GatewayMode } from '#shared/domain/gateway-config.ts';
import type { PegboardError } from '#shared/errors.ts';
import type { TrafficFilter } from './traffic.ts';

/** How a client is to be connected. */
export interface ConnectChoices {
  readonly persona: string | null;
  /** Null: what the workspace says. */
  readonly mode: GatewayMode | null;
  readonly takeOver: boolean;
}

/** The state of the screen for one workspace, kept until the user comes back to it. */
export interface GatewayView extends TrafficFilter, ConnectChoices {
  readonly shows: 'traffic' | 'connect';
  /** Number of the request in the details; null for none. */
  readonly current: number | null;
  /** Key of the client that is being connected; null for the first one. */
  readonly place: string | null;
  /** A configuration is being written. */
  readonly isWriting: boolean;
  /** Why the last one was not written. */
  readonly error: PegboardError | null;
  /** The last action, in words, and its client. */
  readonly done: { readonly place: string; readonly text: string } | null;
}

export const initialView: GatewayView = {
  client: null,
  failuresOnly: false,
  persona: null,
  mode: null,
  takeOver: false,
  shows: 'traffic',
  current: null,
  place: null,
  isWriting: false,
  error: null,
  done: null,
};

interface GatewayState {
  /** By path of the workspace. */
  readonly views: Readonly<Record<string, GatewayView>>;
  change(path: string, view: Partial<GatewayView>): void;
}

export const useGatewayStore = create<GatewayState>()((set) => ({
  views: {},
  change: (path, view) =>
    set(({ views }) => ({ views: { ...views, [path]: { ...(views[path] ?? initialView), ...view } } })),
}));
