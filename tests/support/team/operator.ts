import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import type { Evidence } from './evidence.ts';
import { deskName } from './judge.ts';
import { deskTools, type TeamPlace, type TeamSize, writeVersion } from './workspace.ts';

const bin = resolve(import.meta.dirname, '../../../src-main/hosts/cli/bin.mjs');

/** Somebody who approves tools, makes tokens and replaces the catalog meanwhile, by commands as a person would. */
export class Operator {
  readonly #place: TeamPlace;
  readonly #size: TeamSize;
  readonly #evidence: Evidence;
  readonly #env: Readonly<Record<string, string>>;
  readonly #shown = new Map<string, Set<string>>();
  /** Tools whose approval was begun; those whose approval the command acknowledged. */
  readonly begun = new Set([deskName(0)]);
  readonly approved = new Set<string>();
  /** Tokens that the command acknowledged. */
  readonly tokens = new Set<string>();
  /** Commands that failed, by reason. */
  readonly failures = new Map<string, number>();
  /** Version of the catalog that was written last. */
  version = 0;
  #next = 0;

  constructor(place: TeamPlace, size: TeamSize, given: { readonly evidence: Evidence; readonly store: string }) {
    this.#place = place;
    this.#size = size;
    this.#evidence = given.evidence;
    this.#env = { ...place.env, STORE_URL: given.store };
  }

  replaceCatalog(): void {
    this.version++;
    writeVersion(this.#place, this.#size, this.version);
  }

  /** Approves the next tool, and makes a token. */
  async approveNext(): Promise<void> {
    const number = ++this.#next;
    if (number >= deskTools) return;
    const tool = deskName(number);
    this.begun.add(tool);
    const review = await this.#run('review', '--approve', tool);
    const { decided } = (review ?? {}) as { decided?: { approved: string[] } };
    if (decided?.approved.includes(tool)) this.approved.add(tool);
    const name = `made ${number}`;
    if (await this.#run('gateway', 'tokens', '--add', name, '--persona', 'p0')) this.tokens.add(name);
  }

  /** Tools of the desk that a life showed. */
  shownBy(life: string): ReadonlySet<string> {
    return this.#shown.get(life) ?? new Set();
  }

  noteShown(life: string, tool: string): void {
    const shown = this.#shown.get(life) ?? new Set();
    this.#shown.set(life, shown.add(tool));
  }

  /** What a command printed; null when it failed, with its reason noted. */
  async #run(...args: string[]): Promise<unknown> {
    const child = spawn(process.execPath, [bin, ...args, '--format', 'json'], {
      cwd: this.#place.root,
      env: { ...process.env, ...this.#env },
    });
    let [printed, said] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
    await new Promise((done) => child.on('close', done));
    if (printed !== '') return JSON.parse(printed);
    const reason = /"code":"(\w+)"/.exec(said)?.[1];
    const check = 'every request answered, and every failure with its reason';
    if (reason === undefined) this.#evidence.violate(check, `pegboard ${args.join(' ')}: ${said.slice(-300)}`);
    const cause = `${args[0]}: ${reason ?? 'without a reason'}`;
    this.failures.set(cause, (this.failures.get(cause) ?? 0) + 1);
    return null;
  }
}
