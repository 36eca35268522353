import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { type Finding, finding } from '#shared/domain/finding.ts';
import type { ProviderName } from '#shared/domain/payload.ts';
import { providers } from './providers.ts';

const compiled = new Map<ProviderName, ValidateFunction>();

/** Checks a body against our schema of the request; what does not fit would be refused, so it is an error finding. */
export function checkBody(provider: ProviderName, body: unknown): Finding[] {
  const check = compiled.get(provider) ?? new Ajv2020({ strict: false }).compile(providers[provider].bodySchema);
  compiled.set(provider, check);
  if (check(body)) return [];
  // The deepest place says the most: an error of a choice of shapes names each of them.
  const [deepest] = [...(check.errors ?? [])].sort((a, b) => depth(b.instancePath) - depth(a.instancePath));
  return [
    finding('payload_invalid', {
      message: `The request would be refused: ${deepest?.instancePath || 'body'} ${deepest?.message ?? 'is not valid'}.`,
      path: deepest?.instancePath ?? '',
    }),
  ];
}

function depth(pointer: string): number {
  return pointer.split('/').length;
}
