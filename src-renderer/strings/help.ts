/** What changed for people who use Pegboard, newest version first. */
export const news: readonly { readonly version: string; readonly items: readonly string[] }[] = [
  {
    version: '0.1.0',
    items: [
      'Tools: sources are a tree with their state, their share of the tokens and their groups. F goes there, and the first letters of a name narrow the table.',
      'Search: Engines side by side (Alt+C) and Skills are toggles. Query, persona and policy stay.',
      'Runs: a scenario is shown as steps, as source, or both (B).',
      'One review adds all servers of a configuration: it asks for their variables once, and one consent lists everything that will run.',
      'Files import as real exporters write them. One bad tool no longer keeps the others out.',
      'Pegboard adds servers that start slowly, and shows their progress and their log.',
      'You can edit the connection of a server.',
      'Changes (Alt+Z) lists what you changed in this window; each change has its own Undo.',
      'Text has a contrast of 7:1 on every screen when the system asks for more contrast.',
    ],
  },
];
