import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PegboardError } from '#shared/errors.ts';

/** The package that runs models in the ONNX format. Pegboard does not depend on it, since all its builds together take about 140 MB. */
const runtimePackage = 'onnxruntime-web';

/** A tensor as the runtime gives and takes it. */
export interface OnnxTensor {
  readonly dims: readonly number[];
  readonly data: unknown;
}

/** An open model. */
export interface OnnxSession {
  readonly inputNames: readonly string[];
  readonly outputNames: readonly string[];
  run(
    feeds: Readonly<Record<string, OnnxTensor>>,
    options: { readonly logSeverityLevel: number },
  ): Promise<Readonly<Record<string, OnnxTensor>>>;
  release(): Promise<void>;
}

/** The part of the runtime that is used. Its own types are not: the build must not need a package that is optional. */
export interface OnnxRuntime {
  readonly env: { readonly wasm: { numThreads?: number } };
  readonly InferenceSession: {
    create(
      model: Uint8Array,
      options: { readonly executionProviders: readonly string[]; readonly logSeverityLevel: number },
    ): Promise<OnnxSession>;
  };
  readonly Tensor: new (type: 'int64', values: BigInt64Array, shape: readonly number[]) => OnnxTensor;
}

/** Where a user installs the runtime: in the user's own folder, since nothing of a cloned workspace may run. */
export function runtimeFolder(userDataDir: string): string {
  return join(userDataDir, 'runtime');
}

/** The runtime, from its folder or from beside Pegboard. Error: `embedder_failed`, with the command that installs it. */
export async function loadOnnxRuntime(folder: string): Promise<OnnxRuntime> {
  for (const from of [pathToFileURL(join(folder, 'package.json')).href, import.meta.url]) {
    const path = resolvedFrom(from);
    if (path === null) continue;
    const loaded = (await import(pathToFileURL(path).href)) as OnnxRuntime & { default?: OnnxRuntime };
    const runtime = loaded.default ?? loaded;
    // More threads gain nothing for short texts and would keep a process alive.
    runtime.env.wasm.numThreads = 1;
    return runtime;
  }
  throw new PegboardError(
    'embedder_failed',
    `A model with kind: onnx needs ${runtimePackage}, which is not installed.`,
    {
      hint: `Install it: npm install --prefix "${folder}" ${runtimePackage}`,
      data: { folder },
    },
  );
}

function resolvedFrom(url: string): string | null {
  try {
    return createRequire(url).resolve(runtimePackage);
  } catch {
    return null;
  }
}
