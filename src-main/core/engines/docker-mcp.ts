import { localName } from '../search/ranker/tool-texts.ts';
import { answerOf, type EngineTool, type MakeScoredEngine } from './scored-engine.ts';

/**
 * Emulates `mcp-find` of Docker's MCP gateway with its keyword strategy. Known from its published source: the whole query, in
 * lower case and without blanks around it, is looked for as a piece of text; a server counts the most of: its name, 100 when
 * equal and 50 when it has the query inside; a tool's name, 90 and 40; a tool's description, 30. Assumed: since `mcp-find` answers
 * with servers and we compare tools, the namespace stands for the server and each tool counts for itself. Left out: titles,
 * descriptions and images of servers, which a catalog does not have. Ties come in no order there, in that of the catalog here.
 */
export const makeDockerMcp: MakeScoredEngine = async (tools) => {
  const indexed = tools.map((tool) => ({
    name: tool.name,
    server: tool.namespace?.toLowerCase() ?? '',
    tool: localName(tool).toLowerCase(),
    description: tool.description.toLowerCase(),
  }));
  return {
    search(query, limit) {
      const wanted = query.trim().toLowerCase();
      if (wanted === '') return answerOf([], limit);
      const matches = indexed.flatMap((texts) => {
        const score = scoreOf(texts, wanted);
        return score > 0 ? [{ name: texts.name, score }] : [];
      });
      return answerOf(matches, limit);
    },
  };
};

interface Texts {
  readonly server: string;
  readonly tool: string;
  readonly description: EngineTool['description'];
}

function scoreOf({ server, tool, description }: Texts, wanted: string): number {
  const ofServer = server === wanted ? 100 : server.includes(wanted) ? 50 : 0;
  const ofTool = tool === wanted ? 90 : tool.includes(wanted) ? 40 : description.includes(wanted) ? 30 : 0;
  return Math.max(ofServer, ofTool);
}
