import type { AuditInput } from '#core/audit/audit-tool.ts';
import { asRecord, walkJson } from '#core/json/json-walk.ts';

/**
 * The texts of a captured file that reach a model and are not tools: the instructions of a server (the answer to `initialize`), and
 * prompts (the answer to `prompts/list`). None where the file is not JSON.
 */
export function serverTexts(text: string): AuditInput[] {
  const root = parsed(text);
  const found: AuditInput[] = [];
  for (const { value } of walkJson(root)) {
    const body = asRecord(value);
    if (!body) continue;
    const isServer = 'serverInfo' in body || 'protocolVersion' in body || Array.isArray(body.tools);
    if (isServer && typeof body.instructions === 'string') {
      found.push({ name: 'instructions', is_text: true, description: body.instructions });
    }
    if (Array.isArray(body.prompts)) found.push(...body.prompts.flatMap(promptInput));
    if (found.length > 1000) break;
  }
  return found;
}

function promptInput(value: unknown): AuditInput[] {
  const prompt = asRecord(value);
  if (typeof prompt?.name !== 'string') return [];
  const { name, title, description, arguments: args, messages } = prompt;
  return [
    {
      name,
      is_text: true,
      title: typeof title === 'string' ? title : null,
      description: typeof description === 'string' ? description : '',
      extra: { arguments: args, messages },
    },
  ];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
