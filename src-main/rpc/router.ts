import { mapEventIterator } from '@orpc/client';
import { type AnyContractProcedure, getEventIteratorSchemaDetails } from '@orpc/contract';
import { implement, os, type Router } from '@orpc/server';
import type { RequestHeadersPluginContext } from '@orpc/server/plugins';
import type { Logger } from '#core/logger.ts';
import type { Services } from '#core/services.ts';
import { contract, type PegboardContract } from '#shared/contract/contract.ts';
import type { CallOptions } from '#shared/contract/from-contract.ts';
import { type ProcedureMeta, workspaceHeader } from '#shared/contract/pegboard-procedure.ts';
import { cancellableStream, cancelled } from './cancellable-stream.ts';
import { type DesktopWindow, noDesktopWindow } from './desktop-window.ts';
import { toWireError } from './wire-error.ts';

export type PegboardRouter = Router<PegboardContract, RequestHeadersPluginContext>;

interface RouterOptions {
  readonly logger: Logger;
  /** The native window around the page, where there is one. */
  readonly desktop?: DesktopWindow | undefined;
}

/**
 * The contract bound to the services, ready to be served over any transport (R19.03, R19.04).
 *
 * Input is validated before a service sees it (R15.13). What writes into the open workspace is done for the one that the caller
 * names, where it names one. Whatever fails, thrown or inside a stream, reaches the caller as the defined error `PEGBOARD`;
 * errors that are not ours are logged and their text stays here.
 */
export function createRouter(services: Services, { logger, desktop = noDesktopWindow }: RouterOptions): PegboardRouter {
  const errors = mapErrors(logger);
  const areas = Object.entries(contract).map(([area, procedures]) => {
    const service: object = area === 'desktop' ? desktop : Reflect.get(services, area);
    const bound = Object.entries(procedures).map(([name, procedure]: [string, AnyContractProcedure]) => {
      // A middleware of a router also wraps the validation of its procedures; a middleware of a procedure does not.
      const rpc = implement({ procedure }).$context<RequestHeadersPluginContext>().use(errors);
      const answer = handlerOf(procedure, service, name);
      const { writes }: ProcedureMeta = procedure['~orpc'].meta;
      return [
        name,
        rpc.procedure.handler((call) => {
          const root = writes && call.context.reqHeaders?.get(workspaceHeader);
          return root ? services.forWorkspace(decodeURIComponent(root), () => answer(call)) : answer(call);
        }),
      ];
    });
    return [area, Object.fromEntries(bound)];
  });
  // Services have a function for each procedure by their type, so what is bound here by name is the whole contract.
  return Object.fromEntries(areas) as PegboardRouter;
}

interface Call {
  readonly input: unknown;
  readonly signal?: AbortSignal | undefined;
}

/** Calls the function of that name: with the input, where the procedure has one, and a signal. */
function handlerOf(procedure: AnyContractProcedure, service: object, name: string): (call: Call) => unknown {
  const { inputSchema, outputSchema } = procedure['~orpc'];
  const call = (input: unknown, options: CallOptions): unknown => {
    const method: unknown = Reflect.get(service, name);
    if (typeof method !== 'function') throw new Error(`${name} is not answered.`);
    return Reflect.apply(method, service, inputSchema ? [input, options] : [options]);
  };
  if (!getEventIteratorSchemaDetails(outputSchema)) return ({ input, signal }) => call(input, { signal });
  return ({ input, signal }) =>
    cancellableStream(signal, (stop) => call(input, { signal: stop }) as AsyncGenerator<unknown, void>);
}

/** The one place where errors are mapped: around validation of input and output, and around every event of a stream. */
function mapErrors(logger: Logger) {
  return os.middleware(async ({ next, path, signal }) => {
    const toWire = (error: unknown) => toWireError(error, { procedure: path.join('.'), signal, logger });
    try {
      if (signal?.aborted) throw cancelled();
      const result = await next();
      if (!isAsyncIterator(result.output)) return result;
      const output = mapEventIterator(result.output, {
        value: async (value) => value,
        error: async (error) => toWire(error),
      });
      return { ...result, output };
    } catch (error) {
      throw toWire(error);
    }
  });
}

function isAsyncIterator(value: unknown): value is AsyncIterator<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}
