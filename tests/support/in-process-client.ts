import { type ClientContext, type ClientLink, createORPCClient, ORPCError } from '@orpc/client';
import type { ContractRouterClient } from '@orpc/contract';
import { createProcedureClient, getRouter, isProcedure } from '@orpc/server';
import type { PegboardRouter } from '#rpc/router.ts';
import type { PegboardContract } from '#shared/contract/contract.ts';

export type PegboardClient = ContractRouterClient<PegboardContract>;

/**
 * A client that calls the router in this process: validation, errors and cancellation as over a wire, without the wire.
 * An unknown procedure rejects with NOT_FOUND, as it does over a wire.
 */
export function createInProcessClient(router: PegboardRouter): PegboardClient {
  const link: ClientLink<ClientContext> = {
    async call(path, input, options) {
      const procedure = getRouter(router, path);
      if (!isProcedure(procedure)) throw new ORPCError('NOT_FOUND');
      return await createProcedureClient(procedure, { path })(input, options);
    },
  };
  return createORPCClient(link);
}
