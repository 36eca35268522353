import { z } from 'zod';
import type { SkillMdProfile } from '#shared/domain/skill-validation.ts';
import type { claudeCodeKeys, standardKeys, vscodeKeys } from '../formats/skill-md-keys.ts';

/** What a key of the front matter may hold; the message follows "must be". */
export interface KeyRule {
  readonly schema: z.ZodType;
  readonly message: string;
}

export interface ProfileRules {
  /** The program whose rules these are, for messages. */
  readonly title: string;
  /** Without a name the folder's is taken. */
  readonly nameRequired: boolean;
  /** Lower case letters, digits and single hyphens; else any text on one line. */
  readonly namePattern: boolean;
  readonly nameIsFolder: boolean;
  readonly descriptionRequired: boolean;
  /** Longest description, code points; beyond it an error, or only the advice that it is cut. */
  readonly description: { readonly maximum: number; readonly isCut: boolean };
  readonly keys: Readonly<Record<string, KeyRule>>;
  /** What an unknown key is: an error, a warning, or nothing, where they are passed over by design. */
  readonly unknownKeys: 'error' | 'warning' | 'ignored';
  readonly collapsesSpace: boolean;
}

const text: KeyRule = { schema: z.string(), message: 'a text' };
const truth: KeyRule = { schema: z.boolean(), message: 'true or false' };
const textOrList: KeyRule = {
  schema: z.union([z.string(), z.array(z.string())]),
  message: 'a text or a list of texts',
};
const map: KeyRule = { schema: z.record(z.string(), z.unknown()), message: 'a map' };

const standard: Readonly<Record<(typeof standardKeys)[number], KeyRule>> = {
  license: text,
  compatibility: { schema: z.string().min(1).max(500), message: 'a text of 1 to 500 characters' },
  'allowed-tools': { schema: z.string(), message: 'one text, the tools with spaces between them' },
  metadata: { schema: z.record(z.string(), z.string()), message: 'a map of texts; put numbers in quotes' },
};

const claudeCode: Readonly<Record<(typeof claudeCodeKeys)[number], KeyRule>> = {
  when_to_use: text,
  'argument-hint': text,
  arguments: textOrList,
  'disable-model-invocation': truth,
  'user-invocable': truth,
  model: text,
  effort: { schema: z.enum(['low', 'medium', 'high', 'xhigh', 'max']), message: 'low, medium, high, xhigh or max' },
  context: { schema: z.literal('fork'), message: '"fork"' },
  agent: text,
  hooks: map,
  paths: textOrList,
  shell: { schema: z.enum(['bash', 'powershell']), message: 'bash or powershell' },
};

const vscode: Readonly<Record<(typeof vscodeKeys)[number], KeyRule>> = {
  'argument-hint': text,
  'user-invocable': truth,
  'disable-model-invocation': truth,
  context: text,
};

/**
 * The rules of each profile as their programs document them in 2026: the open format (agentskills.io/specification and its
 * reference validator), Claude Code's front matter reference, the loader of Codex, VS Code's page on agent skills.
 */
export const profileRules: Readonly<Record<SkillMdProfile, ProfileRules>> = {
  agentskills: {
    title: 'the Agent Skills format',
    nameRequired: true,
    namePattern: true,
    nameIsFolder: true,
    descriptionRequired: true,
    description: { maximum: 1024, isCut: false },
    keys: standard,
    unknownKeys: 'error',
    collapsesSpace: false,
  },
  'claude-code': {
    title: 'Claude Code',
    nameRequired: false,
    namePattern: true,
    nameIsFolder: false,
    descriptionRequired: false,
    description: { maximum: 1536, isCut: true },
    keys: { ...standard, metadata: map, 'allowed-tools': textOrList, ...claudeCode },
    unknownKeys: 'warning',
    collapsesSpace: false,
  },
  codex: {
    title: 'Codex',
    nameRequired: true,
    namePattern: false,
    nameIsFolder: false,
    descriptionRequired: true,
    description: { maximum: 1024, isCut: false },
    keys: {
      metadata: {
        schema: z.looseObject({ 'short-description': z.string().max(500).optional() }),
        message: 'a map whose short-description has at most 500 characters',
      },
    },
    unknownKeys: 'ignored',
    collapsesSpace: true,
  },
  vscode: {
    title: 'VS Code',
    nameRequired: true,
    namePattern: true,
    nameIsFolder: true,
    descriptionRequired: true,
    description: { maximum: 1024, isCut: false },
    keys: { ...standard, metadata: map, 'allowed-tools': textOrList, ...vscode },
    unknownKeys: 'warning',
    collapsesSpace: false,
  },
};
