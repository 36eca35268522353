/** Two, as a screen may draw what was typed a moment ago while an act asks for what is typed now. */
const rememberedValues = 2;

/**
 * A pure function that gives the value it gave before while it is given the same facts, field by field and lists entry by
 * entry: a component and an act derive what they know by one function, and it is worked out once.
 */
export function remembered<Facts extends object, Value>(derive: (facts: Facts) => Value): (facts: Facts) => Value {
  let known: readonly { readonly facts: Facts; readonly value: Value }[] = [];
  return (facts) => {
    const found = known.find((one) => isSame(one.facts, facts));
    if (found) return found.value;
    const value = derive(facts);
    known = [{ facts, value }, ...known.slice(0, rememberedValues - 1)];
    return value;
  };
}

function isSame<Facts extends object>(some: Facts, others: Facts): boolean {
  return (Object.keys(others) as (keyof Facts)[]).every((field) => isSameValue(some[field], others[field]));
}

function isSameValue(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (!Array.isArray(one) || !Array.isArray(other) || one.length !== other.length) return false;
  return one.every((entry, index) => Object.is(entry, other[index]));
}
