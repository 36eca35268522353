import type { UseOrigin } from '#shared/domain/use.ts';
import { gatewayReader } from './gateway.ts';
import { jsonlReader } from './jsonl.ts';
import type { UseReader } from './use-reader.ts';

/** The reader of each origin. */
export const useReaders: Readonly<Partial<Record<UseOrigin, UseReader>>> = {
  gateway: gatewayReader,
  jsonl: jsonlReader,
};
