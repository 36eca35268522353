import type { EconomicsReport } from '#shared/domain/economics.ts';
import { strings } from '../../strings/costs.ts';
import { formatCount } from '../../strings/count.ts';
import { monospace } from '../../ui/monospace.ts';
import { savingWords } from './saving-words.ts';

/** A line of a chart: what it is, and its bars. */
interface Row {
  readonly label: string;
  readonly bars: readonly {
    readonly kind: 'all' | 'discovery';
    readonly value: number;
    /** In place of the value. */
    readonly words?: string;
  }[];
}

const size = { width: 960, margin: 24, row: 40, labels: 150, figures: 90 } as const;

/** Sharp on screens of twice the dots, and in print. */
const scale = 2;

/**
 * The charts of the economics as a PNG in the colours of the page; null where the browser cannot draw one so high. `counted` says
 * what the tokens are, `money` writes an amount.
 */
export function economicsPicture(
  { comparison, cost, payback, inputs }: EconomicsReport,
  { counted, money }: { readonly counted: string; money(value: number, decimals?: number): string },
): Promise<Blob | null> {
  const steps = comparison.steps.map(
    ({ step, all_tools, discovery }): Row => ({
      label: strings.economicsPicture.request(step),
      bars: [
        { kind: 'all', value: all_tools },
        { kind: 'discovery', value: discovery },
      ],
    }),
  );
  const types = cost.types.map(
    ({ type, share, tokens }): Row => ({
      label: strings.economicsPicture.type(type, formatCount(share * 100)),
      bars: [
        { kind: 'all', value: inputs.all_tools_request_tokens },
        { kind: 'discovery', value: tokens },
      ],
    }),
  );
  const months = payback.map(
    ({ monthly_spend, months, words }): Row => ({
      label: strings.economicsPicture.perMonth(money(monthly_spend, 0)),
      bars: [{ kind: 'discovery', value: months ?? 0, words }],
    }),
  );
  const totals = comparison.hidden > 0 ? strings.economicsPicture.totalsWithHidden : strings.economicsPicture.totals;
  const paper = new Paper(252 + size.row * (steps.length + types.length + months.length));
  paper.chart(strings.economicsPicture.inputTokensTaskRequests(formatCount(inputs.steps)), steps);
  paper.note(
    totals(
      formatCount(comparison.all_tools),
      formatCount(comparison.discovery + comparison.hidden),
      savingWords(comparison.saving, 1),
    ),
  );
  paper.chart(strings.economicsPicture.inputTokensOfRequest, types);
  paper.space();
  paper.chart(strings.economicsPicture.whenInvestmentOfPays(money(inputs.implementation_cost)), months);
  paper.note(`${strings.economicsPicture.solidAllTools} ${counted}`);
  return paper.png();
}

/** A canvas that is written from top to bottom. */
class Paper {
  readonly #canvas = document.createElement('canvas');
  readonly #pen = this.#canvas.getContext('2d');
  #y: number = size.margin;

  constructor(height: number) {
    this.#canvas.width = size.width * scale;
    this.#canvas.height = height * scale;
    this.#pen?.scale(scale, scale);
    this.#fill('surface', [0, 0, size.width, height]);
  }

  chart(title: string, rows: readonly Row[]): void {
    const largest = Math.max(1, ...rows.flatMap(({ bars }) => bars.map(({ value }) => value)));
    const room = size.width - 2 * size.margin - size.labels - size.figures;
    this.#write(title, size.margin, 600);
    this.#y += 28;
    for (const { label, bars } of rows) {
      this.#write(label, size.margin, 400, 8);
      for (const [i, { kind, value, words }] of bars.entries()) {
        const [left, top, width] = [size.margin + size.labels, this.#y + 16 * i, (room * value) / largest];
        this.#fill(kind === 'all' ? 'mode-always' : 'mode-deferred', [left, top, width, 12]);
        // Told apart without colour, as on the screen.
        for (let x = 4; kind === 'discovery' && x < width; x += 8) this.#fill('surface', [left + x, top, 2, 12]);
        this.#write(words ?? formatCount(value), left + width + 8, 400, 16 * i, 'mono');
      }
      this.#y += size.row;
    }
  }

  space(): void {
    this.#y += size.margin;
  }

  note(text: string): void {
    this.#write(text, size.margin, 400);
    this.#y += 40;
  }

  png(): Promise<Blob | null> {
    return new Promise((resolve) => this.#canvas.toBlob(resolve, 'image/png'));
  }

  #fill(colour: string, [x, y, width, height]: readonly [number, number, number, number]): void {
    if (!this.#pen) return;
    this.#pen.fillStyle = hue(colour);
    this.#pen.fillRect(x, y, width, height);
  }

  #write(text: string, x: number, weight: number, below = 0, family: 'text' | 'mono' = 'text'): void {
    if (!this.#pen) return;
    this.#pen.font = `${weight} 13px ${family === 'mono' ? monospace : getComputedStyle(document.body).fontFamily}`;
    this.#pen.textBaseline = 'top';
    this.#pen.fillStyle = hue('text');
    this.#pen.fillText(text, x, this.#y + below);
  }
}

function hue(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--pb-${name}`).trim();
}
