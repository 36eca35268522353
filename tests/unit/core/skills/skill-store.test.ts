import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { packContentHash } from '#core/skills/read/content-hash.ts';
import type { PackToApply } from '#core/skills/store/apply-pack.ts';
import { SkillStore } from '#core/skills/store/skill-store.ts';
import type { LoadedPack } from '#shared/domain/pack.ts';
import type { Skill } from '#shared/domain/skill.ts';
import type { SkillEvent } from '#shared/domain/skill-event.ts';
import { skillServices, skillTools } from '../../../support/skill-workspace.ts';
import { aSkill, asPackSkill } from '../../../support/skills.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { write } from '../../../support/workspace.ts';

function aPack(skills: readonly Skill[], name = 'test', version?: string): LoadedPack {
  const placed = skills.map((skill, i) => asPackSkill(skill, `${i}.skill.yaml`));
  return {
    name,
    manifest: version ? { version } : {},
    skills: placed,
    findings: [],
    pack_content_hash: packContentHash(placed),
  };
}

const project = { scope_mode: 'project', tenant_id: 'shop', project_id: 'web' } as const;

function openStore(path: string | null = null, fts: 'detect' | 'off' = 'detect') {
  let time = 1000;
  let id = 0;
  const store = new SkillStore({ path, fts, now: () => time++, newId: () => `${id++}` });
  onTestFinished(() => store.close());
  return {
    store,
    apply: (skills: readonly Skill[], options: Partial<PackToApply> = {}, name = 'test') =>
      store.applyPack({ pack: aPack(skills, name), scope: project, updateExisting: true, prune: true, ...options }),
  };
}

/** SQL on the file of a store, past our own code. */
function sql(path: string, statement: string): unknown[] {
  const database = new BetterSqlite3(path);
  try {
    const prepared = database.prepare(statement);
    return prepared.reader ? prepared.all() : [prepared.run()];
  } finally {
    database.close();
  }
}

const [one, two] = [aSkill({ name: 'a' }), aSkill({ name: 'b', body: 'Deep text.' })];

