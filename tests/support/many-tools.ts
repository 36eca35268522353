import type { TestTool } from './workspace.ts';

const verbs = ['create', 'list', 'get', 'update', 'delete', 'search', 'archive', 'export', 'merge', 'assign'];
const nouns = [
  'issue',
  'invoice',
  'ticket',
  'calendar event',
  'file',
  'message',
  'repository',
  'order',
  'report',
  'user',
];

/** Any number of tools of ten namespaces, all with different names and descriptions; the same on every call. */
export function manyTools(count: number): TestTool[] {
  return Array.from({ length: count }, (_, i) => {
    const verb = verbs[i % 10] ?? '';
    const noun = nouns[Math.floor(i / 10) % 10] ?? '';
    return {
      name: `service${i % 97}.${verb}_${noun.replace(' ', '_')}_${i}`,
      description: `${verb[0]?.toUpperCase()}${verb.slice(1)} one ${noun} of project ${i}. Use it when variant ${i % 13} is meant.`,
      tags: [noun, `group${i % 29}`],
      inputSchema: {
        type: 'object',
        properties: { id: { type: 'string', description: `Identifier of the ${noun}.` } },
        required: ['id'],
      },
    };
  });
}
