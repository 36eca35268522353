/** Marks a file of tool vectors, with the version of its format. */
const mark = 'PBT1';
const modelLength = 32;
const keyLength = 16;
const headerLength = 4 + modelLength + 8;

/** Vectors of tools in a file, by a key of the words of a tool. They hold for one model. */
export class VectorCache {
  readonly #model: string;
  readonly #dimensions: number;
  readonly #vectors: ReadonlyMap<string, Int16Array>;

  private constructor(model: string, dimensions: number, vectors: ReadonlyMap<string, Int16Array>) {
    this.#model = model;
    this.#dimensions = dimensions;
    this.#vectors = vectors;
  }

  /** What a file has; nothing for null, for other bytes, and for the file of another model. */
  static read(
    bytes: Uint8Array | null,
    { model, dimensions }: { readonly model: string; readonly dimensions: number },
  ): VectorCache {
    return new VectorCache(model, dimensions, bytes ? readVectors(bytes, model, dimensions) : new Map());
  }

  has(key: string): boolean {
    return this.#vectors.has(key);
  }

  get(key: string): Int16Array | undefined {
    return this.#vectors.get(key);
  }

  /** A file with these vectors, and with as many of the others, which another persona or an undone edit may want. */
  bytesWith(keys: readonly string[], vectors: Int16Array): Uint8Array<ArrayBuffer> {
    const dimensions = this.#dimensions;
    const kept = new Map(keys.map((key, i) => [key, vectors.subarray(i * dimensions, (i + 1) * dimensions)]));
    for (const [key, vector] of this.#vectors) {
      if (kept.size >= 2 * keys.length) break;
      if (!kept.has(key)) kept.set(key, vector);
    }
    const vectorsAt = headerLength + kept.size * keyLength;
    const file = Buffer.alloc(vectorsAt + 2 * kept.size * dimensions);
    file.write(mark, 'latin1');
    file.write(this.#model, 4, 'hex');
    file.writeUInt32LE(dimensions, 4 + modelLength);
    file.writeUInt32LE(kept.size, 8 + modelLength);
    let i = 0;
    for (const [key, vector] of kept) {
      file.write(key, headerLength + i * keyLength, 'hex');
      const bytes = new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);
      file.set(bytes, vectorsAt + 2 * i * dimensions);
      i++;
    }
    return new Uint8Array(file);
  }
}

function readVectors(bytes: Uint8Array, model: string, dimensions: number): ReadonlyMap<string, Int16Array> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (file.length < headerLength || file.toString('latin1', 0, 4) !== mark) return new Map();
  if (file.toString('hex', 4, 4 + modelLength) !== model) return new Map();
  const [ofFile, count] = [file.readUInt32LE(4 + modelLength), file.readUInt32LE(8 + modelLength)];
  const vectorsAt = headerLength + count * keyLength;
  if (ofFile !== dimensions || file.length !== vectorsAt + 2 * count * dimensions) return new Map();
  // A copy starts at an address that every number may start at.
  const all = new Int16Array(Uint8Array.from(file.subarray(vectorsAt)).buffer);
  const keys = file.toString('hex', headerLength, vectorsAt);
  const vectors = new Map<string, Int16Array>();
  for (let i = 0; i < count; i++) {
    const key = keys.slice(2 * i * keyLength, 2 * (i + 1) * keyLength);
    vectors.set(key, all.subarray(i * dimensions, (i + 1) * dimensions));
  }
  return vectors;
}
