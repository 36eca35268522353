import type { ComboboxLikeRenderOptionInput } from '@mantine/core';
import { cutText } from './cut-text.ts';
import { visibleString } from './hidden-characters.ts';

/** Something with a name that people choose, and what it is for. */
export interface Described {
  readonly name: string;
  readonly description?: string | undefined;
}

/** Properties of a `Select` whose options say below their name what they are for, in a list as wide as its words. */
export function describedOptions(all: readonly Described[]) {
  const descriptions = new Map(all.map(({ name, description }) => [name, description]));
  return {
    comboboxProps: { width: 'max-content', position: 'bottom-start' as const },
    maxDropdownHeight: 420,
    renderOption: ({ option }: ComboboxLikeRenderOptionInput<{ value: string; label: string }>) => {
      const description = descriptions.get(option.value);
      return (
        <span className="stack">
          {option.label}
          {description && <span className="dim">{visibleString(cutText(description, 120))}</span>}
        </span>
      );
    },
  };
}
