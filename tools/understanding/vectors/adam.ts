const [keptMean, keptSquare] = [0.9, 0.99];

/** Adam over some numbers, of which each step changes a part. */
export class Adam {
  readonly #values: Float64Array;
  readonly #means: Float64Array;
  readonly #squares: Float64Array;
  #steps = 0;

  constructor(values: Float64Array) {
    this.#values = values;
    this.#means = new Float64Array(values.length);
    this.#squares = new Float64Array(values.length);
  }

  /** Begins the next step. */
  next(): void {
    this.#steps++;
  }

  /** Changes the numbers from `at` on by their gradients. */
  step(at: number, gradients: Float64Array, rate: number): void {
    if (rate === 0) return;
    const [meanShare, squareShare] = [1 - keptMean ** this.#steps, 1 - keptSquare ** this.#steps];
    for (let i = 0; i < gradients.length; i++) {
      const gradient = gradients[i] as number;
      const place = at + i;
      const mean = keptMean * (this.#means[place] as number) + (1 - keptMean) * gradient;
      const square = keptSquare * (this.#squares[place] as number) + (1 - keptSquare) * gradient * gradient;
      this.#means[place] = mean;
      this.#squares[place] = square;
      const step = (rate * mean) / meanShare / (Math.sqrt(square / squareShare) + 1e-8);
      this.#values[place] = (this.#values[place] as number) - step;
    }
  }
}
