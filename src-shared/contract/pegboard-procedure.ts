import { oc } from '@orpc/contract';
import { errorValueSchema } from '../errors.ts';

/**
 * The start of every procedure: one defined error, `PEGBOARD`, whose data is the PegboardError as a value. So a caller on
 * any transport reads code, message and hint in the same place.
 */
export const procedure = oc.errors({ PEGBOARD: { status: 400, data: errorValueSchema } });