describe('skill store', () => {
  it('keeps every field, ids that start with sk_, JSON lists and whole numbers (R8.06)', () => {
    const path = join(temporaryFolder(), 'skills.db');
    const { apply, store } = openStore(path);
    const skill = aSkill({
      name: 'a',
      title: 'T',
      tags: ['x'],
      preconditions: ['P'],
      failure_modes: ['F'],
      extra: { cluster: 'C' },
      task_type: 'api',
    });
    apply([skill]);
    expect(store.all()).toMatchObject([
      {
        ...skill,
        id: 'sk_0',
        scope_mode: 'project',
        scope_tenant_id: 'shop',
        scope_project_id: 'web',
        origin: 'pack',
        pack: 'test',
        last_used: 0,
        use_count: 0,
      },
    ]);
    expect(store.all()[0]?.origin_ref).toMatch(/^test\/[0-9a-f]{12}$/);
    expect(sql(path, 'SELECT tags, steps, extra, created_at, updated_at FROM skills')).toEqual([
      { tags: '["x"]', steps: '["Do it."]', extra: '{"cluster":"C"}', created_at: 1000, updated_at: 1000 },
    ]);
    const indexes = (sql(path, "SELECT name FROM sqlite_master WHERE type = 'index'") as { name: string }[]).map(
      ({ name }) => name,
    );
    expect(indexes).toEqual(expect.arrayContaining(['idx_skills_scope', 'idx_skills_task_type', 'idx_skills_origin']));
  });

  it('refuses a second name in one scope, missing ids included, and takes it in another (R8.07)', () => {
    const path = join(temporaryFolder(), 'skills.db');
    const { apply } = openStore(path);
    apply([one], { scope: { scope_mode: 'project', tenant_id: null, project_id: null } });
    const insert = (mode: string, tenant: string) =>
      `INSERT INTO skills SELECT NULL, 'sk_' || hex(randomblob(4)), '${mode}', ${tenant}, NULL, name, title, description, trigger, task_type, tags, steps, preconditions,
       failure_modes, body, derived, extra, origin, origin_ref, pack, content_hash, created_at, updated_at, last_used, use_count FROM skills WHERE name = 'a' LIMIT 1`;
    expect(() => sql(path, insert('project', 'NULL'))).toThrow(/UNIQUE/);
    expect(() => sql(path, insert('project', "''"))).toThrow(/UNIQUE/);
    expect(() => sql(path, insert('project', "'other'"))).not.toThrow();
    expect(() => sql(path, insert('global', 'NULL'))).not.toThrow();
    expect(apply([one], {}, 'second').added).toEqual(['a']);
    expect(apply([one], {}, 'third')).toMatchObject({ added: [], refused: ['a'] });
    expect(apply([one], { scope: { ...project, project_id: 'app' } }, 'fourth').added).toEqual(['a']);
    expect(apply([one], { scope: { ...project, tenant_id: 'bank' } }, 'fifth').added).toEqual(['a']);
  });

  it('writes nothing for an unchanged pack, and reports that nothing was updated (R8.33)', async () => {
    const path = join(temporaryFolder(), 'skills.db');
    const { apply } = openStore(path);
    const watcher = new BetterSqlite3(path);
    onTestFinished(() => {
      watcher.close();
    });
    // It changes for a connection when another one writes anything.
    const version = () => watcher.pragma('data_version', { simple: true });
    const first = version();
    expect(apply([one, two])).toMatchObject({ added: ['a', 'b'], updated: [], unchanged: 0 });
    const before = sql(path, 'SELECT * FROM skills');
    const written = version();
    expect(written).not.toBe(first);
    expect(apply([one, two])).toMatchObject({ added: [], updated: [], unchanged: 2 });
    expect(version()).toBe(written);
    // Also without the mark of the last load, row by row.
    sql(path, "DELETE FROM skills_meta WHERE key LIKE 'pack:%'");
    expect(apply([one, two])).toMatchObject({ added: [], updated: [], unchanged: 2 });
    expect(sql(path, 'SELECT * FROM skills')).toEqual(before);

    const told: SkillEvent[] = [];
    const files = { 'packs/p/a.skill.yaml': 'name: pack.p.a\ntrigger: T.\nsteps: [S.]\n' };
    const skills = '  skill_packs: [{name: p, path: packs/p}]\n';
    const services = await skillServices({ skills, files }, { onSkillEvent: (event) => told.push(event) });
    await services.skills.load({ reload: true });
    await services.skills.load({ reload: true });
    expect(told).toMatchObject([
      { type: 'skill_pack_loaded', updated_count: 1 },
      { type: 'skill_pack_loaded', updated_count: 0 },
    ]);
  });

  it('updates a changed skill in place and keeps id, creation and usage; not when told not to (R8.34, R8.35, R8.36)', async () => {
    const { apply, store } = openStore();
    apply([one]);
    store.noteUse([store.all()[0]?.row ?? -1]);
    const [before] = store.all();
    expect(apply([{ ...one, title: 'New' }, two])).toMatchObject({ added: ['b'], updated: ['a'] });
    const after = store.all()[0];
    expect(after).toMatchObject({
      title: 'New',
      id: before?.id,
      row: before?.row,
      created_at: before?.created_at,
      last_used: before?.last_used,
      use_count: 1,
    });
    expect(after?.updated_at).toBeGreaterThan(before?.updated_at ?? 0);
    const kept = apply([{ ...one, title: 'Newer' }, two, aSkill({ name: 'c' })], { updateExisting: false });
    expect(kept).toMatchObject({ added: ['c'], updated: [], kept: ['a'] });
    expect(store.all()[0]).toEqual(after);
    expect(apply([{ ...one, title: 'Newer' }, two, aSkill({ name: 'c' })], { updateExisting: false }).kept).toEqual([
      'a',
    ]);

    // As a workspace says it of a pack.
    const text = (trigger: string) => `name: pack.p.a\ntrigger: ${trigger}\nsteps: [S.]\n`;
    for (const [flag, trigger] of [
      ['', 'New.'],
      [', update_existing_pack_skills: true', 'New.'],
      [', update_existing_pack_skills: false', 'Old.'],
    ]) {
      const files = { 'packs/p/a.skill.yaml': text('Old.') };
      const services = await skillServices({ skills: `  skill_packs: [{name: p, path: packs/p${flag}}]\n`, files });
      await services.skills.load({ reload: false });
      write(services.root, 'packs/p/a.skill.yaml', text('New.'));
      write(services.root, 'packs/p/b.skill.yaml', 'name: pack.p.b\ntrigger: Another.\nsteps: [S.]\n');
      await services.skills.load({ reload: true });
      expect((await skillTools(services).list()).skills.map((skill) => skill.trigger)).toEqual([trigger, 'Another.']);
    }
  });

  it('moves a skill to another scope with its usage', () => {
    const { apply, store } = openStore();
    apply([one]);
    store.noteUse([store.all()[0]?.row ?? -1]);
    apply([one], { scope: { scope_mode: 'global', tenant_id: 'shop', project_id: 'web' } });
    expect(store.all()).toMatchObject([
      { scope_mode: 'global', scope_tenant_id: null, scope_project_id: null, use_count: 1 },
    ]);
  });

  it('never touches what an agent learned (R8.37)', () => {
    const path = join(temporaryFolder(), 'skills.db');
    const { apply, store } = openStore(path);
    apply([one]);
    sql(path, "UPDATE skills SET origin = 'learned', pack = NULL, title = 'Mine'");
    const learned = store.all();
    expect(learned).toMatchObject([{ name: 'a', origin: 'learned', title: 'Mine' }]);
    const changed = { ...one, title: 'Pack' };
    expect(apply([changed, two])).toMatchObject({ added: ['b'], refused: ['a'] });
    // In another scope the name is free, and what changes there changes nothing here.
    const elsewhere = { scope: { scope_mode: 'global', tenant_id: null, project_id: null } } as const;
    expect(apply([one, two], elsewhere)).toMatchObject({ added: ['a'], refused: [] });
    expect(apply([changed, two], elsewhere)).toMatchObject({ updated: ['a'], refused: [] });
    expect(store.all().filter(({ origin }) => origin === 'learned')).toEqual(learned);
    apply([]);
    store.removeOtherPacks([]);
    expect(store.all()).toEqual(learned);
  });

  it('gives a name to the pack that comes first, and to the one that is on; nothing of it stays in a scope that was left', () => {
    const { apply, store } = openStore();
    apply([one], {}, 'second');
    expect(apply([one], { yielding: new Set(['second']) }, 'first')).toMatchObject({ added: ['a'], refused: [] });
    // The other is no longer as its last load left it, and says so.
    expect(apply([one], {}, 'second')).toMatchObject({ added: [], refused: ['a'], unchanged: 0 });
    apply([one], { scope: { scope_mode: 'global', tenant_id: null, project_id: null } }, 'second');
    expect(apply([one], { scope: { scope_mode: 'global', tenant_id: null, project_id: null } }, 'first')).toMatchObject(
      {
        refused: ['a'],
      },
    );
    expect(store.all().map(({ pack, scope_mode }) => `${pack} ${scope_mode}`)).toEqual(['second global']);
  });

  it('prunes what left the pack, never of another one, and not when a file could not be read', () => {
    const { apply, store } = openStore();
    apply([one, two]);
    apply([aSkill({ name: 'x' })], {}, 'other');
    expect(apply([one], { prune: false })).toMatchObject({ pruned: [], stale: ['b'] });
    expect(apply([one])).toMatchObject({ pruned: ['b'], stale: [] });
    expect(store.all().map(({ name }) => name)).toEqual(['a', 'x']);
    expect(store.removeOtherPacks(['test'])).toBe(1);
    expect(store.all().map(({ name }) => name)).toEqual(['a']);
    expect(apply([aSkill({ name: 'x' })], {}, 'other').added).toEqual(['x']);
  });

  it('keeps the full text equal to the rows, also after a time without FTS5 (R8.03)', () => {
    const path = join(temporaryFolder(), 'skills.db');
    const first = openStore(path);
    const found = (store: SkillStore, word: string) => store.matchFullText('skills_fts', word).length;
    first.apply([aSkill({ name: 'a', title: 'Walking' }), two]);
    expect([found(first.store, 'walks'), first.store.matchFullText('skills_body_fts', 'deep').length]).toEqual([1, 1]);
    first.apply([aSkill({ name: 'a', title: 'Running' })]);
    expect([
      found(first.store, 'walk'),
      found(first.store, 'run'),
      first.store.matchFullText('skills_body_fts', 'deep').length,
    ]).toEqual([0, 1, 0]);
    // Rows that nobody writes through the store: only the triggers can tell the full text.
    const fields = ['name', 'title', 'trigger', 'description', 'tags', 'body'];
    const copied = `scope_mode, task_type, steps, preconditions, failure_modes, derived, extra, origin, content_hash, created_at, updated_at, last_used, use_count`;
    sql(
      path,
      `INSERT INTO skills (id, scope_tenant_id, ${copied}, ${fields.join()}) SELECT 'sk_x', 'x', ${copied}, ${fields.map((field) => `'old${field}'`).join()} FROM skills`,
    );
    for (const field of fields) {
      const table = field === 'body' ? 'skills_body_fts' : 'skills_fts';
      const count = (word: string) => first.store.matchFullText(table, `${word}${field}`).length;
      expect([count('old'), count('new')], field).toEqual([1, 0]);
      sql(path, `UPDATE skills SET ${field} = 'new${field}' WHERE id = 'sk_x'`);
      expect([count('old'), count('new')], field).toEqual([0, 1]);
    }
    sql(path, "DELETE FROM skills WHERE id = 'sk_x'");
    for (const table of ['skills_fts', 'skills_body_fts'])
      sql(path, `INSERT INTO ${table}(${table}, rank) VALUES ('integrity-check', 1)`);
    const without = openStore(path, 'off');
    expect(without.store.ftsAvailable).toBe(false);
    without.apply([aSkill({ name: 'a', title: 'Swimming', extra: { cluster: 'C' } })]);
    const again = openStore(path);
    expect([found(again.store, 'run'), found(again.store, 'swim')]).toEqual([0, 1]);
    expect(sql(path, 'SELECT extra FROM skills')).toEqual([{ extra: '{"cluster":"C"}' }]);
  });
});
