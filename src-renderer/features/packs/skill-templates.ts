import type { CreateSkillInput } from '#shared/domain/skill-editor.ts';
import { strings } from '../../strings/packs.ts';

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
    title: strings.skillTemplates.short,
    about: strings.skillTemplates.triggerTwoSteps,
    parts: {
      trigger: strings.skillTemplates.whenUserAsks,
      steps: [strings.skillTemplates.doFirstThing, strings.skillTemplates.checkWorkedSaySo],
    },
  },
  {
    id: 'procedure',
    title: strings.skillTemplates.procedureTools,
    about: strings.skillTemplates.findToolAct,
    parts: {
      task_type: 'api',
      trigger: strings.skillTemplates.whenUserAsksChange,
      preconditions: [strings.skillTemplates.userSaidWhat],
      steps: [
        strings.skillTemplates.readCurrentStateFirst,
        strings.skillTemplates.ifTool,
        strings.skillTemplates.makeChangeExactlyId,
        strings.skillTemplates.readStateAgain,
      ],
      failure_modes: [strings.skillTemplates.severalThingsMatchAsk, strings.skillTemplates.callIsRefusedSay],
    },
  },
  {
    id: 'browser',
    title: strings.skillTemplates.browserTask,
    about: strings.skillTemplates.openPageAct,
    parts: {
      task_type: 'browser',
      trigger: strings.skillTemplates.whenUserAsksSomething,
      preconditions: [strings.skillTemplates.addressPageKnown],
      steps: [
        strings.skillTemplates.openPageWaitUntil,
        strings.skillTemplates.findElementItsVisible,
        strings.skillTemplates.actOnce,
        strings.skillTemplates.confirmResultOnPage,
      ],
      failure_modes: [strings.skillTemplates.dialogCoversPageClose, strings.skillTemplates.pageAsksForSign],
    },
  },
  {
    id: 'check',
    title: strings.skillTemplates.checkBeforeRiskyAction,
    about: strings.skillTemplates.whatToVerify,
    parts: {
      task_type: 'domain',
      trigger: strings.skillTemplates.beforeAnythingDeletedPaid,
      steps: [
        strings.skillTemplates.listEverythingThatAction,
        strings.skillTemplates.askUserToConfirm,
        strings.skillTemplates.actOnlyOnWhat,
        strings.skillTemplates.reportResultAndHow,
      ],
      failure_modes: [strings.skillTemplates.actionAffectsMore],
    },
  },
];
