/** One answer of the help: a task with the screen where it is done, or a term. */
export interface HelpEntry {
  readonly title: string;
  readonly text: string;
  /** Id of the screen where it is done. */
  readonly feature?: string;
  /** Other words that people search for. */
  readonly words?: string;
}

/** How to do the usual things, shortest way first. */
export const guide: readonly HelpEntry[] = [
  {
    title: 'See what your agent carries',
    text: 'Home shows what every prompt costs now and with all tools, what is wrong, what to do next, who is connected, and what changed since your last visit.',
    feature: 'home',
    words: 'start overview cost tokens health',
  },
  {
    title: 'See and undo your changes',
    text: 'Ctrl+Z undoes the last change of the workspace. Changes, in the status bar or with Alt+Z, lists all of this window; each has its own Undo.',
    words: 'history redo take back revert',
  },
  {
    title: 'Link to a tool, a source or a search',
    text: 'Copy link to this view, in the command palette, copies a command such as pegboard open tools/github.create_issue. Back and Forward move between the screens that you visited.',
    words: 'address url deep link open share',
  },
  {
    title: 'Use your own MCP servers',
    text: 'Drop a .mcp.json file on the window, paste it with Ctrl+I, or choose Add a source… on the Sources screen. Pegboard shows what would run and starts nothing before you agree.',
    feature: 'sources',
    words: 'import add connect server claude cursor configuration',
  },
  {
    title: 'Import a list of tools',
    text: 'Drop a tools/list result, an OpenAI, Anthropic or Gemini tools array, or a .jsonl file. A plan shows what would be added, changed and removed before anything is written.',
    feature: 'sources',
    words: 'file json openai anthropic langchain',
  },
  {
    title: 'Search as your agent would',
    text: 'Type what an agent would ask for. The results, their scores and the JSON that the model gets appear as you type.',
    feature: 'playground',
    words: 'query tool_search find',
  },
  {
    title: 'Find out why a tool was missed',
    text: 'Press Alt+W in the Playground and name the tool. Pegboard says what ranked above it and tries edits that lift it.',
    feature: 'playground',
    words: 'why not rank suggestion',
  },
  {
    title: 'Choose which tools are always loaded',
    text: 'In Tools, press L to see what is always loaded beside your budget. Select tools and press B to load or defer them. Always loaded has the patterns, such as github.*.',
    feature: 'tuner',
    words: 'budget board drawers tokens pattern reduce cost',
  },
  {
    title: 'Improve a description or add search phrases',
    text: 'Select a tool in the Catalog and press E. Your words lie in an overlay; the imported file stays as it is.',
    feature: 'catalog',
    words: 'curate overlay phrases edit',
  },
  {
    title: 'Measure search quality',
    text: 'Collect golden queries: a query and the tools that count as correct. Tests ranks them with several engines and compares with a baseline.',
    feature: 'evaluate',
    words: 'golden test recall hit benchmark',
  },
  {
    title: 'Write a skill',
    text: 'A pack holds skills. Create a pack, then a skill from a template; problems come with fixes, and the preview shows what a model gets.',
    feature: 'packs',
    words: 'SKILL.md recipe instructions',
  },
  {
    title: 'Replay an agent run',
    text: 'A scenario scripts the model and the tool results, so that a run repeats exactly. Each step shows its prompt and its tokens.',
    feature: 'simulator',
    words: 'simulate scenario trace film',
  },
  {
    title: 'Compare two prompts',
    text: 'Choose a profile, a persona, a step of a run or a version in git for each side, and read the difference block by block.',
    feature: 'prompt-diff',
    words: 'diff cache',
  },
  {
    title: 'See what it costs and saves',
    text: 'Costs multiplies the tokens of your workspace by prices and shows when deferring tools pays off.',
    feature: 'costs',
    words: 'money price economics hosts limits',
  },
  {
    title: 'Export for your agent',
    text: 'Export writes packs or the catalog in the format of your framework. Every file is shown before it is written.',
    feature: 'export',
    words: 'git branch commit write files',
  },
  {
    title: 'Let an MCP client use the workspace',
    text: 'Connect a client on the Gateway screen shows the exact change of its configuration and writes it with a backup. Undo takes it back.',
    feature: 'gateway',
    words: 'host claude code desktop cursor codex vscode serve mcp connect',
  },
  {
    title: 'See what agents search and call',
    text: 'The Gateway screen shows each request as it comes. Press O to open a search in the Playground, K to keep it as a golden query.',
    feature: 'gateway',
    words: 'traffic log usage live clients',
  },
];

/** The terms that screens use. */
export const glossary: readonly HelpEntry[] = [
  {
    title: 'Always loaded',
    text: 'A tool whose definition is in every prompt. Pegboard pictures these tools as hanging on the board.',
    words: 'board loading mode',
  },
  {
    title: 'Deferred',
    text: 'A tool that is not in the prompt. The model finds it with tool_search. Pegboard pictures these tools as lying in drawers.',
    words: 'drawer on demand loading mode',
  },
  { title: 'Activation', text: 'The moment when a run finds a deferred tool and its definition joins the prompt.' },
  { title: 'Catalog', text: 'All tools of the workspace, from all sources, after overlays and policy.' },
  {
    title: 'Source',
    text: 'A captured list of tools, or a live MCP server with the list that it gave last.',
    words: 'server',
  },
  {
    title: 'Overlay',
    text: 'Your changes to a tool: description, phrases, tags, loading mode. They lie beside the imported file.',
    words: 'curate',
  },
  {
    title: 'Persona',
    text: 'Someone whom the agent acts for. A persona decides which tools and skills may be seen.',
    words: 'policy tenant role',
  },
  {
    title: 'Golden query',
    text: 'A query together with the tools that count as correct answers. Golden queries measure search quality.',
    words: 'evaluate expected result',
  },
  { title: 'Baseline', text: 'A kept evaluation that later ones are compared with.' },
  { title: 'Pack', text: 'A folder of skills.' },
  { title: 'Skill', text: 'A short recipe that an agent gets with its task or finds with skill_search.' },
  {
    title: 'Scenario',
    text: 'A scripted run: what the user says, what the model replies, what the tools answer, and what to expect.',
  },
  { title: 'Profile', text: 'A named set of choices for a prompt, such as which tools are always loaded.' },
  {
    title: 'Estimate and o200k',
    text: 'Two ways to count tokens: code points divided by four, or a real tokenizer.',
    words: 'tokens tokenizer',
  },
  {
    title: 'Workspace',
    text: 'A folder with a pegboard.yaml file. Everything that you tune lies there, ready for git.',
  },
];

/** What changed for people who use Pegboard, newest version first. */
export const news: readonly { readonly version: string; readonly items: readonly string[] }[] = [
  {
    version: '0.1.0',
    items: [
      'One review adds all servers of a configuration: their variables are asked for once, and one consent lists everything that will run.',
      'Files import as real exporters write them. One bad tool no longer refuses the others.',
      'Servers that start slowly are added; their progress and their own log are shown.',
      'The connection of a server can be edited.',
      'Changes (Alt+Z) lists what you changed in this window; each change has its own Undo.',
      'Where the system asks for more contrast, text has 7:1 on every screen.',
    ],
  },
];
