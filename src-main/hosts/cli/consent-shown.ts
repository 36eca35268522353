import { z } from 'zod';
import type { ErrorValue } from '#shared/errors.ts';

const consentDataSchema = z.object({ url: z.string(), headers: z.array(z.string()) });

/** The address and headers that an error asks consent for; null for any other error. */
export function consentShown({
  code,
  data,
}: Pick<ErrorValue, 'code' | 'data'>): z.infer<typeof consentDataSchema> | null {
  return code === 'consent_required' ? (consentDataSchema.safeParse(data).data ?? null) : null;
}
