import { z } from 'zod';
import { PegboardError } from '#shared/errors.ts';

/** Longest header that is read: a model of this kind has three tensors, not thousands. */
const maximumHeaderBytes = 1024 * 1024;

const headerSchema = z.record(
  z.string(),
  z.looseObject({
    dtype: z.string(),
    shape: z.array(z.int().min(0)).max(4),
    data_offsets: z.tuple([z.int().min(0), z.int().min(0)]),
  }),
);

const bytesOf = { F32: 4, F16: 2, F64: 8, I32: 4, I64: 8 } as const;
type Dtype = keyof typeof bytesOf;

/** A tensor of a file, read where it lies: of a large table few rows are looked at. */
export interface Tensor {
  readonly shape: readonly number[];
  /** A number by its place in the whole tensor. */
  at(place: number): number;
}

/**
 * Opens the tensors of a `model.safetensors` by name. Nothing of it runs, and every offset is checked against the file. Error:
 * `embedder_failed`, naming the file.
 */
export function openSafetensors(bytes: Uint8Array, path: string): (name: string) => Tensor | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const wrong = (what: string) =>
    new PegboardError('embedder_failed', `${path} is not a usable safetensors file: ${what}.`, {
      hint: 'Copy the model again. Its folder needs model.safetensors, tokenizer.json and config.json.',
      data: { path },
    });
  const headerLength = bytes.byteLength < 8 ? -1 : Number(view.getBigUint64(0, true));
  if (headerLength < 2 || headerLength > maximumHeaderBytes || headerLength > bytes.byteLength - 8) {
    throw wrong('the length of its header is not valid');
  }
  const header = readHeader(new TextDecoder().decode(bytes.subarray(8, 8 + headerLength)));
  if (!header) throw wrong('its header cannot be read');
  const start = 8 + headerLength;
  return (name) => {
    const entry = Object.hasOwn(header, name) ? header[name] : undefined;
    if (!entry) return null;
    const { dtype, shape, data_offsets } = entry;
    if (!isKnown(dtype)) {
      throw wrong(`the numbers of ${name} are ${dtype}, and only ${Object.keys(bytesOf).join(', ')} are read`);
    }
    const [from, to] = data_offsets;
    const count = shape.reduce((product, length) => product * length, 1);
    if (to - from !== count * bytesOf[dtype] || start + to > bytes.byteLength) {
      throw wrong(`the position of ${name} does not fit its shape`);
    }
    return { shape, at: reader(view, dtype, start + from) };
  };
}

function readHeader(text: string): z.infer<typeof headerSchema> | null {
  try {
    const { __metadata__: _, ...tensors } = JSON.parse(text) as Record<string, unknown>;
    return headerSchema.safeParse(tensors).data ?? null;
  } catch {
    return null;
  }
}

function isKnown(dtype: string): dtype is Dtype {
  return Object.hasOwn(bytesOf, dtype);
}

function reader(view: DataView, dtype: Dtype, start: number): (place: number) => number {
  const offset = (place: number) => start + place * bytesOf[dtype];
  switch (dtype) {
    case 'F32':
      return (place) => view.getFloat32(offset(place), true);
    case 'F64':
      return (place) => view.getFloat64(offset(place), true);
    case 'F16':
      return (place) => halfFloat(view.getUint16(offset(place), true));
    case 'I32':
      return (place) => view.getInt32(offset(place), true);
    case 'I64':
      return (place) => Number(view.getBigInt64(offset(place), true));
  }
}

/** IEEE 754 binary16: Node 22 has no `getFloat16`. */
function halfFloat(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 0x1f) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}
