import type { MovePlan } from '#shared/domain/tuning/plan-move.ts';
import { formatCount } from '../../strings/count.ts';
import { strings } from '../../strings/tuner.ts';

const shownNames = 3;

/** What a move writes, before it is made: "Adds pattern shop.get_*". */
export function moveWords(plan: MovePlan): string {
  switch (plan.refused) {
    case 'search_off':
      return strings.moveLabels.toolSearchOffSo;
    case 'nothing_to_move':
      return plan.to === 'always'
        ? strings.moveLabels.theseToolsAreAlready
        : strings.moveLabels.theseToolsAreAlreadyDeferred;
    case 'shared_pattern':
      return strings.moveLabels.patternAlwaysLoads;
    case 'too_many':
      return strings.moveLabels.forSoManyTools;
    case null:
      return sentences(plan).join(' ');
  }
}

/** What a move did, in a few words: "shop.refund: always loaded". */
export function moveDone({ moved, to }: MovePlan): string {
  const where = to === 'always' ? strings.moveLabels.alwaysLoaded : strings.moveLabels.deferred;
  return moved.length === 1 ? `${moved[0]}: ${where}` : `${strings.moveLabels.tools(moved.length)}: ${where}`;
}

function sentences({ added, removed, declared, undeclared, to, moved }: MovePlan): string[] {
  const all: string[] = [];
  if (removed.length > 0 && added.length > 0) {
    all.push(strings.moveLabels.replacesWithWhichOthers(patterns(removed), names(added), added.length));
  } else if (removed.length > 0) {
    all.push(
      declared.length === 0
        ? strings.moveLabels.removesOnlyRule(patterns(removed), moved.length)
        : strings.moveLabels.removes(patterns(removed)),
    );
  } else if (added.length > 0) {
    all.push(strings.moveLabels.adds(patterns(added)));
  }
  if (declared.length > 0) all.push(strings.moveLabels.setsLoadingMode(to, names(declared)));
  if (undeclared.length > 0) all.push(strings.moveLabels.removesLoadingMode(names(undeclared)));
  return all;
}

function patterns(list: readonly string[]): string {
  return `${list.length === 1 ? 'pattern' : 'patterns'} ${names(list)}`;
}

function names(list: readonly string[]): string {
  const shown = list.slice(0, shownNames).join(', ');
  return list.length > shownNames ? strings.moveLabels.more(shown, formatCount(list.length - shownNames)) : shown;
}
