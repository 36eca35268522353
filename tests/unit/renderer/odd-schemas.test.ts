import { describe, expect, it } from 'vitest';
import { canBeForm, formField } from '../../../src-renderer/features/try-it/form-field.ts';
import { initialArguments } from '../../../src-renderer/features/try-it/initial-arguments.ts';
import { schemaChildren } from '../../../src-renderer/ui/schema-nodes.ts';
import { oddSchemas } from '../../support/odd-schemas.ts';

describe('schemas as servers send them', () => {
  it.each(oddSchemas.map((schema, i) => [i, schema] as const))(
    'are a tree and a form, such as number %i',
    (_i, schema) => {
      for (const node of schemaChildren(schema)) {
        expect(typeof node.type).toBe('string');
        for (const child of schemaChildren(node.schema, node.pointer)) {
          expect(child.pointer.startsWith(node.pointer)).toBe(true);
          expect(formField(child.schema, schema).shape.kind).toEqual(expect.any(String));
        }
      }
      expect(typeof canBeForm(schema)).toBe('boolean');
      expect(initialArguments(schema)).toEqual(expect.any(Object));
    },
  );
});
