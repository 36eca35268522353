import type { z } from 'zod';
import type { Finding } from '#shared/domain/finding.ts';
import { type PackManifest, packManifestSchema } from '#shared/domain/pack.ts';
import { skillFinding } from '#shared/domain/skill-finding.ts';
import { type Found, isRecord } from '#shared/text/values.ts';
import { readYamlValues } from '#shared/text/yaml-values.ts';
import { closestTo } from '../../workspace/closest-name.ts';

/** What a `pack.yaml` says. A field that is wrong is left out and reported; an unknown key is reported. */
export function readPackManifest(text: string, file: string): Found<PackManifest> {
  const read = readYamlValues(text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n'));
  if (!read.ok) {
    const { place, message, hint } = read.problem;
    return { value: {}, findings: [skillFinding('manifest_invalid', { path: file, ...place }, `${message}.`, hint)] };
  }
  const { value, placeOf } = read.values;
  if (value === null) return { value: {}, findings: [] };
  if (!isRecord(value)) {
    const message = 'The file must hold keys and values, such as "name: core".';
    return { value: {}, findings: [skillFinding('manifest_invalid', { path: file, line: 1 }, message)] };
  }
  const findings: Finding[] = [];
  const known = Object.keys(packManifestSchema.shape) as (keyof PackManifest)[];
  const manifest: Partial<Record<keyof PackManifest, unknown>> = {};
  for (const [key, given] of Object.entries(value)) {
    const field = known.find((name) => name === key);
    const place = { path: file, ...placeOf([key]) };
    if (!field) {
      const near = closestTo(key, known);
      const hint = near ? `Did you mean "${near}"?` : `Known here: ${known.join(', ')}.`;
      findings.push(
        skillFinding(
          'manifest_unknown_key',
          place,
          `${key.slice(0, 60)} is not a key of pack.yaml; it has no effect.`,
          hint,
        ),
      );
      continue;
    }
    if (given === null) continue;
    const schema: z.ZodType = packManifestSchema.shape[field];
    const parsed = schema.safeParse(given);
    if (parsed.success) manifest[field] = parsed.data;
    else
      findings.push(
        skillFinding('manifest_invalid', place, `${field}: ${parsed.error.issues[0]?.message ?? 'not valid'}.`),
      );
  }
  return { value: packManifestSchema.parse(manifest), findings };
}
