import {
  type EconomicsInput,
  economicsInputSchema,
  type HiddenCost,
  type MeasuredEconomics,
} from '#shared/domain/economics.ts';
import { seedHiddenCosts } from '#shared/domain/economics-sources.ts';
import { strings } from '../../strings/costs.ts';

export interface TypedEconomics {
  readonly typed: Readonly<Record<string, string>>;
  readonly hidden: readonly HiddenCost[];
}

/** The inputs that follow from what is typed, or what is wrong with it. */
export interface EconomicsInputs {
  /** The inputs that the user gave; the others are measured values or defaults. */
  readonly given: Readonly<Record<string, unknown>>;
  /** Null while something is wrong. */
  readonly inputs: EconomicsInput | null;
  /** What is wrong, by field; that of the mix as a whole by `mix`. */
  readonly errors: Readonly<Record<string, string>>;
}

const choices: ReadonlySet<string> = new Set(['accumulation', 'hidden_costs_count']);

/** What is typed as inputs, with the same defaults and the same measured values that `pegboard economics` takes (R17.36–R17.41). */
export function economicsInputsOf(
  measured: MeasuredEconomics | null,
  { typed, hidden }: TypedEconomics,
): EconomicsInputs {
  const errors: Record<string, string> = {};
  const fields: Record<string, unknown> = {};
  const costs: Record<string, number> = {};
  const mix: Record<string, number> = {};
  for (const [field, text] of Object.entries(typed)) {
    const value = choices.has(field) ? text : readNumber(field, text.trim());
    const [group, key] = field.split('.');
    if (value === undefined) errors[field] = strings.economicsInputs.enterNumber;
    else if (key === undefined) fields[field] = value;
    else if (typeof value === 'number') (group === 'mix' ? mix : costs)[key] = value;
  }
  const given = {
    ...fields,
    ...(Object.keys(mix).length > 0 ? { mix: { ...economicsInputSchema.shape.mix.parse(undefined), ...mix } } : {}),
    ...(hidden.length > 0
      ? { hidden_costs: Object.fromEntries(hidden.map((cost) => [cost, costs[cost] ?? seedHiddenCosts[cost]])) }
      : {}),
  };
  const parsed = economicsInputSchema.safeParse({
    ...measured?.inputs,
    // With prompts of the workspace, the rate is computed from them.
    ...(measured ? { savings_rate: null } : {}),
    ...given,
  });
  for (const { path, message } of parsed.error?.issues ?? []) errors[path.join('.')] ??= `${message}.`;
  return { given, inputs: parsed.success && Object.keys(errors).length === 0 ? parsed.data : null, errors };
}

function readNumber(field: string, text: string): number | null | undefined {
  if (field === 'savings_rate' && text === 'computed') return null;
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : undefined;
}
