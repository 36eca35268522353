/** Keys of a tool's `_meta` that hosts with a tool search of their own read. Claude Code defines them; any MCP server may write them. */
export const hostHintKeys = {
  /** `true`: the host always loads the definition. */
  alwaysLoad: 'anthropic/alwaysLoad',
  /** A text that the search of the host reads. */
  searchHint: 'anthropic/searchHint',
  /** How many characters of a result the host gives the model before it saves the rest elsewhere. */
  maxResultSizeChars: 'anthropic/maxResultSizeChars',
} as const;

/** The largest number of characters that hosts accept for a result. */
export const mostResultChars = 500_000;
