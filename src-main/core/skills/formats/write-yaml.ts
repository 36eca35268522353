import { Document, visit } from 'yaml';

/** A map as YAML that our reader reads back to the same values; keys in their order, long texts as blocks. */
export function writeYaml(value: Readonly<Record<string, unknown>>): string {
  const document = new Document(value, { version: '1.2', aliasDuplicateObjects: false });
  visit(document, {
    Scalar: (_, node) => {
      // As a block, the library writes spaces before the first line break so that they read back as indentation.
      if (typeof node.value === 'string' && /^\s*\n/.test(node.value)) node.type = 'QUOTE_DOUBLE';
    },
  });
  const text = document.toString({ lineWidth: 0, flowCollectionPadding: false });
  // A line that starts like the end of front matter must not: only a key can.
  return /^---/m.test(text) ? document.toString({ lineWidth: 0, defaultKeyType: 'QUOTE_DOUBLE' }) : text;
}
