import { decidesWhatRuns } from '../../secrets/host-variables.ts';
import { isPlainDefault, referenceTo, variableName } from '../../secrets/variable-references.ts';
import { isRecord } from '../read-server-map.ts';
import type { DescribedLoss, DescribedServer } from './described-server.ts';
import { DescribedInputs, recordsIn, textOf } from './inputs.ts';

type Json = Readonly<Record<string, unknown>>;

/** Where a manifest was read from. */
export interface BundlePlace {
  /** The folder of an unpacked bundle; null for a bundle that is one file, or a text without a place. */
  readonly folder: string | null;
  readonly platform: 'darwin' | 'win32' | 'linux' | undefined;
}

/** Whether a file is the manifest of an MCP bundle. */
export function isBundleManifest(value: Json): boolean {
  const version = value.manifest_version ?? value.dxt_version ?? value.mcpb_version;
  return (typeof version === 'string' || typeof version === 'number') && isRecord(value.server);
}

/**
 * How the server of a bundle is started. What its user configures becomes variables, sensitive values without their defaults; the folder
 * of the bundle is a variable too where it is not known. Pure.
 */
export function readBundleManifest(manifest: Json, place: BundlePlace): DescribedServer {
  const name = textOf(manifest.name)?.trim().slice(0, 100) || 'bundle';
  const inputs = new DescribedInputs(name);
  const losses: DescribedLoss[] = [];
  const config = mergedConfig(manifest, place, losses);
  const tools = recordsIn(manifest.tools)
    .map((tool) => tool.name)
    .filter((tool) => typeof tool === 'string');
  if (tools.length > 0) {
    const shown = tools.slice(0, 10).join(', ') + (tools.length > 10 ? ` and ${tools.length - 10} more` : '');
    const message = `${name} says that it has ${tools.length} ${tools.length === 1 ? 'tool' : 'tools'}: ${shown}. The import asks the server for their definitions.`;
    losses.push({ path: ['tools'], severity: 'info', message });
  }
  if (config === null || typeof config.command !== 'string' || config.command.trim() === '') {
    losses.push({ path: ['server'], severity: 'warning', message: `${name} has no command in server.mcp_config.` });
    return { ways: [], losses, notes: inputs.notes };
  }
  const values = new BundleValues({ manifest, name, inputs, losses, place });
  const command = values.text(inBundle(config.command, manifest));
  const args = (Array.isArray(config.args) ? config.args : [])
    .slice(0, 1_000)
    .flatMap((arg) => values.argument(textOf(arg) ?? ''));
  const env = values.environment(isRecord(config.env) ? config.env : {});
  return {
    ways: [{ name, path: ['server', 'mcp_config'], entry: { command, args, env } }],
    losses,
    notes: inputs.notes,
  };
}

/** The configuration for this platform: what its override says replaces the same field. */
function mergedConfig({ server }: Json, { platform }: BundlePlace, losses: DescribedLoss[]): Json | null {
  const config = isRecord(server) && isRecord(server.mcp_config) ? server.mcp_config : null;
  const overrides = config && isRecord(config.platform_overrides) ? config.platform_overrides : null;
  if (!config || !overrides) return config;
  const own = platform !== undefined && isRecord(overrides[platform]) ? overrides[platform] : null;
  if (platform === undefined) {
    const message = `The bundle starts in other ways on ${Object.keys(overrides).slice(0, 5).join(', ')}; those are left out.`;
    losses.push({ path: ['server', 'mcp_config', 'platform_overrides'], severity: 'info', message });
  }
  if (!own) return config;
  const env = { ...(isRecord(config.env) ? config.env : {}), ...(isRecord(own.env) ? own.env : {}) };
  return { ...config, ...own, env };
}

/** The program of a binary bundle is named from its folder on. */
function inBundle(command: string, { server }: Json): string {
  const isOwn = isRecord(server) && server.type === 'binary' && /^[\w.-]+[\\/]/.test(command);
  return isOwn ? `\${__dirname}/${command}` : command;
}

