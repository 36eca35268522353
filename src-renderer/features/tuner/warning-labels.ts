import type { PatternWarning } from '#shared/domain/tuning/pattern-matches.ts';
import { formatPlural } from '../../ui/format-number.ts';

/** A warning about a pattern, and what to do. */
export function warningWords(warning: PatternWarning): string {
  switch (warning.kind) {
    case 'no_match':
      return 'Matches no tool of this catalog. Correct it, or take it out.';
    case 'shadowed':
      return `Says nothing new: ${warning.by} matches all that it matches.`;
    case 'overrides_overlay': {
      const [first, ...others] = warning.names;
      const more = others.length === 0 ? '' : ` and ${formatPlural(others.length, 'more')}`.replace(/s$/, '');
      return `Puts ${first}${more} back on the board, which an overlay defers. Narrow it, or take the overlay’s loading_mode out.`;
    }
  }
}
