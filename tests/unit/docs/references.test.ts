import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { openIndexDatabase, usageSchema } from '#core/db/open-database.ts';
import { usageOutcomeSchema, usageRecordSchema } from '#shared/domain/usage.ts';
import { jsonForms, otherJsonForms } from '../../../docs/scripts/json-forms.ts';
import { generatedPages, referenceFile, withGenerated } from '../../../docs/scripts/references.ts';

const read = (page: string) => readFileSync(referenceFile(page), 'utf8');

describe('the reference', () => {
  it.each(Object.keys(generatedPages))('%s is what the sources give; "npm run docs" writes it', (page) => {
    expect(withGenerated(page, read(page))).toBe(read(page));
  });

  it('says of every field what it means', () => {
    for (const page of ['configuration.md', 'scenario.md', 'task.md', 'world.md', 'experiment.md', 'files.md']) {
      const rows = read(page)
        .split('\n')
        .filter((line) => line.startsWith('| `'));
      expect(rows.length, page).toBeGreaterThan(9);
      expect(
        rows.filter((line) => line.endsWith('| |')),
        page,
      ).toEqual([]);
    }
    expect(read('configuration.md')).toContain('| `tool_search.max_search_results` | integer 1–50 | `10` |');
  });

  it('has forms of JSON output that commands print', async () => {
    let source = '';
    for await (const path of glob('src-main/hosts/cli/**/*.ts')) source += readFileSync(path, 'utf8');
    for (const name of Object.keys(jsonForms))
      expect(source, name).toMatch(new RegExp(`result\\(\\s*'${name}'|'pegboard\\.${name}'`));
  });

  it('has a place for every form of JSON output that a command prints', async () => {
    const printed = new Set<string>();
    for await (const path of glob('src-main/hosts/cli/**/*.ts')) {
      const source = readFileSync(path, 'utf8');
      for (const [, name = ''] of source.matchAll(/result\(\s*'([a-z-]+\/\d+)'/g)) printed.add(name);
      for (const [, name = ''] of source.matchAll(/JSON\.stringify\(\{ schema: 'pegboard\.([a-z-]+\/\d+)'/g))
        printed.add(name);
    }
    // A file that a command writes, described with the command.
    printed.delete('baseline/1');
    expect([...printed].sort()).toEqual([...Object.keys(jsonForms), ...Object.keys(otherJsonForms)].sort());
    const text = read('json-output.md');
    for (const name of printed) expect(text, name).toMatch(new RegExp(`^(?:## |\\| \`)pegboard\\.${name}`, 'm'));
  });

  it('has every column, kind and outcome of the usage log', () => {
    const text = read('usage-log.md');
    const database = openIndexDatabase(null, usageSchema);
    for (const table of ['usage_meta', 'sessions', 'requests']) {
      const part = text.split(`### \`${table}\``)[1]?.split('\n###')[0] ?? '';
      const columns = database.prepare(`SELECT name FROM pragma_table_info('${table}')`).pluck().all();
      expect(columns.length, table).toBeGreaterThan(1);
      for (const column of columns) expect(part, table).toMatch(new RegExp(`^\\| [^|]*\`${column}\``, 'm'));
    }
    database.close();
    const kinds = usageRecordSchema.options.flatMap(({ shape: { kind } }) =>
      'options' in kind ? kind.options : [...kind.values],
    );
    for (const word of [...kinds, ...usageOutcomeSchema.options]) expect(text, word).toContain(`\`${word}\``);
  });
});
