import { type ClientLink, createORPCClient } from '@orpc/client';
import type { ContractRouterClient } from '@orpc/contract';
import { createContext, use } from 'react';
import type { PegboardContract } from '#shared/contract/contract.ts';
import type { CallContext } from './transport.ts';

export type PegboardClient = ContractRouterClient<PegboardContract, CallContext>;

/** The whole API, typed by the contract, over any link. */
export function createClient(link: ClientLink<CallContext>): PegboardClient {
  return createORPCClient(link);
}

/** The client of this window; provided once, at the root. */
export const ClientProvider = createContext<PegboardClient | null>(null);

/** The client; throws outside of the provider, which is a programming error. */
export function useClient(): PegboardClient {
  const client = use(ClientProvider);
  if (!client) throw new Error('useClient needs a ClientProvider above it.');
  return client;
}
