/**
 * What a plugin says about itself, the same for every form. Null, or an empty list, where it says nothing. `extensions` is data
 * of single clients by their namespace, as Agent Plugins has it.
 */
export interface PluginMetadata {
  readonly name: string;
  /** Name for people. */
  readonly title: string | null;
  readonly version: string | null;
  readonly description: string | null;
  readonly author: PluginAuthor | null;
  readonly homepage: string | null;
  readonly repository: string | null;
  readonly license: string | null;
  readonly keywords: readonly string[];
  readonly extensions: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

export interface PluginAuthor {
  readonly name: string | null;
  readonly email: string | null;
  readonly url: string | null;
}

/**
 * A server of a plugin. In its texts `${PLUGIN_ROOT}` is the folder of the plugin, `${PLUGIN_DATA}` a folder that the client keeps
 * for it, and `${env:NAME}` or `${env:NAME:-default}` a variable of the user. A form translates these into its own words.
 */
export interface PluginServer {
  readonly name: string;
  readonly transport: PluginTransport;
}

export type PluginTransport =
  | {
      readonly type: 'stdio';
      readonly command: string;
      readonly args: readonly string[];
      readonly env: Readonly<Record<string, string>>;
      /** Null where the client decides. */
      readonly cwd: string | null;
    }
  | { readonly type: 'http' | 'sse'; readonly url: string; readonly headers: Readonly<Record<string, string>> };

/**
 * A skill of a plugin: the name of its folder, and its files with paths inside of that folder, with `/`. One that was read has its
 * SKILL.md only.
 */
export interface PluginSkill {
  readonly folder: string;
  readonly files: readonly { readonly path: string; readonly text: string }[];
}

/** A plugin without its form: this is what every form is read to and written from. */
export interface PluginBundle {
  readonly metadata: PluginMetadata;
  readonly skills: readonly PluginSkill[];
  readonly servers: readonly PluginServer[];
}

/** What a form cannot express. `name` is the name of the server or the skill, or of the plugin when the loss concerns all of it. */
export interface PluginLoss {
  readonly name: string;
  readonly field: string;
  readonly kind: 'changed' | 'lost';
  readonly message: string;
}

export const pluginRoot = `\${PLUGIN_ROOT}`;
export const pluginData = `\${PLUGIN_DATA}`;

/** Whether a text is a folder or its content: `${PLUGIN_ROOT}`, `${PLUGIN_ROOT}/bin`. */
export function liesBelow(text: string, root: string): boolean {
  return text === root || text.startsWith(`${root}/`);
}

/** Whether a path with `/` stays inside the folder that it starts from. */
export function staysInside(path: string): boolean {
  let depth = 0;
  for (const part of path.split(/[\\/]/)) {
    if (part === '..') depth--;
    else if (part !== '' && part !== '.') depth++;
    if (depth < 0) return false;
  }
  return !/^(?:[\\/]|[A-Za-z]:)/.test(path);
}
