import { formatPlural } from './count.ts';

export const strings = {
  tourBar: {
    guidedTour: 'Guided tour',
    takeFiveMinutes:
      '{newHere} Take five minutes with these demo tools: search, choose always-loaded tools, run an agent, see the saving, and export.',
    newHere: 'New here?',
    takeTour: 'Take the tour',
    notNow: 'Not now',
    of: (at: number, tourSteps: number) => `${at} of ${tourSteps}`,
    done: 'done',
    goThere: 'Go there',
    back: 'Back',
    finish: 'Finish',
    next: 'Next',
    leaveTour: 'Leave the tour',
  },
  tourSteps: {
    giveCustomerTheirMoney: 'give the customer their money back',
    whatYourAgentPays: 'What your agent pays now',
    allToolsEveryPrompt: (tools: string, value: string, alwaysLoaded: string, value2: string) =>
      `With all ${tools} tools every prompt would cost ${value} tokens. Here ${alwaysLoaded} are always loaded, and a prompt costs ${value2}. The others are deferred until tool_search finds them. The status bar below shows the current figures on every screen.`,
    searchModelWould: 'Search as the model would',
    typeRequestOfAgent: (exampleQuery: string) =>
      `Type a request of an agent, such as "${exampleQuery}". No tool has these words in its name.`,
    type: 'Type it',
    followScore: 'Follow the score',
    youCanCheckEvery:
      'You can check every score: which word matched which field, how rare the word is, and the sum. Hover over a figure to see where it comes from. The arrow keys select another result.',
    askWhyToolWas: 'Ask why a tool was missed',
    enterToolThatYou: (expectedTool: string) =>
      `Enter the tool that you expected in “Why not…?”, for example ${expectedTool}. Pegboard says what kept that tool from the top, and tries every suggestion before it shows it.`,
    askAbout: (expectedTool: string) => `Ask about ${expectedTool}`,
    seeWhatIsUsed: 'See what is used',
    demoHasMonthOfUse:
      'The demo has a log of a month: invented sessions of three clients. Read it. Pegboard asks before it reads any log, and keeps names, times, outcomes and search words only.',
    allowLogOfYours:
      'Allow a log of your agents under Logs. Pegboard reads it on this computer, and keeps names, times, outcomes and search words only.',
    toolsUsed: (used: number, tools: number, days: number, idle: number) =>
      `${used} of ${formatPlural(tools, 'tool')} were used in ${formatPlural(days, 'day')}. ${formatPlural(idle, 'always-loaded tool')} cost tokens in every prompt, and nobody called ${idle === 1 ? 'it' : 'them'}. Select a figure: the events behind it are on the right.`,
    readIt: 'Read it',
    letUseDecide: 'Let usage decide',
    pegboardComputesBoard:
      'From these sessions, Pegboard computes which tools to always load. It judges the choice on sessions that it did not learn from, and writes nothing until you apply it.',
    proposalIsWorth: (saved: string, words: string) =>
      `On sessions that it did not see, the proposal saves ${saved} tokens per session. ${words} Apply all changes or some of them; Ctrl+Z undoes them.`,
    compute: 'Compute it',
    alwaysLoadTool: 'Always load a tool',
    selectDeferredTool:
      'Select a deferred tool and press B, or drag it to the left. The figures immediately show the tokens of each prompt. Pegboard writes the smallest pattern for the move, and Ctrl+Z undoes it.',
    readWhatModelSent: 'Read what the model receives',
    promptAllToolsLeft:
      'The prompt with all tools is on the left, this workspace’s prompt on the right, block by block. Below is the text itself, with a mark where a prompt cache would break. Each side can be a profile, a persona, a step of a run or a version in git.',
    runAgentWithoutModel: 'Run an agent, without a model',
    scenarioIsRepeatableRun:
      'A scenario is a repeatable run: a scripted model, fixed tool results, and expectations. Run it: each picture is one reply of the model.',
    run: 'Run it',
    moveToActivation: 'Move to the activation',
    moveThroughTimeJ:
      '← and → move through time, and J jumps to the step that activates a deferred tool. Below is the exact prompt of the step with its new parts marked. The lane compares the tokens: all tools against deferred tools.',
    jumpThere: 'Jump there',
    seeWhatSkillAdds: 'See what a skill adds',
    packsContainSkillsInstructions:
      'Packs contain skills: instructions that an agent finds, or gets with its task. Open one to see the form and the file side by side, problems with fixes, and the text that a persona would get, with its tokens. You can copy a shipped pack into the workspace and change it.',
    exportPack: 'Export a pack',
    filesExportAgainNothing: (files: number, name: string) =>
      `${formatPlural(files, 'file')} in ${name}. Export again, and nothing changes. Pegboard asks before it overwrites a file that you edited there.`,
    choosePacksFolder:
      'Choose packs, a folder and a format, and review every file before Pegboard writes it. The core pack and a folder next to this demo are already selected. Press Write.',
    write: 'Write it',
    seeSaving: 'See the saving',
    runOfSentTokens: (name: string, sent: string, allTools: string, sent2: string | null, estimator: string) =>
      `The run of ${name} sent ${sent} tokens instead of ${allTools} with all tools (${sent2}, counted with ${estimator}).`,
    youSkippedRunStep: 'You skipped the run (step 9), so nothing was measured.',
    pack: (name: string) => `The pack is in ${name}.`,
    youSkippedExportStep: 'You skipped the export (step 12).',
    nextUseYourOwn: 'Next: use your own MCP servers. Ctrl+K, "Take the guided tour" starts the tour again.',
    toUseMyMcpServers: 'Use my MCP servers',
  },
} as const;
