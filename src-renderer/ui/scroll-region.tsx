import type { ComponentProps } from 'react';

/** An area that scrolls by itself, so the keyboard can reach it. It needs a label or the role of a log. */
export function ScrollRegion({
  as: Element = 'section',
  ...props
}: ComponentProps<'section'> & { as?: 'section' | 'div' | 'ul' | 'pre' }) {
  // All of them take the attributes of any element.
  const Area = Element as 'section';
  return <Area tabIndex={0} {...props} />;
}
