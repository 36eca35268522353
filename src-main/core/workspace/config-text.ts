import { isAlias, isNode } from 'yaml';
import type { ConfigText } from '#shared/domain/config-edit.ts';
import { PegboardError } from '#shared/errors.ts';
import { parseYaml, yamlValues } from '#shared/text/parse-yaml.ts';
import { literalSecrets } from '../secrets/literal-secrets.ts';
import { createMasker } from '../secrets/masker.ts';
import { revisionOf, type WorkspaceFile } from './workspace-file.ts';

/**
 * `pegboard.yaml` as it is written, without the secrets that somebody wrote into its sources: each is `"[hidden]"`, on the
 * line where it stands. Error: `config_invalid` where one of them is behind a merged key.
 */
export function shownConfigText({ path, text, document, config }: WorkspaceFile): ConfigText {
  const ranges = config.sources.flatMap(({ name, mcp }, i) =>
    mcp
      ? literalSecrets(mcp, name).map(({ field }) => {
          const found = document.getIn(['sources', i, 'mcp', ...field], true);
          const node = isAlias(found) ? found.resolve(document) : found;
          if (isNode(node) && node.range) return { start: node.range[0], end: node.range[1] };
          throw new PegboardError('config_invalid', `${path} contains a secret behind a merged key and is not shown.`, {
            hint: `Write the connection of the source ${name} out, or open the file in an editor.`,
            data: { file: path },
          });
        })
      : [],
  );
  const yaml = withoutRanges(text, ranges);
  const masker = createMasker([]);
  const parsed = parseYaml(yaml);
  const values = parsed.ok ? yamlValues(parsed) : null;
  const json = masker.value(values?.ok ? (values.value ?? {}) : {});
  return {
    path,
    revision: revisionOf(text),
    yaml: masker.text(yaml),
    json: JSON.stringify(json, null, 2),
  };
}

/** Puts the mark in place of each range, from the end, so that places before it stay where they are. */
function withoutRanges(text: string, ranges: readonly { start: number; end: number }[]): string {
  let shown = text;
  let done = text.length;
  for (const { start, end } of ranges.toSorted((a, b) => b.start - a.start)) {
    // An anchor that two places refer to is one place of the file.
    if (end > done) continue;
    done = start;
    // The number of lines stays the same, since findings name lines.
    shown = `${shown.slice(0, start)}"[hidden]"${shown.slice(start, end).replace(/[^\n]/g, '')}${shown.slice(end)}`;
  }
  return shown;
}
