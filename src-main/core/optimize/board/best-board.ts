/** Tools that save tokens together: the saving counts when every one of them is on the board. */
export interface Bundle {
  /** Places in `costs`; each of them once. */
  readonly tools: readonly number[];
  readonly saves: number;
}

/** Which tools to put on a board. All numbers are tokens of the same kind; sizes are in the units of the limits. */
export interface BoardProblem {
  /** What each tool costs when it is on the board; negative where it pays to keep it whatever it saves. */
  readonly costs: readonly number[];
  /** Sizes of each tool, one for each limit. */
  readonly sizes: readonly (readonly number[])[];
  /** What the sizes may add up to; infinite for no limit. */
  readonly limits: readonly number[];
  readonly bundles: readonly Bundle[];
}

export interface BoardSolution {
  /** Places of the tools on the board, in ascending order. */
  readonly tools: readonly number[];
  /** What the bundles save, less what the tools cost. */
  readonly value: number;
  /** No board is worth more than this. */
  readonly bound: number;
  /** Whether the search ended: no board is worth more than this one. */
  readonly exact: boolean;
}

/** Work of one search, counted in bundles and tools that it looks at: about a second. */
const mostWork = 2_000_000;
/** Values this near are the same: sums of fractions. */
const tolerance = 1e-9;

/**
 * The board that is worth most within the limits. Branch and bound: a bundle's saving is divided among its tools, which makes the rest a
 * knapsack whose fractional solution bounds every board below. Where the work is used up, the best board so far comes back with the bound.
 */
export function bestBoard(problem: BoardProblem, work = mostWork): BoardSolution {
  const search = new BoardSearch(problem, work);
  return search.run();
}

/** The worth of a board: what its bundles save, less what its tools cost. */
export function boardValue({ costs, bundles }: BoardProblem, tools: ReadonlySet<number>): number {
  let value = 0;
  for (const tool of tools) value -= costs[tool] ?? 0;
  for (const bundle of bundles) if (bundle.tools.every((tool) => tools.has(tool))) value += bundle.saves;
  return value;
}

const free = 0;
const inside = 1;
const outside = 2;

/** A branch that waits: what is decided in it, and what it can be worth at most. */
interface Branch {
  readonly states: Uint8Array;
  readonly bound: number;
}

class BoardSearch {
  readonly #problem: BoardProblem;
  readonly #bundles: readonly Bundle[];
  #work: number;
  #best: { tools: ReadonlySet<number>; value: number };

  constructor(problem: BoardProblem, work: number) {
    this.#problem = problem;
    this.#bundles = joinedBundles(problem.bundles);
    this.#work = work;
    this.#best = { tools: new Set(), value: 0 };
  }

