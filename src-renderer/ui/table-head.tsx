import type { ComponentProps, ReactNode } from 'react';

type Attributes = Omit<ComponentProps<'th'>, 'children'> & { readonly [data: `data-${string}`]: unknown };
type Column = string | (Attributes & { readonly text: ReactNode });

/** The head of a table: a word over each column, alone or with its attributes. */
export function TableHead({ columns }: { columns: readonly Column[] }) {
  const cells: ReactNode[] = [];
  for (const column of columns) {
    const { text, ...attributes } = typeof column === 'string' ? { text: column } : column;
    cells.push(
      <th key={cells.length} scope="col" {...attributes}>
        {text}
      </th>,
    );
  }
  return (
    <thead>
      <tr>{cells}</tr>
    </thead>
  );
}

/** The word over a column of numbers. */
export const numeric = (text: ReactNode, attributes: Attributes = {}) => ({
  text,
  'data-numeric': true,
  ...attributes,
});
