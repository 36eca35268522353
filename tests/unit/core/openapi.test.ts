import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseCapturedTools } from '#core/catalog/captured-tools.ts';
import { normaliseTool } from '#core/catalog/normalise-tool.ts';
import { valueAtPointer } from '#core/catalog/openapi/references.ts';
import { sourceSchema } from '#shared/domain/source.ts';
import { isDestructive, type Tool } from '#shared/domain/tool.ts';
import { isPegboardError } from '#shared/errors.ts';
import { asPegboardError } from '../../support/as-pegboard-error.ts';
import { names, search, servicesWith } from '../../support/workspace.ts';

const folder = join(import.meta.dirname, '../../fixtures/openapi');
const files = readdirSync(folder);
const textOf = (file: string) => readFileSync(join(folder, file), 'utf8');

function read(text: string, file = 'api.json') {
  const [only] = parseCapturedTools(text, file);
  if (!only) throw new Error('The document has no tools.');
  const source = sourceSchema.parse({ name: 'api', path: 'x.json', format: only.format });
  const tools = only.tools.map((tool) => normaliseTool(tool, source));
  const told = (code: string) => only.findings.filter((one) => one.code === code).map(({ message }) => message);
  return { ...only, tools, told, tool: (name: string) => toolNamed(tools, name) };
}

function toolNamed(tools: readonly Tool[], name: string): Tool {
  const found = tools.find(({ upstream_name }) => upstream_name === name);
  if (!found)
    throw new Error(`There is no ${name} among ${tools.map(({ upstream_name }) => upstream_name).join(', ')}.`);
  return found;
}

function refusal(text: string, file: string): string {
  try {
    parseCapturedTools(text, file);
  } catch (error) {
    const { message, hint } = asPegboardError(error);
    return `${message} ${hint}`;
  }
  throw new Error(`${file} is not refused.`);
}

const api = (paths: object, more: object = {}) =>
  JSON.stringify({ openapi: '3.1.0', info: { title: 'T', version: '1' }, paths, ...more });
const ofSchema = (schema: unknown, more: object = {}, version = '3.1.0') =>
  read(
    api(
      { '/a': { post: { operationId: 'a', requestBody: { content: { 'application/json': { schema } } } } } },
      { openapi: version, ...more },
    ),
  );
const bodyOf = (schema: unknown, more: object = {}, version = '3.1.0') => {
  const { input_schema } = ofSchema(schema, more, version).tool('a');
  return (input_schema as { properties: { body: unknown } }).properties.body;
};

