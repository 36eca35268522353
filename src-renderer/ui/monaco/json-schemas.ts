import { editorSchema } from './editor-schema.ts';
import { loadJsonDefaults } from './load-monaco.ts';

const known = new Map<string, unknown>();

/**
 * Offers and explains what a schema says in the JSON text of a path, until the returned function is called. It marks no
 * mistake against the schema: those come from the core, as findings.
 */
export function offerSchema(uri: string, schema: unknown): () => void {
  known.set(uri, editorSchema(schema));
  void apply();
  return () => {
    known.delete(uri);
    void apply();
  };
}

async function apply(): Promise<void> {
  const jsonDefaults = await loadJsonDefaults();
  jsonDefaults.setDiagnosticsOptions({
    validate: true,
    schemaValidation: 'ignore',
    schemaRequest: 'ignore',
    enableSchemaRequest: false,
    schemas: [...known].map(([uri, schema]) => ({ uri: `${uri}#schema`, fileMatch: [uri], schema })),
  });
}
