import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { parse } from 'yaml';
import { expect, goTo, test } from './app.ts';
import { takeOption } from './choose-option.ts';
import { expectAccessible } from './expect-accessible.ts';

async function press(page: Page, key: string, times = 1): Promise<void> {
  for (let i = 0; i < times; i++) await page.keyboard.press(key);
}

async function runCommand(page: Page, title: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+K');
  const palette = page.getByRole('dialog', { name: 'Command palette' });
  await expect(palette.getByRole('textbox')).toBeFocused();
  await page.keyboard.type(title);
  await expect(palette.getByRole('option').or(palette.getByRole('button')).first()).toContainText(title);
  await page.keyboard.press('Enter');
}

async function openPacks(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await goTo(page, 'skills');
}

test.describe('in a workspace without packs', () => {
  test.use({ tools: 12 });

  test('the keyboard alone writes a skill, breaks it, fixes it from the problems, reorders its steps, deletes it and brings it back (R19.13)', async ({
    app: { page, workspace },
  }) => {
    const path = join(workspace, 'packs/billing/refund.skill.yaml');
    const disk = () => readFileSync(path, 'utf8');
    const saved = () => expect(page.getByTestId('document-state')).toHaveText('Saved');
    await openPacks(page);
    await expect(page.getByRole('heading', { name: 'No skill packs yet' })).toBeVisible();
    await runCommand(page, 'New pack…');
    await expect(page.getByTestId('new-pack-name')).toBeFocused();
    await page.keyboard.type('billing');
    await page.keyboard.press('Enter');
    await expect(page.locator('[data-row=billing]')).toBeVisible();
    expect(parse(readFileSync(join(workspace, 'pegboard.yaml'), 'utf8')).skills.skill_packs).toEqual([
      { name: 'billing', path: 'packs/billing' },
    ]);

    // A new skill from a template, its fields by Tab.
    await page.keyboard.press('Alt+N');
    await expect(page.getByTestId('new-skill-name')).toBeFocused();
    await page.keyboard.type('refund');
    await page.keyboard.press('Enter');
    await expect(page.getByTestId('field-name')).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.type('Refund an order');
    await press(page, 'Tab', 2);
    await page.keyboard.type('money');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('When a customer wants the money back.');
    await page.keyboard.press('ControlOrMeta+S');
    await expect
      .poll(disk)
      .toBe(
        'name: pack.billing.refund\ntitle: Refund an order\ntags:\n  - money\ntrigger: When a customer wants the money back.\nsteps:\n  - Do the first thing.\n  - Check that it worked, and say so.\n',
      );
    await saved();

    // The source: a comment, a longer tag, and a task type that is none. The problem is fixed where it is listed, and the form follows.
    await page.keyboard.press('Alt+S');
    await page.keyboard.press('ControlOrMeta+Home');
    await page.keyboard.type('# ours');
    await page.keyboard.press('Enter');
    await press(page, 'ArrowDown', 3);
    await page.keyboard.press('End');
    await page.keyboard.type('-back');
    await expect(page.locator('.mantine-TagsInput-root')).toContainText('money-back');
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.type('task_type: brwser');
    await page.keyboard.press('Escape');
    await expect(page.getByTestId('skill-problems')).toContainText('task_type "brwser" is not known');
    await expect(page.locator('[data-row="billing/refund.skill.yaml"] [data-severity]')).toHaveCount(0);
    await page.keyboard.press('Alt+M');
    await expect(page.getByTestId('quick-fix').first()).toHaveText('Set to browser');
    await expect(page.getByTestId('quick-fix').first()).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByTestId('skill-problems')).toContainText('No problems in this file');
    await expect(page.getByTestId('field-task-type')).toHaveValue('browser');

    // Steps move by Alt and the arrows; the history of form and source is one.
    await page.keyboard.press('Alt+F');
    await expect(page.getByTestId('field-name')).toBeFocused();
    await press(page, 'Tab', 7);
    await expect(page.getByLabel('Step 2', { exact: true })).toBeFocused();
    await page.keyboard.press('Alt+ArrowUp');
    await expect(page.getByLabel('Step 1', { exact: true })).toBeFocused();
    await page.keyboard.press('ControlOrMeta+S');
    await expect
      .poll(disk)
      .toBe(
        '# ours\nname: pack.billing.refund\ntitle: Refund an order\ntags:\n  - money-back\ntrigger: When a customer wants the money back.\nsteps:\n  - Check that it worked, and say so.\n  - Do the first thing.\ntask_type: browser',
      );
    await saved();
    await page.keyboard.press('ControlOrMeta+Z');
    await expect(page.getByLabel('Step 1', { exact: true })).toHaveValue('Do the first thing.');
    await page.keyboard.press('ControlOrMeta+Z');
    await expect(page.getByTestId('skill-problems')).toContainText('task_type "brwser" is not known');
    await press(page, 'ControlOrMeta+Shift+Z', 2);
    await expect(page.getByLabel('Step 1', { exact: true })).toHaveValue('Check that it worked, and say so.');
    await saved();

    const before = disk();
    await runCommand(page, 'Delete the skill');
    await expect.poll(() => existsSync(path)).toBe(false);
    await expect(page.getByTestId('pack-tree')).toBeFocused();
    await page.keyboard.press('ControlOrMeta+Z');
    await expect.poll(() => existsSync(path) && disk()).toBe(before);
    await expect(page.getByTestId('field-title')).toHaveValue('Refund an order');
  });
});

