import type { ClaimRule, PersonaRule } from '#shared/domain/gateway-server.ts';

/** A rule that fits the claims of a token. */
export interface FittingRule<Rule extends ClaimRule = PersonaRule> {
  /** Its place among the rules, from 0. */
  readonly index: number;
  readonly rule: Rule;
}

/** The rules that fit the claims of an access token, in their order. */
export function fittingRules<Rule extends ClaimRule>(
  rules: readonly Rule[],
  claims: Readonly<Record<string, unknown>>,
): readonly FittingRule<Rule>[] {
  return rules.flatMap((rule, index) => (fits(claimOf(claims, rule.claim), rule.value) ? [{ index, rule }] : []));
}

/** The value of a claim: by its whole name, else by the names between its dots. */
function claimOf(claims: Readonly<Record<string, unknown>>, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  let value: unknown = claims;
  for (const part of name.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined;
    value = (value as Record<string, unknown>)[part];
  }
  return value;
}

function fits(claim: unknown, wanted: string): boolean {
  if (typeof claim === 'string') return claim === wanted || claim.split(' ').includes(wanted);
  if (Array.isArray(claim)) return claim.some((one) => one === wanted);
  return typeof claim === 'number' || typeof claim === 'boolean' ? String(claim) === wanted : false;
}