  run(): BoardSolution {
    const start = new Uint8Array(this.#problem.costs.length);
    for (const [tool] of this.#problem.costs.entries()) if (!this.#isWorthATry(tool)) start[tool] = outside;
    const open: Branch[] = [{ states: start, bound: Number.POSITIVE_INFINITY }];
    for (let branch = open.pop(); branch; branch = open.pop()) {
      if (branch.bound <= this.#best.value + tolerance) continue;
      if (this.#work <= 0) {
        open.push(branch);
        break;
      }
      for (const next of this.#branches(branch)) if (next.bound > this.#best.value + tolerance) open.push(next);
    }
    const left = open.reduce((most, { bound }) => Math.max(most, bound), this.#best.value);
    return {
      tools: [...this.#best.tools].sort((a, b) => a - b),
      value: this.#best.value,
      bound: Number.isFinite(left) ? left : this.#boundOf(start).bound,
      exact: open.length === 0,
    };
  }

  /** Whether any board is better with the tool: all that its bundles save is more than it costs, and it fits alone. */
  #isWorthATry(tool: number): boolean {
    const { costs, sizes, limits } = this.#problem;
    const most = this.#bundles.reduce((sum, { tools, saves }) => (tools.includes(tool) ? sum + saves : sum), 0);
    return most > (costs[tool] ?? 0) && limits.every((limit, i) => (sizes[tool]?.[i] ?? 0) <= limit);
  }

  #take(tools: ReadonlySet<number>): void {
    const value = boardValue({ ...this.#problem, bundles: this.#bundles }, tools);
    if (value > this.#best.value + tolerance) this.#best = { tools, value };
  }

  /** Bounds a branch, takes what its bound suggests, and divides it by one tool; the promising half comes last. */
  #branches({ states, bound: above }: Branch): Branch[] {
    const { bound, on, splits } = this.#boundOf(states);
    this.#take(on);
    if (splits === null || bound <= this.#best.value + tolerance) return [];
    const limit = Math.min(bound, above);
    const halves = [outside, inside].map((state) => ({ states: Uint8Array.from(states), bound: limit, state }));
    for (const half of halves) half.states[splits] = half.state;
    return halves.filter((half) => this.#fits(half.states));
  }

  #fits(states: Uint8Array): boolean {
    const { sizes, limits } = this.#problem;
    return limits.every((limit, i) => {
      let used = 0;
      for (let tool = 0; tool < states.length; tool++) if (states[tool] === inside) used += sizes[tool]?.[i] ?? 0;
      return used <= limit;
    });
  }

  /**
   * What a branch is worth at most; a board that fits, made of what the bound takes whole; and the tool to divide the branch by, null
   * where that board is worth the bound.
   */
  #boundOf(states: Uint8Array): { bound: number; on: ReadonlySet<number>; splits: number | null } {
    const { costs, sizes, limits } = this.#problem;
    const room = [...limits];
    const on = new Set<number>();
    let certain = 0;
    for (let tool = 0; tool < states.length; tool++) {
      if (states[tool] !== inside) continue;
      on.add(tool);
      certain -= costs[tool] ?? 0;
      for (let i = 0; i < room.length; i++) room[i] = (room[i] ?? 0) - (sizes[tool]?.[i] ?? 0);
    }
    const { gained, worth, divided } = this.#shares(states);
    const knapsack = () => tightest(states, { worth, sizes, room });
    let packed = knapsack();
    for (let pass = 0; pass < sharePasses && divided.length > 0; pass++) {
      this.#work -= divided.length;
      for (const one of divided) shiftParts(one, (tool) => (worth[tool] ?? 0) - packed.needed(tool), worth);
      const next = knapsack();
      if (next.most < packed.most) packed = next;
    }
    let splits: number | null = null;
    for (const tool of packed.order) {
      if (room.every((left, i) => (sizes[tool]?.[i] ?? 0) <= left)) {
        on.add(tool);
        for (let i = 0; i < room.length; i++) room[i] = (room[i] ?? 0) - (sizes[tool]?.[i] ?? 0);
      } else splits ??= tool;
    }
    const bound = certain + gained + packed.most;
    const reached = boardValue({ ...this.#problem, bundles: this.#bundles }, on);
    if (reached >= bound - tolerance) return { bound, on, splits: null };
    return { bound, on, splits: splits ?? this.#mostTorn(states, on) };
  }

  /** A free tool that the bound left out of a bundle that it counts in part; the bundle that saves most. */
  #mostTorn(states: Uint8Array, on: ReadonlySet<number>): number | null {
    let torn: number | null = null;
    let most = -1;
    for (const { tools, saves } of this.#bundles) {
      if (saves <= most || tools.some((tool) => states[tool] === outside)) continue;
      const left = tools.find((tool) => states[tool] === free && !on.has(tool));
      if (left === undefined || !tools.some((tool) => on.has(tool))) continue;
      torn = left;
      most = saves;
    }
    const next = states.indexOf(free);
    return torn ?? (next < 0 ? null : next);
  }

  /** What is gained already, and what each free tool is worth when every bundle is divided evenly among its free tools. */
  #shares(states: Uint8Array): { gained: number; worth: Float64Array; divided: readonly Divided[] } {
    const { costs } = this.#problem;
    const worth = Float64Array.from(costs, (cost) => -cost);
    const divided: Divided[] = [];
    let gained = 0;
    this.#work -= this.#bundles.length + costs.length;
    for (const { tools, saves } of this.#bundles) {
      if (tools.some((tool) => states[tool] === outside)) continue;
      const open = tools.filter((tool) => states[tool] === free);
      if (open.length === 0) gained += saves;
      const part = saves / open.length;
      for (const tool of open) worth[tool] = (worth[tool] ?? 0) + part;
      if (open.length > 1) divided.push({ tools: open, parts: open.map(() => part) });
    }
    return { gained, worth, divided };
  }
}

/** A bundle with the part of its saving that each of its free tools has. */
interface Divided {
  readonly tools: readonly number[];
  readonly parts: number[];
}

/** How often parts are shifted to lower a bound. However they are divided, the sum bounds every board. */
const sharePasses = 6;

/** Gives of a bundle to its tools that are not worth their place yet, from those that are worth more than needed. */
function shiftParts({ tools, parts }: Divided, over: (tool: number) => number, worth: Float64Array): void {
  for (const [to, poor] of tools.entries()) {
    for (const [from, rich] of tools.entries()) {
      const missing = -over(poor);
      if (missing <= 0) break;
      const amount = Math.min(missing, over(rich), parts[from] ?? 0);
      if (amount <= 0) continue;
      parts[from] = (parts[from] ?? 0) - amount;
      parts[to] = (parts[to] ?? 0) + amount;
      worth[rich] = (worth[rich] ?? 0) - amount;
      worth[poor] = (worth[poor] ?? 0) + amount;
    }
  }
}

interface Packed {
  /** The most that the free tools bring, when the last one may be taken in part. */
  readonly most: number;
  /** Those that are worth anything, the densest first. */
  readonly order: readonly number[];
  /** What a tool must be worth for its size to have a place. */
  readonly needed: (tool: number) => number;
}

/** The fractional knapsack of the limit that bounds most. */
function tightest(
  states: Uint8Array,
  {
    worth,
    sizes,
    room,
  }: { readonly worth: Float64Array; readonly sizes: BoardProblem['sizes']; readonly room: readonly number[] },
): Packed {
  const wanted: number[] = [];
  for (let tool = 0; tool < states.length; tool++) {
    if (states[tool] === free && (worth[tool] ?? 0) > tolerance) wanted.push(tool);
  }
  const packs = room.map((limit, i) =>
    fractional(wanted, { worth, sizeOf: (tool) => sizes[tool]?.[i] ?? 0, room: limit }),
  );
  return packs.reduce((least, one) => (one.most < least.most ? one : least));
}

function fractional(
  wanted: readonly number[],
  given: { readonly worth: Float64Array; readonly sizeOf: (tool: number) => number; readonly room: number },
): Packed {
  const { worth, sizeOf } = given;
  const worthOf = (tool: number) => worth[tool] ?? 0;
  const order = wanted.toSorted((a, b) => worthOf(b) * sizeOf(a) - worthOf(a) * sizeOf(b) || a - b);
  let { room } = given;
  let most = 0;
  for (const tool of order) {
    const size = sizeOf(tool);
    if (size > room) {
      const rate = worthOf(tool) / size;
      return { most: most + rate * room, order, needed: (other) => rate * sizeOf(other) };
    }
    most += worthOf(tool);
    room -= size;
  }
  return { most, order, needed: () => 0 };
}

/** Bundles of the same tools as one. */
function joinedBundles(bundles: readonly Bundle[]): Bundle[] {
  const joined = new Map<string, Bundle>();
  for (const { tools, saves } of bundles) {
    const sorted = [...new Set(tools)].sort((a, b) => a - b);
    const key = sorted.join(' ');
    joined.set(key, { tools: sorted, saves: (joined.get(key)?.saves ?? 0) + saves });
  }
  return [...joined.values()].filter(({ tools, saves }) => tools.length > 0 && saves > 0);
}
