import { type WorkspaceConfig, workspaceConfigSchema } from '#shared/domain/config.ts';
import { builtinProfiles } from '#shared/domain/prompt-profile.ts';
import { allowedNames } from '#shared/domain/tool-policy.ts';
import { PegboardError } from '#shared/errors.ts';
import { buildCatalog } from '../catalog/catalog.ts';
import { closestTo } from './closest-name.ts';
import type { LoadedWorkspace } from './load-workspace.ts';

/** Fields that differ from a configuration; what they leave out stays. */
export type ConfigOverrides = Readonly<Partial<Record<keyof WorkspaceConfig, unknown>>>;

/**
 * A configuration with other values in some fields, checked as a whole. `place` says where the overrides stand. Error:
 * `config_invalid`, which names the field.
 */
export function overriddenConfig(config: WorkspaceConfig, overrides: ConfigOverrides, place: string): WorkspaceConfig {
  const parsed = workspaceConfigSchema.safeParse(merged(config, overrides));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const keys = issue?.code === 'unrecognized_keys' ? issue.keys : [];
  const path = [...(issue?.path ?? []), ...keys].join('.');
  throw new PegboardError('config_invalid', `${place}: ${path}: ${issue?.message ?? 'is not valid'}`, {
    hint: 'docs/reference/configuration.md of Pegboard lists every field with its values.',
    data: { place, field: path },
  });
}

/** The workspace as it would be with another configuration. Its files and its index stay as they are. */
export function withConfig(loaded: LoadedWorkspace, config: WorkspaceConfig): LoadedWorkspace {
  if (config === loaded.file.config) return loaded;
  const catalog = buildCatalog(loaded.sources, config, loaded.unapproved);
  const allowed = allowedNames(catalog.tools, { policies: [config.policy], persona: null });
  const registry = new Map(catalog.tools.filter((tool) => allowed.has(tool.name)).map((tool) => [tool.name, tool]));
  return { ...loaded, file: { ...loaded.file, config }, catalog, registry };
}

/** The workspace under one of its own profiles, or of those every workspace has. Errors: `unknown_profile`, `config_invalid`. */
export function withProfile(loaded: LoadedWorkspace, name: string): LoadedWorkspace {
  const { config } = loaded.file;
  const profiles = [...config.profiles, ...builtinProfiles];
  const profile = profiles.find((candidate) => candidate.name === name);
  if (!profile) {
    const names = [...new Set(profiles.map((candidate) => candidate.name))];
    const near = closestTo(name, names);
    throw new PegboardError('unknown_profile', `There is no profile "${name}".`, {
      hint: near === undefined ? `The workspace has: ${names.join(', ')}.` : `Did you mean "${near}"?`,
      data: { profile: name },
    });
  }
  const { name: _name, description: _description, ...overrides } = profile;
  if (Object.keys(overrides).length === 0) return loaded;
  return withConfig(loaded, overriddenConfig(config, overrides, `profile ${name}`));
}

function merged(base: unknown, over: unknown): unknown {
  if (!isRecord(base) || !isRecord(over)) return over;
  const result: Record<string, unknown> = { ...base };
  for (const [key, value] of Object.entries(over)) {
    if (value !== undefined) result[key] = Object.hasOwn(base, key) ? merged(base[key], value) : value;
  }
  return result;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
