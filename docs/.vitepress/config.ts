import { readdirSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitepress';
import { headingSlug } from '../scripts/heading-slug.ts';

/** The decisions, by number, with their titles. */
const folder = new URL('../decisions/', import.meta.url);
const decisions = readdirSync(folder)
  .sort()
  .map((name) => ({
    text: readFileSync(new URL(name, folder), 'utf8').split('\n', 1)[0]?.replace(/^# /, '') ?? name,
    link: `/decisions/${name.replace(/\.md$/, '')}`,
  }));

const page = (text: string, link: string) => ({ text, link });

/** `npm run docs:site`: the pages of this folder as a site with search, in both themes. A dead link fails the build. */
export default defineConfig({
  title: 'Pegboard',
  description: 'See what tool search does to your LLM agent.',
  lang: 'en',
  outDir: '../site',
  cacheDir: '../node_modules/.cache/vitepress',
  // The folder of the server in which the site lies, such as /pegboard/.
  base: process.env.PEGBOARD_SITE_BASE ?? '/',
  markdown: {
    linkify: false,
    anchor: { slugify: headingSlug },
    // A page is text: nothing in it is an expression of Vue.
    config: ({ renderer: { rules }, utils: { escapeHtml } }) => {
      const plain = (text = '') => escapeHtml(text).replaceAll('{{', '&#123;&#123;');
      rules.text = (tokens, index) => plain(tokens[index]?.content);
      rules.code_inline = (tokens, index) => `<code>${plain(tokens[index]?.content)}</code>`;
    },
  },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    nav: [
      page('Guide', '/guide/'),
      page('Reference', '/reference/'),
      page('Concepts', '/concepts/'),
      page('Contributing', '/contributing/'),
    ],
    sidebar: [
      {
        text: 'Guide',
        link: '/guide/',
        items: [
          page('Find your way', '/guide/workbench'),
          page('Add tools', '/guide/add-tools'),
          page('Start servers safely', '/guide/start-servers'),
          page('Review changes', '/guide/review'),
          page('Search', '/guide/search'),
          page('Why a tool was missed', '/guide/why-not'),
          page('Improve tools', '/guide/improve-tools'),
          page('Always loaded', '/guide/always-loaded'),
          page('Use', '/guide/usage'),
          page('Skills', '/guide/skills'),
          page('Measure search', '/guide/measure-search'),
          page('Compare engines', '/guide/compare-engines'),
          page('Use a model', '/guide/models'),
          page('Replay a run', '/guide/scenarios'),
          page('Run an experiment', '/guide/experiments'),
          page('Compare prompts', '/guide/prompts'),
          page('Costs', '/guide/costs'),
          page('Proposals from use', '/guide/optimize'),
          page('Connect a client', '/guide/connect'),
          page('Gateway', '/guide/gateway'),
          page('Team', '/guide/team'),
          page('Export', '/guide/export'),
          page('Plugins', '/guide/plugins'),
          page('Roll out', '/guide/roll-out'),
          page('Check in CI', '/guide/ci'),
        ],
      },
      {
        text: 'Reference',
        link: '/reference/',
        items: [
          page('Command line', '/reference/command-line'),
          page('Configuration', '/reference/configuration'),
          page('Files', '/reference/files'),
          page('Gateway server', '/reference/gateway-server'),
          page('Gateway store', '/reference/gateway-store'),
          page('Gateway scale', '/reference/gateway-scale'),
          page('Scenario files', '/reference/scenario'),
          page('Task files', '/reference/task'),
          page('World files', '/reference/world'),
          page('Experiment files', '/reference/experiment'),
          page('Errors and exit codes', '/reference/errors'),
          page('JSON output', '/reference/json-output'),
          page('Usage log', '/reference/usage-log'),
          page('Library', '/reference/library'),
          page('Limits', '/reference/limits'),
          page('Benchmarks', '/benchmarks'),
        ],
      },
      {
        text: 'Concepts',
        link: '/concepts/',
        items: [
          page('Glossary', '/concepts/glossary'),
          page('Loading modes', '/concepts/loading-modes'),
          page('Scores', '/concepts/scores'),
          page('Other languages', '/concepts/languages'),
          page('Other words', '/concepts/meaning'),
          page('Who sees what', '/concepts/audiences'),
          page('The prompt', '/concepts/prompt'),
          page('Styles of agents', '/concepts/agent-styles'),
          page('Concurrency', '/concepts/concurrency'),
          page('Malicious definitions', '/concepts/threats'),
        ],
      },
      {
        text: 'Contributing',
        link: '/contributing/',
        items: [
          page('How to add a …', '/contributing/recipes'),
          page('Words', '/contributing/words'),
          page('Tests', '/contributing/tests'),
          page('Budgets', '/contributing/budgets'),
          page('Documentation', '/contributing/documentation'),
          page('Words', '/contributing/words'),
          page('Architecture', '/architecture'),
          page('Requirements', '/requirements'),
          page('Desktop', '/desktop'),
          page('Tests without Electron', '/contributing/electron-stand-in'),
          { text: 'Decisions', collapsed: true, items: decisions },
        ],
      },
    ],
  },
});
