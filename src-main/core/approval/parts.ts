import { type PartKind, partName } from '#shared/domain/approval.ts';
import { isObject } from '../catalog/captured/captured-source.ts';
import type { CapturedPrompt } from '../catalog/captured/source-parts.ts';
import type { LoadedSource } from '../catalog/catalog.ts';
import type { Contract } from './contract.ts';

/** Something besides a tool that a source offers and a model may read. */
export interface SourcePart {
  readonly kind: PartKind;
  readonly source: string;
  readonly contract: Contract;
}

/** Characters of a SKILL.md that the lock shows; the digest of the file covers all of it. */
const shownSkill = 100_000;

/** The instructions and prompts of the sources, as they were imported. */
export function capturedParts(sources: readonly LoadedSource[]): SourcePart[] {
  return sources.flatMap(({ source: { name: source }, parts }): SourcePart[] => [
    ...(parts?.instructions ? [instructionsPart(source, parts.instructions)] : []),
    ...(parts?.prompts ?? []).map((prompt) => promptPart(source, prompt)),
  ]);
}

function instructionsPart(source: string, text: string): SourcePart {
  return { kind: 'instructions', source, contract: { name: 'instructions', description: text, input_schema: {} } };
}

/** A prompt; its arguments become properties, so that their differences read like those of a tool. */
export function promptPart(source: string, prompt: CapturedPrompt): SourcePart {
  const { name, title, description, arguments: given, ...extra } = prompt;
  const args = Array.isArray(given) ? given.filter(isArgument) : [];
  const isRead = given === undefined || given === null || (Array.isArray(given) && args.length === given.length);
  const rest = Object.entries({ ...extra, ...(!isRead && { arguments: given }) }).filter(([, value]) => value !== null);
  const properties = Object.fromEntries(
    args.map(({ name: argument, required: _required, ...says }) => [argument, says]),
  );
  const required = args.flatMap((argument) => (argument.required === true ? [argument.name] : []));
  return {
    kind: 'prompt',
    source,
    contract: {
      name,
      ...(typeof title === 'string' && title !== '' && { title }),
      description: typeof description === 'string' ? description : '',
      input_schema: { type: 'object', properties, ...(required.length > 0 && { required }) },
      ...(rest.length > 0 && { other: { extra: Object.fromEntries(rest) } }),
    },
  };
}

function isArgument(value: unknown): value is Readonly<Record<string, unknown>> & { readonly name: string } {
  return isObject(value) && typeof value.name === 'string';
}

/** A skill in its folder of a pack, with the digest of each of its files by path. */
export function skillPart(
  source: string,
  { folder, text, digests }: { folder: string; text: string; digests: ReadonlyMap<string, string> },
): SourcePart {
  const files = Object.fromEntries(digests);
  const contract = {
    name: folder,
    description: text.slice(0, shownSkill),
    input_schema: {},
    other: { extra: { files } },
  };
  return { kind: 'skill', source, contract };
}

/** How people name a part. */
export function nameOfPart({ kind, source, contract: { name } }: SourcePart): string {
  return partName({ kind, source, name });
}
