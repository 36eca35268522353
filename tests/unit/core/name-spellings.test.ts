import { describe, expect, it } from 'vitest';
import { createNameGate, forbiddenOwnNames } from '#core/catalog/name-gate.ts';
import { servedNames } from '#core/gateway/served-tools.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';
import { spellingsOf } from '../../support/spellings.ts';

const hidden = ['leak.wipe_ledger', 'every.get-sum', 'odd/canary name', 'Vault.openDoor', `long.${'n'.repeat(80)}`];
const gate = createNameGate(new Set(hidden), ['leak.view_ledger', 'leak.after_wipe_ledger', 'every.get-sum-all']);

describe('the spellings of a name', () => {
  it.each(hidden)('are all taken out: %s', (name) => {
    for (const spelled of spellingsOf(name)) {
      const italic = /[ /]/.test(spelled) ? [] : [`_${spelled}_`];
      for (const text of [spelled, ...italic, `Call \`${spelled}\`, then go on.`]) {
        expect([spelled, gate.namedIn(text)]).toEqual([spelled, [name]]);
      }
    }
  });

  it('are those of the list of every host, whatever the entry is called there', () => {
    for (const server of ['pegboard', 'a-much-longer_server-name']) {
      const names = servedNames(hidden, server);
      for (const name of hidden) {
        const sent = names.sentOf(name);
        for (const prefix of ['', `mcp__${server}__`, `mcp_${server}_`, `${server}__`]) {
          expect([sent, gate.namedIn(`Call ${prefix}${sent}.`)]).toEqual([sent, [name]]);
        }
      }
    }
  });

  it('leave what may be used, longer words, and English with a hyphen as they are', () => {
    const kept = [
      ...['leak.view_ledger', 'leak.after_wipe_ledger', 'every.get-sum-all'].flatMap(spellingsOf),
      ...['after_wipe_ledger', 'leak__wipe_ledger_all', 'x_deadbeef', 'mcp__pegboard__other', 'tool_search'],
    ];
    for (const one of kept) expect(gate.text(`See ${one}.`)).toBe(`See ${one}.`);
    const english = createNameGate(new Set(['sign_in', 'tool.search']));
    expect(english.text('the sign-in page; sign_in, signIn; tool_search, toolSearch')).toBe(
      'the sign-in page; another tool, another tool; tool_search, toolSearch',
    );
  });

  it('belong to the tool that may be used where two tools share one', () => {
    const shared = createNameGate(new Set(['a_b']), ['a.b']);
    expect(shared.text('a_b, a.b, a__b, mcp__pegboard__a__b')).toBe('another tool, a.b, a__b, mcp__pegboard__a__b');
    const tool = (name: string, upstream_name: string) => ({ name, upstream_name, aliases: [] as string[] });
    const tools = [tool('shop.getPage', 'getPage'), tool('vault.get_page', 'get_page')] as CatalogTool[];
    expect([...forbiddenOwnNames(tools, new Set(['shop.getPage']))]).toEqual([]);
  });

  it('take time linear in the text', () => {
    expect(gate.text(`mcp_${'a__'.repeat(100_000)}b`)).toHaveLength(300_005);
    expect(gate.text('mcp__pegboard__leak__wipe_ledger '.repeat(5000))).toBe('another tool '.repeat(5000));
  });
});
