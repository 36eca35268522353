import type { CreateSkillInput } from '#shared/domain/skill-editor.ts';

/** What a new skill starts with. Every line says what to write in its place. */
export interface SkillTemplate {
  readonly id: string;
  readonly title: string;
  readonly about: string;
  readonly parts: Omit<CreateSkillInput, 'pack' | 'name' | 'format'>;
}

export const skillTemplates: readonly [SkillTemplate, ...SkillTemplate[]] = [
  {
    id: 'short',
    title: 'Short',
    about: 'A trigger and two steps.',
    parts: {
      trigger: 'When the user asks to …',
      steps: ['Do the first thing.', 'Check that it worked, and say so.'],
    },
  },
  {
    id: 'procedure',
    title: 'Procedure with tools',
    about: 'Find the tool, act, verify; with what must hold before and what can go wrong.',
    parts: {
      task_type: 'api',
      trigger: 'When the user asks to change … in …',
      preconditions: ['The user named what to change.'],
      steps: [
        'Read the current state first, and keep its id.',
        'Search for the tool that makes this change when it is not at hand.',
        'Make the change for exactly that id.',
        'Read it again and compare with what was asked.',
      ],
      failure_modes: [
        'Several things match: ask which one is meant.',
        'The call is refused: say why, and do not try another way in.',
      ],
    },
  },
  {
    id: 'browser',
    title: 'Browser task',
    about: 'Open a page, act on it, confirm what it shows.',
    parts: {
      task_type: 'browser',
      trigger: 'When the user asks for something that is only on a web page of …',
      preconditions: ['The address of the page is known.'],
      steps: [
        'Open the page and wait until it is loaded.',
        'Find the element by its visible text.',
        'Act on it once.',
        'Confirm by what the page shows then.',
      ],
      failure_modes: [
        'A dialog covers the page: close it and go on.',
        'The page asks to sign in: stop and tell the user.',
      ],
    },
  },
  {
    id: 'check',
    title: 'Check before a risky act',
    about: 'What to verify, and when to ask, before something that cannot be undone.',
    parts: {
      task_type: 'domain',
      trigger: 'Before anything is deleted, paid or sent to others in …',
      steps: [
        'List what would be affected, with numbers.',
        'Ask the user to confirm exactly that.',
        'Act only on what was confirmed.',
        'Report what was done, and how to take it back.',
      ],
      failure_modes: ['More is affected than was asked for: stop and ask.'],
    },
  },
];