const skillMd = `---
name: summarise-thread
description: Use when somebody asks what a long thread says.
---

1. Read it from the start.
2. Write five lines.
`;

test.describe('with a shipped pack alone, and skills off', () => {
  test.use({ tools: 12 });

  test('the screen says that skills are off, and a new skill creates the pack that it needs', async ({
    app: { page, workspace },
  }) => {
    const file = join(workspace, 'pegboard.yaml');
    writeFileSync(
      file,
      `${readFileSync(file, 'utf8')}\nskills:\n  skill_packs:\n    - { name: core, path: 'shipped:core' }\n`,
    );
    await openPacks(page);
    await expect(page.getByTestId('pack-tree')).toContainText('core');
    await page.getByTestId('skills-off').getByRole('button', { name: 'Turn skills on' }).click();
    await expect(page.getByTestId('skills-off')).toHaveCount(0);
    expect(parse(readFileSync(file, 'utf8')).skills.enabled).toBe(true);

    // Neither is grey without a reason: what is missing is made on the way.
    await expect(page.getByTestId('packs').getByRole('button', { name: 'Import…' })).toBeEnabled();
    await page.getByTestId('packs').getByRole('button', { name: 'Import…' }).click();
    await expect(page.getByTestId('new-pack-name')).toBeFocused();
    await page.keyboard.press('Escape');
    await page.getByTestId('packs').getByRole('button', { name: 'New skill…' }).first().click();
    await expect(page.getByTestId('new-pack-name')).toBeFocused();
    await page.keyboard.type('mine');
    await page.keyboard.press('Enter');
    await expect(page.getByTestId('new-skill-name')).toBeFocused();
    await page.keyboard.type('first');
    await page.keyboard.press('Enter');
    await expect(page.getByTestId('field-name')).toBeFocused();
    expect(existsSync(join(workspace, 'packs/mine/first.skill.yaml'))).toBe(true);
  });
});

test('By host is read without a drag at 800 pixels of height, and the height that the user gives it stays', async ({
  app: { page },
}) => {
  await openPacks(page);
  await page.getByTestId('pack-tree').getByText('discover_tools').click();
  await page.getByText('By host', { exact: true }).click();
  const hosts = page.getByTestId('skill-hosts');
  await expect(hosts.locator('pre').first()).toBeInViewport({ ratio: 1 });
  expect((await hosts.boundingBox())?.height).toBeGreaterThan(190);

  const edge = page.getByRole('separator', { name: 'Resize the panels' });
  const top = async () => Math.round((await edge.boundingBox())?.y ?? 0);
  const before = await top();
  await edge.focus();
  await press(page, 'ArrowUp', 3);
  await expect.poll(top).toBeLessThan(before - 30);
  const chosen = await top();
  await page.reload();
  await expect(edge).toBeVisible();
  await expect.poll(async () => Math.abs((await top()) - chosen)).toBeLessThan(3);
});