/** Folders that a manifest names, from the home of the user on. */
const home = referenceTo('HOME');
const userFolders: Readonly<Record<string, string>> = {
  HOME: home,
  DESKTOP: `${home}/Desktop`,
  DOCUMENTS: `${home}/Documents`,
  DOWNLOADS: `${home}/Downloads`,
  '/': '/',
  pathSeparator: '/',
};

class BundleValues {
  readonly #config: Json;
  readonly #name: string;
  readonly #inputs: DescribedInputs;
  readonly #losses: DescribedLoss[];
  readonly #folder: string | null;

  constructor({
    manifest,
    name,
    inputs,
    losses,
    place,
  }: {
    readonly manifest: Json;
    readonly name: string;
    readonly inputs: DescribedInputs;
    readonly losses: DescribedLoss[];
    readonly place: BundlePlace;
  }) {
    this.#config = isRecord(manifest.user_config) ? manifest.user_config : {};
    this.#name = name;
    this.#inputs = inputs;
    this.#losses = losses;
    this.#folder = place.folder;
  }

  /** A text with its placeholders as references. */
  text(given: string): string {
    return given.replace(/\$\{([^{}]{1,200})\}/g, (whole, key: string) => {
      if (key === '__dirname') return this.#folderText();
      if (Object.hasOwn(userFolders, key)) return userFolders[key] ?? whole;
      const [, name] = /^user_config\.([\w.-]+)$/.exec(key) ?? [];
      return name === undefined ? whole : this.#reference(name);
    });
  }

  /** An argument; one that is a list of values becomes several. */
  argument(given: string): string[] {
    const [, name] = /^\$\{user_config\.([\w.-]+)\}$/.exec(given) ?? [];
    const option = name === undefined ? undefined : this.#option(name);
    if (name === undefined || option?.multiple !== true) return [this.text(given)];
    const fallback = Array.isArray(option.default) ? option.default.map(textOf).filter((text) => text !== null) : [];
    const message = `${name} takes several values. ${fallback.length > 0 ? 'Its defaults are taken over' : 'One variable stands for it'}; edit the arguments of the source to change them.`;
    this.#losses.push({ path: ['user_config', name], severity: 'info', message });
    return fallback.length > 0 ? fallback.slice(0, 100).map((text) => this.text(text)) : [this.#reference(name)];
  }

  /** Variables of the server. One whose only value is an option that nobody has to set is left out. */
  environment(env: Json): Record<string, string> {
    const kept: [string, string][] = [];
    for (const [name, value] of Object.entries(env)) {
      const given = textOf(value);
      if (given === null) continue;
      const [, key] = /^\$\{user_config\.([\w.-]+)\}$/.exec(given) ?? [];
      const option = key === undefined ? undefined : this.#option(key);
      if (option && option.required !== true && textOf(option.default) === null) {
        const message = `${name} of ${this.#name} is optional and is left out. Add it to the source if you need it.`;
        this.#losses.push({ path: ['server', 'mcp_config', 'env', name], severity: 'info', message });
      } else kept.push([name, this.#value(name, given)]);
    }
    return Object.fromEntries(kept);
  }

  /** A plain value becomes the default of the variable, so that nobody has to give it and everybody can. */
  #value(name: string, given: string): string {
    const text = this.text(given);
    const isLiteral = text === given && !decidesWhatRuns(name) && isPlainDefault(name, text);
    return isLiteral ? this.#inputs.reference(name, { secret: false, fallback: text }) : text;
  }

  #option(name: string): Json | undefined {
    const option = Object.hasOwn(this.#config, name) ? this.#config[name] : undefined;
    return isRecord(option) ? option : undefined;
  }

  #reference(name: string): string {
    const option = this.#option(name) ?? {};
    const secret = option.sensitive === true;
    const described = [option.title, option.description].filter((text) => typeof text === 'string' && text !== '');
    const fallback = textOf(option.default);
    return this.#inputs.reference(variableName(name), {
      description: described.join(': '),
      secret,
      // A default with a placeholder in it is a path of that user.
      fallback: fallback?.includes('${') ? null : fallback,
    });
  }

  #folderText(): string {
    if (this.#folder !== null) return this.#folder;
    const description = `Folder in which the bundle ${this.#name} is unpacked`;
    return this.#inputs.reference(`${variableName(this.#name)}_BUNDLE`, { description, secret: false });
  }
}
