import { dirname, resolve } from 'node:path';
import { type GatewayServerSettings, gatewayServerSchema } from '#shared/domain/gateway-server.ts';
import { PegboardError } from '#shared/errors.ts';
import { locateField, parseYaml, yamlValues } from '#shared/text/parse-yaml.ts';
import { issuesInside } from '#shared/text/schema-issues.ts';
import type { Files } from '../files/files.ts';

/** Largest file of settings, bytes: a thousand tokens need a fifth of it. */
const maximumBytes = 1024 * 1024;

/** Variables of the environment that stand before the file, and the fields that they stand for. */
const variables = {
  PEGBOARD_GATEWAY_WORKSPACE: ['workspace'],
  PEGBOARD_GATEWAY_HOST: ['listen', 'host'],
  PEGBOARD_GATEWAY_PORT: ['listen', 'port'],
  PEGBOARD_GATEWAY_PUBLIC_URL: ['public_url'],
  PEGBOARD_GATEWAY_OPERATIONS_HOST: ['operations', 'host'],
  PEGBOARD_GATEWAY_OPERATIONS_PORT: ['operations', 'port'],
} as const;
const numbers: ReadonlySet<string> = new Set(['port']);

/**
 * Reads the settings of a gateway server, variables of the environment first; `workspace` is a full path then. Errors:
 * `config_syntax` and `config_invalid` with line and column or the name of the variable, `file_not_found`, `file_too_large`.
 */
export async function readServerSettings(
  path: string,
  files: Files,
  env: Readonly<Record<string, string | undefined>>,
): Promise<GatewayServerSettings> {
  const text = await files.readText(path, { maximumBytes, regularOnly: true });
  const settings = serverSettingsOf(text, path, env);
  return { ...settings, workspace: resolve(dirname(path), settings.workspace) };
}

/** The settings of a text. Errors: `config_syntax`, `config_invalid`. */
export function serverSettingsOf(
  text: string,
  path: string,
  env: Readonly<Record<string, string | undefined>> = {},
): GatewayServerSettings {
  const yaml = parseYaml(text, { tags: 'refuse' });
  if (!yaml.ok) {
    const [problem] = yaml.problems;
    throw wrong('config_syntax', `${path}:${problem.place.line}:${problem.place.column}: ${problem.message}`);
  }
  const values = yamlValues(yaml);
  if (!values.ok) throw wrong('config_invalid', `${path}: ${values.message}`);
  const given = withVariables(values.value ?? {}, env);
  const parsed = gatewayServerSchema.safeParse(given);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.slice(0, 20).flatMap(issuesInside);
  const lines = issues.map(({ path: field, message }) => {
    const variable = setVariables(env).find(([, place]) => place.join('.') === field.join('.'))?.[0];
    const { line, column } = locateField(yaml, field);
    return `${variable ?? `${path}:${line}:${column}`}: ${field.length > 0 ? `${field.join('.')}: ` : ''}${message}`;
  });
  throw wrong('config_invalid', lines.join('\n'));
}

function setVariables(env: Readonly<Record<string, string | undefined>>) {
  return Object.entries(variables).filter(([name]) => (env[name] ?? '') !== '');
}

function withVariables(value: unknown, env: Readonly<Record<string, string | undefined>>): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const given: Record<string, unknown> = { ...value };
  for (const [name, [field, inner]] of setVariables(env)) {
    const text = env[name];
    if (inner === undefined) given[field] = text;
    else {
      const group = given[field];
      const fields = typeof group === 'object' && group !== null ? group : {};
      given[field] = { ...fields, [inner]: numbers.has(inner) ? Number(text) : text };
    }
  }
  return given;
}

function wrong(code: 'config_syntax' | 'config_invalid', message: string): PegboardError {
  return new PegboardError(code, message, {
    hint: 'docs/reference/gateway-server.md of Pegboard lists every field.',
  });
}
