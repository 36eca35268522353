/**
 * What hosts take of skills and tools. They change without notice, so they are here and nowhere else, each with its origin
 * and when; the tests at the boundaries read them from here.
 */

/** Characters of a token, as both programs reckon. */
export const charactersOfToken = 4;

/** Read on 20 November 2026. */
export const claudeCodeSkills = {
  host: 'Claude Code',
  /** Share of the context window; the setting is skillListingBudgetFraction. */
  share: 0.01,
  /** The limit when the window is not known. */
  fallbackCharacters: 8_000,
  /** Longest description; the setting is skillListingMaxDescChars. */
  description: 1_536,
  rule: '1 % of the context window; a description has at most 1,536 characters. Names stay; the host drops the descriptions of the least used skills first. Pegboard does not know the use, so it drops them from the last name on.',
  source: 'https://code.claude.com/docs/en/skills',
} as const;

/** Read on 20 November 2026; the constants in codex-rs/core-skills/src/render.rs say the same. */
export const codexSkills = {
  host: 'Codex',
  share: 0.02,
  fallbackCharacters: 8_000,
  description: 1_024,
  rule: '2 % of the context window in tokens, 8,000 characters where the window is not known; a description has at most 1,024 characters. Descriptions are shortened first, then skills are left out.',
  source: 'https://developers.openai.com/codex/skills',
} as const;

/** Caps of tools, read on 20 November 2026. */
export const toolCaps = [
  {
    host: 'Cursor until 2025',
    cap: 40,
    effect: 'cut',
    rule: 'The first 40 tools are sent to the agent.',
    source: 'https://docs.cursor.com/context/model-context-protocol',
  },
  {
    host: 'Cursor',
    cap: 80,
    effect: 'warned',
    rule: 'It warns of more than 80 tools over all servers.',
    source: 'https://github.com/Snowflake-Labs/mcp/issues/77',
  },
  {
    host: 'VS Code',
    cap: 128,
    effect: 'refused',
    rule: 'A chat request takes at most 128 tools.',
    source: 'https://code.visualstudio.com/docs/copilot/chat/chat-agent-mode',
  },
  {
    host: 'OpenAI Chat Completions',
    cap: 128,
    effect: 'refused',
    rule: 'A request with more than 128 tools is refused.',
    source: 'https://developers.openai.com/api/docs/guides/function-calling',
  },
] as const;

/** From which share of the context window on definitions should be found rather than loaded. */
export const searchRule = {
  from: 0.01,
  to: 0.05,
  rule: 'Load all tools below 1 % of the context window, consider a search from 1 %, and use one from 5 %.',
  source: 'https://modelcontextprotocol.io/docs/develop/clients/client-best-practices',
} as const;