test('a shipped pack is copied, converted and back; a SKILL.md is dropped; the preview marks what was replaced; accessible in both themes (R19.15)', async ({
  app: { page, workspace },
}) => {
  const folder = join(workspace, 'packs/github');
  await openPacks(page);
  await expect(page.locator('[data-row=github]')).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type('issues.triage');
  await expect(page.locator('[data-row^=core]')).toHaveCount(0);
  await page.keyboard.press('Enter');
  await press(page, 'ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('read-only')).toContainText('comes with Pegboard');
  await expect(page.getByTestId('field-title')).not.toBeEditable();
  await runCommand(page, 'Copy the pack into the workspace');
  await expect(page.getByTestId('field-title')).toBeEditable();
  const file = join(folder, 'triage-an-issue.skill.md');
  const original = readFileSync(file, 'utf8');

  await runCommand(page, 'Convert the file to another format…');
  await expect(page.getByTestId('reformat-plan')).toContainText('issues.triage.skill.yaml');
  await expect(page.getByTestId('reformat-plan')).toContainText('moved');
  await page.keyboard.press('Enter');
  await expect.poll(() => existsSync(file)).toBe(false);
  await expect(page.getByTestId('document-bar')).toContainText('issues.triage.skill.yaml');
  await page.getByTestId('pack-tree').press('ControlOrMeta+Z');
  await expect.poll(() => existsSync(file) && readFileSync(file, 'utf8')).toBe(original);

  // Somebody else edits the file: what nobody changed here follows it.
  writeFileSync(file, original.replace(/^title: .*$/m, 'title: From outside'));
  await expect(page.getByTestId('field-title')).toHaveValue('From outside');
  await page.getByTestId('field-trigger').fill('Write to ann@example.com.');
  await page.keyboard.press('Alt+V');
  await expect(page.getByTestId('skill-preview').locator('[data-kind=redacted]')).toHaveText('[REDACTED_EMAIL]');
  await expect(page.getByTestId('preview-notes')).toContainText('email replaced in trigger');

  // What the chosen persona may not use has no name in the block; whoever may use it reads how to find it.
  const preview = page.getByTestId('skill-preview');
  await page.getByTestId('field-trigger').fill('Write to ann@example.com by github.create_issue.');
  await expect(preview).toContainText(/^<skill_context>\s*## .* — From outside/);
  await expect(preview).toContainText('When: Write to [REDACTED_EMAIL] by github.create_issue.');
  await expect(preview).toContainText(
    "If tool github.create_issue is not visible, use tool_search for 'github.create_issue'.",
  );
  const persona = page.getByRole('combobox', { name: 'Persona of the preview' });
  await persona.click();
  await takeOption(page, page.getByRole('option', { name: 'support', exact: true }));
  await expect(preview).not.toContainText('github.create_issue');
  await expect(preview.locator('[data-kind=gated]').first()).toContainText('a suitable tool');
  await expect(preview.locator('[data-kind=redacted]')).toHaveText('[REDACTED_EMAIL]');
  await expect(page.getByTestId('preview-notes')).toContainText('github.create_issue is hidden from this persona');
  await persona.click();
  await takeOption(page, page.getByRole('option', { name: 'No persona' }));
  await expect(preview.locator('[data-kind=gated]')).toHaveCount(0);
  await expectAccessible(page, 'preview');

  // The same skill in each host, side by side.
  await page.keyboard.press('Alt+H');
  const host = (name: string) => page.getByTestId('skill-host').filter({ has: page.getByRole('heading', { name }) });
  await expect(page.getByTestId('skill-host')).toHaveCount(3);
  await expect(host('Claude Code')).toHaveAttribute('data-state', 'whole');
  await expect(host('Claude Code')).toContainText('ann@example.com');
  await expect(host('Pegboard')).toContainText('[REDACTED_EMAIL]');
  await page.getByRole('textbox', { name: 'Context window of the model' }).fill('1000');
  await expect(host('Claude Code')).toHaveAttribute('data-state', 'name_only');
  await expect(host('Claude Code')).toContainText('Only the name is listed');
  await expectAccessible(page, 'skill by host');
  await page.keyboard.press('Alt+V');

  const dropped = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], 'SKILL.md', { type: 'text/markdown' }));
    return transfer;
  }, skillMd);
  await page.getByTestId('packs').dispatchEvent('dragover', { dataTransfer: dropped });
  await expect(page.getByText('Drop to preview the import')).toBeVisible();
  await page.getByTestId('packs').dispatchEvent('drop', { dataTransfer: dropped });
  await expect(page.getByText('Drop to preview the import')).toBeHidden();
  await expect(page.getByTestId('import-plan')).toContainText('summarise-thread.skill.md');
  await expectAccessible(page, 'import');
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect.poll(() => existsSync(join(folder, 'summarise-thread.skill.md'))).toBe(true);
  await expect(page.getByLabel('Step 2', { exact: true })).toHaveValue('Write five lines.');
  await page
    .locator('[data-field=steps] [data-entry="1"] [draggable=true]')
    .dragTo(page.locator('[data-field=steps] [data-entry="0"]'));
  await expect(page.getByLabel('Step 1', { exact: true })).toHaveValue('Write five lines.');

  // At 200 % nothing is cut: the parts stand one below the other.
  await page.setViewportSize({ width: 640, height: 400 });
  // The panels are drawn anew for the other layout; one that was found before is gone then.
  await expect(() => page.getByTestId('skill-preview').scrollIntoViewIfNeeded()).toPass();
  await expect(page.getByTestId('skill-preview')).toBeInViewport();
  expect(await page.getByTestId('packs').evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
});
