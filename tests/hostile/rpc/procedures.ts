import type { AnyContractProcedure } from '@orpc/contract';
import type { z } from 'zod';
import { contract } from '#shared/contract/contract.ts';

export interface Procedure {
  /** As clients name it: `catalog.list`. */
  readonly name: string;
  readonly path: readonly [area: string, method: string];
  readonly input: z.ZodType;
}

/** Every procedure of the contract that takes an input. */
export const procedures: readonly Procedure[] = Object.entries(contract).flatMap(([area, methods]) =>
  Object.entries(methods as Record<string, AnyContractProcedure>).flatMap(([method, procedure]) => {
    const input = procedure['~orpc'].inputSchema as z.ZodType | undefined;
    return input ? [{ name: `${area}.${method}`, path: [area, method] as const, input }] : [];
  }),
);