describe('an OpenAPI document', () => {
  it('becomes tools with names, descriptions, tags and side effects of its operations', () => {
    const { server, tools, format } = read(textOf('library-3.0.yaml'), 'library-3.0.yaml');
    expect([server, format]).toEqual(['Town Library', 'tools_list']);
    expect(tools.map((tool) => [tool.name, tool.description, tool.side_effects, isDestructive(tool)])).toEqual([
      ['api.findBooks', 'Find books. Words are sought in titles and authors.', 'read', false],
      ['api.addBook', 'Add a book', 'write', false],
      ['api.getBook', 'Get a book.', 'read', false],
      ['api.removeBook', 'Deprecated.\n\nRemove a book.', 'write', true],
    ]);
    expect(tools[0]?.tags).toEqual(['books']);
    expect(tools[0]?.extra._meta).toEqual({ 'pegboard/http': { method: 'GET', path: '/books' } });
  });

  it('gives arguments of every place of a request, with the words of OpenAPI 3.0 in those of JSON Schema', () => {
    const { tool } = read(textOf('library-3.0.yaml'));
    expect(tool('findBooks').input_schema).toEqual({
      type: 'object',
      properties: {
        branch: { type: ['string', 'null'], enum: ['north', 'south', null], description: 'Which branch.' },
        words: { type: 'string', minLength: 2, description: 'Words to find.' },
        page: { type: 'integer', exclusiveMinimum: 0, maximum: 500 },
        'Idempotency-Key': { type: 'string' },
        theme: { type: 'string' },
      },
      required: ['words'],
    });
    const author = {
      type: ['object', 'null'],
      properties: { name: { type: 'string' }, born: { type: ['integer', 'null'] } },
      description: 'Who wrote it.',
    };
    const isbn = { type: 'string', examples: ['9780000000001'] };
    expect(tool('addBook').input_schema.properties).toMatchObject({
      body: {
        type: 'object',
        required: ['isbn', 'title'],
        properties: { isbn, title: { type: 'string' }, author, secret_note: {}, 'x-shelf': {} },
      },
    });
    expect(tool('addBook').input_schema.required).toEqual(['body']);
    const answer = tool('addBook').output_schema as { properties: object };
    expect(Object.keys(answer.properties)).toEqual(['id', 'isbn', 'title', 'author', 'x-shelf']);
    expect(tool('getBook').input_schema.required).toEqual(['isbn']);
  });

  it('copies nothing that signs in, and says where it was', () => {
    const text = textOf('library-3.0.yaml');
    const { told, tools } = read(text);
    expect(told('openapi_auth_left_out')).toEqual([
      'components.securitySchemes.readerKey is a way to sign in and is left out.',
      'components.securitySchemes.login is a way to sign in and is left out.',
      'paths./books.get.parameters[2] is X-Reader-Key, which signs in, and is left out.',
      'paths./books.get.parameters[3] is Authorization, which signs in, and is left out.',
      'paths./books.get.parameters[5] is session_id, which signs in, and is left out.',
    ]);
    expect(JSON.stringify(tools)).not.toMatch(/user:pw|X-Reader-Key|Authorization|session_id|tokenUrl/);
    expect(told('openapi_part_left_out')).toEqual([
      'paths./books.get.parameters[4] is the header Accept, which each request sets itself.',
      'paths./books.post.requestBody.content has application/xml beside application/json, which is the one that is kept.',
    ]);
  });

  it('names an operation without an id, or with one that is taken, by its method and path', () => {
    expect(read(textOf('no-ids.yaml')).tools.map(({ upstream_name }) => upstream_name)).toEqual([
      'get_shops_shopId_orders',
      'put_shops_shopId_orders',
      'get_shops_shopId_orders_2',
      'head',
      'options',
    ]);
    const same = read(textOf('same-ids.yaml'));
    expect(same.tools.map(({ upstream_name }) => upstream_name)).toEqual([
      'run',
      'post_a',
      'repos_list_for_org',
      'post_b',
    ]);
    expect(same.told('openapi_name')).toEqual([
      'paths./a.post.operationId is the id of two operations; the tool is called post_a.',
      'paths./b.post.operationId is the id of two operations; the tool is called post_b.',
      'operationId has characters that a name cannot have (1): repos/list for org became repos_list_for_org.',
    ]);
  });

  it('keeps circular schemas as references to $defs, and replaces the others by what they mean', () => {
    const { tool } = read(textOf('recursive-3.1.json'));
    const node = {
      type: 'object',
      properties: {
        label: { type: ['string', 'null'] },
        left: { $ref: '#/$defs/Node' },
        right: { $ref: '#/$defs/Node', description: 'The other one.' },
        leaf: { allOf: [{ type: 'object', properties: { colour: { const: 'green' } } }, { minProperties: 1 }] },
      },
    };
    expect(tool('plantTree').input_schema).toEqual({
      type: 'object',
      properties: { body: { $ref: '#/$defs/Node' } },
      $defs: { Node: node },
    });
    expect(tool('plantTree').output_schema?.$defs).toEqual({ Node: node });
  });

  it('reads parameters with content, of one name in two places, and passes over broken ones', () => {
    const { tool, told } = read(textOf('parameters-with-content.json'));
    expect(tool('filterThings').input_schema).toEqual({
      type: 'object',
      properties: {
        filter: { type: 'object', properties: { size: { type: 'integer' } }, description: 'As JSON.' },
        id: { type: 'string' },
        id_query: { type: 'boolean', examples: [true] },
        page_token: { type: 'string' },
      },
      required: ['id'],
    });
    expect(told('openapi_part_left_out')).toHaveLength(2);
    expect(told('openapi_reference')).toEqual([
      'paths./things/{id}.get.parameters[7] refers to "#/components/parameters/None", which the document does not have, so it is left out.',
    ]);
  });

  it('reads bodies that are forms, files and texts', () => {
    const { tool, told } = read(textOf('bodies.yaml'));
    expect(tool('uploadPhoto').input_schema.properties).toEqual({
      body: {
        type: 'object',
        required: ['file'],
        properties: { file: { type: 'string', format: 'binary' }, name: { type: 'string' } },
        description: 'A photo with its name.',
      },
    });
    expect(tool('uploadPhoto').output_schema).toBeNull();
    expect(tool('replacePhoto').input_schema.properties).toEqual({
      body: { type: 'string', contentMediaType: 'image/png' },
    });
    expect(Object.keys(tool('renamePhoto').input_schema.properties as object)).toEqual(['body', 'request_body']);
    expect(told('openapi_part_left_out')).toEqual([
      'paths./notes.post.callbacks are calls that the API makes, so they are left out.',
      'paths./notes.post.requestBody has no content and is left out.',
    ]);
  });

  it('accepts null beside a choice of schemas', () => {
    const { tool } = read(textOf('discriminated-3.0.json'));
    const body = tool('pay').input_schema.properties as { body: { anyOf: unknown[] } };
    expect(body.body.anyOf[1]).toEqual({ type: 'null' });
    expect(JSON.stringify(body)).toContain('"exclusiveMaximum":1000');
    expect(JSON.stringify(body)).not.toContain('discriminator');
  });

  it('follows references within the document only, and says which it does not follow', () => {
    const { tool, told, tools } = read(textOf('references.json'));
    const argument = (name: string) => (tool(name).input_schema.properties as { a: unknown }).a;
    expect([argument('outside'), argument('file')]).toEqual([{}, {}]);
    expect([argument('escaped'), argument('part')]).toEqual([{ type: 'string', maxLength: 3 }, { type: 'integer' }]);
    expect(tools.map(({ upstream_name }) => upstream_name)).toContain('shared');
    expect(told('openapi_reference')).toEqual([
      'paths./circle refers to "#/components/pathItems/Circle", which means nothing but itself, so it is left out.',
      'paths./outside.get.parameters[0] refers to "https://example.com/schemas.json#/A" outside of the document, which Pegboard never fetches, so any value is accepted there.',
      'paths./file.get.parameters[0] refers to "other.yaml#/A" outside of the document, which Pegboard never fetches, so any value is accepted there.',
      'paths./missing.post.requestBody refers to "#/components/requestBodies/Nothing", which the document does not have, so it is left out.',
      'paths./itself.get.parameters[0] refers to "#/components/schemas/Itself", which means nothing but itself, so any value is accepted there.',
    ]);
  });

  it('imports the operations that it can read beside ones that it cannot', () => {
    const { tools, told, server } = read(textOf('odd-values.json'));
    expect([server, ...tools.map(({ upstream_name }) => upstream_name)]).toEqual([null, 'odd', 'proto']);
    expect(told('openapi_part_left_out')).toHaveLength(5);
    expect(Object.keys(tools[1]?.input_schema.properties as object)).toEqual(['__proto__', 'constructor']);
  });

  it.each([
    ['swagger-2.0.yaml', /is Swagger 2\.0, .* Convert it first.*npx -y swagger2openapi swagger-2\.0\.yaml/],
    ['webhooks-only.yaml', /with `webhooks` only\. Webhooks are calls that the API makes/],
    ['no-paths.json', /looks like an OpenAPI document, but has no `paths`\./],
    ['future.json', /looks like an OpenAPI document, but its version is "4\.0\.0"/],
  ])('is refused with the reason: %s', (file, reason) => {
    expect(refusal(textOf(file), file)).toMatch(reason);
  });

  it('is refused as YAML with line and column', () => {
    expect(refusal('openapi: 3.1.0\npaths:\n  /a: {get: [}\n', 'api.yaml')).toMatch(/^api\.yaml:3:\d+: /);
    expect(refusal('name: CI\non: push\n', 'ci.yml')).toMatch(/does not contain a list of tools.*keys name, on/);
  });

  it('uses JSON of a type of its own, and an example of a parameter', () => {
    const text = api({
      '/a': {
        get: {
          operationId: 'a',
          parameters: [{ name: 'n', in: 'query', example: 3, deprecated: true, schema: { type: 'integer' } }],
          responses: {
            default: { content: { 'application/json': { schema: { type: 'string' } } } },
            '202': { content: { 'text/html': {}, 'application/hal+json': { schema: { type: 'boolean' } } } },
          },
        },
      },
    });
    const { tool } = read(text);
    expect(tool('a').input_schema.properties).toEqual({ n: { type: 'integer', examples: [3], deprecated: true } });
    expect(tool('a').output_schema).toEqual({ type: 'boolean' });
  });

  it('can be imported, searched and imported again without a change', async () => {
    const services = await servicesWith([]);
    const file = { name: 'library.yaml', text: textOf('library-3.0.yaml') };
    const { sources } = await services.catalog.applyImport({ files: [file] });
    expect(sources.map(({ source, added }) => [source, added.length])).toEqual([['Town-Library', 4]]);
    expect(names(await search(services, { query: 'find books by an author' }))[0]).toBe('Town-Library.findBooks');
    const again = await services.catalog.planImport({ files: [file] });
    expect(again.sources[0]).toMatchObject({ added: [], changed: [], removed: [], unchanged: 4 });
  });
});

