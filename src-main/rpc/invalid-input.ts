import { PegboardError } from '#shared/errors.ts';

/** What a Standard Schema validator says of one place in the input. */
interface Issue {
  readonly message: string;
  readonly path?: ReadonlyArray<PropertyKey | { readonly key: PropertyKey }> | undefined;
}

const namedInMessage = 5;

/**
 * `invalid_input` whose message names the offending fields and whose `data.issues` lists `{path, message}` of each
 * (R15.13). A path reads like code, `files[0].name`; the input as a whole has the empty path.
 */
export function invalidInputError(issues: readonly Issue[]): PegboardError {
  const fields = issues.map((issue) => ({ path: formatPath(issue.path ?? []), message: issue.message }));
  const named = fields.slice(0, namedInMessage).map(({ path, message }) => `${path || 'the whole input'}: ${message}`);
  const more = fields.length > namedInMessage ? `; and ${fields.length - namedInMessage} more` : '';
  return new PegboardError('invalid_input', `Invalid input. ${named.join('; ')}${more}`, { data: { issues: fields } });
}

function formatPath(path: NonNullable<Issue['path']>): string {
  let text = '';
  for (const segment of path) {
    const key = typeof segment === 'object' ? segment.key : segment;
    if (typeof key === 'number') text += `[${key}]`;
    else text += text === '' ? String(key) : `.${String(key)}`;
  }
  return text;
}
