import type { MovePlan } from '#shared/domain/tuning/plan-move.ts';
import { formatCount, formatPlural } from '../../ui/format-number.ts';

const shownNames = 3;

/** What a move writes, before it is made: "Adds pattern shop.get_*". */
export function moveWords(plan: MovePlan): string {
  switch (plan.refused) {
    case 'search_off':
      return 'Tool search is off, so every tool is always loaded. Turn it on, or apply the preset for a large catalog.';
    case 'nothing_to_move':
      return plan.to === 'always' ? 'They are always loaded already.' : 'They are deferred already.';
    case 'shared_pattern':
      return 'A pattern keeps them always loaded together with a tool whose name has a star, which no pattern can name alone. Change the pattern by hand.';
    case 'too_many':
      return 'So many tools are better moved by one setting: apply the preset for a large catalog.';
    case null:
      return sentences(plan).join(' ');
  }
}

/** What a move did, in a few words: "shop.refund: always loaded". */
export function moveDone({ moved, to }: MovePlan): string {
  const where = to === 'always' ? 'always loaded' : 'deferred';
  return moved.length === 1 ? `${moved[0]}: ${where}` : `${formatPlural(moved.length, 'tool')}: ${where}`;
}

function sentences({ added, removed, declared, undeclared, to, moved }: MovePlan): string[] {
  const all: string[] = [];
  if (removed.length > 0 && added.length > 0) {
    all.push(
      `Replaces ${patterns(removed)} by ${names(added)}, which ${added.length === 1 ? 'keeps' : 'keep'} the others always loaded.`,
    );
  } else if (removed.length > 0) {
    const only =
      declared.length === 0 ? `, the only reason that ${moved.length === 1 ? 'it is' : 'they are'} always loaded` : '';
    all.push(`Takes out ${patterns(removed)}${only}.`);
  } else if (added.length > 0) {
    all.push(`Adds ${patterns(added)}.`);
  }
  if (declared.length > 0) all.push(`Sets loading_mode: ${to} for ${names(declared)}.`);
  if (undeclared.length > 0) all.push(`Takes loading_mode out of the overlay of ${names(undeclared)}.`);
  return all;
}

function patterns(list: readonly string[]): string {
  return `${list.length === 1 ? 'pattern' : 'patterns'} ${names(list)}`;
}

function names(list: readonly string[]): string {
  const shown = list.slice(0, shownNames).join(', ');
  return list.length > shownNames ? `${shown} and ${formatCount(list.length - shownNames)} more` : shown;
}
