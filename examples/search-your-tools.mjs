// Searches tools in memory as a model would, and shows why each was found.
// The tools are plain objects: those of an MCP server or of a model provider can be given as they are.
// Nothing is written and no process is started: the index lies in memory until `close`.
// To run it: npm install pegboard, then node search-your-tools.mjs "tell my team about the release"
// It prints the tools that were found, the best first, and the two tools that let a model search by itself.
import { createSearch } from 'pegboard';

const tools = [
  { name: 'mail.send', description: 'Send an e-mail to a person.', phrases: ['write to my boss'] },
  { name: 'chat.post', description: 'Post a message in a channel of the team.', tags: ['announce'] },
  { name: 'git.tag', description: 'Tag a commit as a release.' },
  { name: 'calendar.book', description: 'Book a meeting with people.' },
];

const query = process.argv[2] ?? 'tell my team about the release';
const search = createSearch(tools);
try {
  const { tools: found, explanation } = await search.search(query, { limit: 3, explain: true });
  for (const [i, { name, score }] of found.entries()) {
    const where = explanation?.hits[i]?.highlights.map(({ field, start, end }) => `${field} ${start}–${end}`);
    console.log(`${score.toFixed(2)}  ${name}  (${where?.join(', ') || 'by a word that means the same'})`);
  }
  console.log(`A model gets: ${search.definitions.map(({ name }) => name).join(', ')}`);
  const answer = await search.call('tool_search', { query, limit: 1 });
  console.log(`and reads: ${answer.text}`);
} finally {
  await search.close();
}
