/** Seed 004's BM25, written for the tests from the seed's formula and fed the texts alone. */
export interface SeedTool {
  readonly name: string;
  readonly description: string;
  readonly phrases?: readonly string[];
  readonly hypothetical_queries?: readonly string[];
  readonly usage_hint?: string;
  readonly category?: string;
}

/** score(D, Q) = Σ IDF · f·(k1 + 1) / (f + k1·(1 − b + b·|D|/avgDL)), f and |D| weighted 2 for the name and 1 for the rest. */
export function referenceSeedScores(
  tools: readonly SeedTool[],
  query: string,
  { k1, b }: { readonly k1: number; readonly b: number },
): ReadonlyMap<string, number> {
  const documents = tools.map((tool) => {
    const { phrases = [], hypothetical_queries = [], usage_hint = '', category = '' } = tool;
    const content = [tool.name, tool.description, hypothetical_queries, phrases, usage_hint, category].flat();
    const name = tokens(tool.name);
    return [...name, ...name, ...content.flatMap(tokens)];
  });
  const average = documents.reduce((sum, document) => sum + document.length, 0) / documents.length;
  const scores = new Map<string, number>();
  for (const [i, document] of documents.entries()) {
    let score = 0;
    for (const term of tokens(query)) {
      const frequency = document.filter((word) => word === term).length;
      const having = documents.filter((words) => words.includes(term)).length;
      const idf = Math.log((documents.length - having + 0.5) / (having + 0.5) + 1);
      const norm = k1 * (1 - b + (b * document.length) / average);
      if (frequency > 0) score += idf * ((frequency * (k1 + 1)) / (frequency + norm));
    }
    if (score > 0) scores.set(tools[i]?.name ?? '', score);
  }
  return scores;
}

function tokens(text: string): string[] {
  const runs = text.normalize('NFC').match(/[\p{L}\p{N}\p{M}_]+/gu) ?? [];
  return runs.map((run) => run.toLowerCase()).filter((run) => Array.from(run).length >= 2);
}
