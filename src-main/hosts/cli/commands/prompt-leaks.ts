import type { LeakReport } from '#shared/domain/leak-report.ts';
import { PegboardError } from '#shared/errors.ts';
import { type CommandContext, type CommandResult, withWorkspace } from '../command-context.ts';
import { plainText } from '../plain-text.ts';
import { type Reporter, table } from '../reporter.ts';
import type { PromptOptions } from './prompt.ts';

/** Hidden names that a terminal lists; json has them all. */
const shownNames = 40;

/** `pegboard prompt --leaks`: whether a persona's model could read what is hidden from it. Exit code 1 when it could. */
export async function promptLeaks(context: CommandContext, options: PromptOptions): CommandResult {
  const { profile, persona } = options;
  refuseOthers(options);
  return withWorkspace(context, async (services) => {
    for await (const event of services.leaks.check({ profile, persona }, { signal: context.io.signal })) {
      if (event.type === 'progress') continue;
      const { report } = event;
      context.reporter.result('prompt-leaks/1', { ...report }, () => describe(report, context.reporter));
      return report.found > 0 ? 1 : 0;
    }
    throw new Error('The check ended without a result.');
  });
}

/** Refuses options that it would ignore: it always checks the workspace as it is. Error: `usage`. */
function refuseOthers({ query, diff, at, diffAt }: PromptOptions): void {
  const [other] = Object.entries({ '--query': query, '--diff': diff, '--at': at, '--diff-at': diffAt }).find(
    ([, value]) => value !== undefined,
  ) ?? [null];
  if (other === null) return;
  throw new PegboardError('usage', `--leaks and ${other} exclude each other.`, {
    hint: `It reads every text of the workspace as it is now: leave ${other} out; you can combine it with --profile and --persona.`,
  });
}

function describe({ persona, hidden, ordinary, places, found }: LeakReport, reporter: Reporter): string {
  const who = plainText(persona ?? 'an agent without a persona');
  const rows = places.map((place) => [place.place, String(place.texts), String(place.characters), String(place.found)]);
  const leaks = places.flatMap(({ place, leaks: some }) =>
    some.map(({ name, asked, line, excerpt }) => {
      const after = asked === null ? '' : `, after ${plainText(asked)}`;
      return reporter.paint('red', `${plainText(name)} in ${place}, line ${line}${after}: ${plainText(excerpt)}`);
    }),
  );
  const why = hidden.slice(0, shownNames).map(({ name, kind, rule }) => [plainText(name), kind, plainText(rule)]);
  return [
    table([['hidden', 'what', 'by'], ...why], [false, false, false]),
    ...(hidden.length > shownNames ? [`… and ${hidden.length - shownNames} more; --format json lists them.`] : []),
    ...(ordinary.length > 0 ? [`Ordinary words, not searched for: ${plainText(ordinary.join(', '))}`] : []),
    table([['a model could read', 'texts', 'characters', 'found'], ...rows], [false, true, true, true]),
    ...leaks,
    found > 0
      ? reporter.paint('red', `${found} times the model of ${who} could read a hidden name.`)
      : hidden.length === 0
        ? `Nothing is hidden from ${who}: there is nothing to look for.`
        : `None of these texts contains any of the ${hidden.length} names that are hidden from ${who}, in any spelling of a provider.`,
  ].join('\n\n');
}