describe('schemas of OpenAPI', () => {
  it.each([
    [{ type: 'string', nullable: true }, { type: ['string', 'null'] }],
    [{ nullable: true }, {}],
    [{ enum: ['a'], nullable: true }, { anyOf: [{ enum: ['a'] }, { type: 'null' }] }],
    [{ minimum: 1, exclusiveMinimum: true }, { exclusiveMinimum: 1 }],
    [{ minimum: 1, exclusiveMinimum: false }, { minimum: 1 }],
    [{ exclusiveMaximum: true }, {}],
    [
      { type: 'array', items: { nullable: true, type: 'number' } },
      { type: 'array', items: { type: ['number', 'null'] } },
    ],
    [
      { example: 1, 'x-a': 1, xml: {}, externalDocs: {}, format: 'int32' },
      { format: 'int32', examples: [1] },
    ],
  ])('of 3.0 say %j as %j', (given, expected) => {
    expect(bodyOf(given, {}, '3.0.0')).toEqual(expected);
  });

  it('of 3.1 stay as they are', () => {
    const schema = { type: ['string', 'null'], const: 'a', exclusiveMinimum: 3, examples: ['a'], $comment: 'c' };
    expect(bodyOf(schema)).toEqual(schema);
    expect(bodyOf(true)).toBe(true);
  });

  it('that refer to each other exponentially stay small', () => {
    const depth = 200;
    const schemas = Object.fromEntries(
      Array.from({ length: depth }, (_, i) => [
        `S${i}`,
        {
          type: 'object',
          properties: { a: { $ref: `#/components/schemas/S${i + 1}` }, b: { $ref: `#/components/schemas/S${i + 1}` } },
        },
      ]),
    );
    const components = { schemas: { ...schemas, [`S${depth}`]: { type: 'string' } } };
    const { tool } = ofSchema({ $ref: '#/components/schemas/S0' }, { components });
    expect(JSON.stringify(tool('a').input_schema).length).toBeLessThan(400_000);
    expect(unresolved(tool('a').input_schema)).toEqual([]);
  });

  it('that are too deep or too large are cut, and the tool stays', () => {
    let deep: unknown = { type: 'string' };
    for (let i = 0; i < 300; i++) deep = { type: 'array', items: deep };
    const { tools, told } = ofSchema(deep);
    expect(tools).toHaveLength(1);
    expect(told('openapi_part_left_out').join()).toContain('too large');
    const wide = {
      type: 'object',
      properties: Object.fromEntries(
        Array.from({ length: 9_000 }, (_, i) => [`p${i}`, { type: 'object', properties: { a: {}, b: {} } }]),
      ),
    };
    expect(ofSchema(wide).told('openapi_part_left_out').join()).toContain('too large');
  });

  it('of every fixture are valid, and refer to nothing outside of themselves', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    for (const file of files) {
      if (/webhooks-only|no-paths|swagger|future/.test(file)) continue;
      for (const { name, input_schema, output_schema } of read(textOf(file)).tools) {
        for (const schema of [input_schema, output_schema ?? {}]) {
          expect(() => ajv.compile(schema), `${file} ${name}`).not.toThrow();
          expect(unresolved(schema), `${file} ${name}`).toEqual([]);
        }
      }
    }
  });

  it('keep of `required` only the names', () => {
    const schema = { type: 'object', properties: { id: {} }, required: ['id', { $ref: '#/components/schemas/A' }, 3] };
    expect(bodyOf(schema)).toMatchObject({ required: ['id'] });
  });

  it('of any form give a schema or a refusal, never a failure', () => {
    const keys = fc.constantFrom(
      'type',
      'properties',
      '$ref',
      'items',
      'allOf',
      'nullable',
      'required',
      '$defs',
      'x-a',
      'enum',
    );
    const pointers = fc.constantFrom(
      '#',
      '#/',
      '#/paths',
      '#/components/schemas/A',
      '#/components/schemas/B',
      'a#b',
      '#/%',
    );
    const { schema } = fc.letrec((tie) => ({
      schema: fc.oneof(
        { maxDepth: 4 },
        fc.jsonValue({ maxDepth: 1 }),
        pointers,
        fc.array(tie('schema'), { maxLength: 3 }),
        fc.dictionary(fc.oneof({ weight: 4, arbitrary: keys }, fc.string()), tie('schema'), { maxKeys: 4 }),
        fc.record({ $ref: pointers }),
        fc.constant({ toString: 1 }),
      ),
    }));
    fc.assert(
      fc.property(schema, schema, schema, fc.constantFrom('3.0.0', '3.1.0'), (a, b, used, version) => {
        try {
          const { tools } = ofSchema(used, { components: { schemas: { A: a, B: b } } }, version);
          for (const { input_schema } of tools) expect(unresolved(input_schema)).toEqual([]);
        } catch (error) {
          if (!isPegboardError(error)) throw error;
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('a mutated OpenAPI document', () => {
  it.each(files)('is read or refused with a clear error: %s', (file) => {
    const text = textOf(file);
    const piece = fc.constantFrom(
      '',
      '{',
      '}',
      '[',
      ']',
      ': ',
      '"',
      '\n',
      '- ',
      '$ref',
      '#/',
      'null',
      '&a ',
      '*a',
      '\u0000',
      '9e999',
    );
    const edit = fc.tuple(fc.nat(text.length), fc.nat(20), piece);
    fc.assert(
      fc.property(fc.array(edit, { minLength: 1, maxLength: 4 }), (edits) => {
        let changed = text;
        for (const [at, length, added] of edits) changed = changed.slice(0, at) + added + changed.slice(at + length);
        try {
          for (const { tools } of parseCapturedTools(changed, file)) expect(Array.isArray(tools)).toBe(true);
        } catch (error) {
          if (!isPegboardError(error)) throw error;
          expect(error.message).not.toBe('');
          expect(error.hint).toBeTruthy();
        }
      }),
      { numRuns: 60 },
    );
  });
});

/** References of a schema that lead to nothing in it, or out of it. */
function unresolved(schema: Readonly<Record<string, unknown>>): string[] {
  const found: string[] = [];
  const look = (value: unknown, isMap: boolean) => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, member] of Object.entries(value)) {
      if (key === '$ref' && !isMap && typeof member === 'string' && valueAtPointer(schema, member) === undefined)
        found.push(member);
      else if (!['enum', 'const', 'default', 'examples'].includes(key) || isMap)
        look(
          member,
          !isMap && ['properties', '$defs', 'patternProperties', 'dependentSchemas', 'definitions'].includes(key),
        );
    }
  };
  look(schema, false);
  return found;
}
