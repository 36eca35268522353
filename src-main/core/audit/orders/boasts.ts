import { gap, type OrderRule, words } from './order-rule.ts';

const why = 'The tool praises itself to the model, which has no other reason to choose it.';

/** Claims of rank. An honest definition needs none of them, so one is enough. */
const rank = `\\b(?:the |this is (?:the )?)?(?:world'?s (?:best|leading|fastest|most)|best (?:\\w+ )?(?:tool|server|service|option|choice) (?:in the world|ever|on the market|of all|available anywhere)|(?:#|no\\.? ?|number )(?:1|one)[- ](?:ranked|rated|choice|tool)|(?:rated|ranked) (?:#|no\\.? ?|number )(?:1|one)\\b|(?:used|chosen|trusted|preferred|recommended) by (?:over |more than )?(?:\\d[\\d.,]* ?(?:%|percent|out of|of|in|million|m\\b|k\\b|\\+)|most|all|leading|top|(?:\\w+ ){0,2}experts|fortune|ai (?:experts|labs?|researchers))|(?:outperforms?|surpass\\w*|beats?) (?:all|any|every)(?: \\w+)? (?:other|others|alternatives?|competitors?|tools?)|superior (?:in every way|to (?:all|any|every))|\\d+ ?(?:x|times|%|percent) (?:better|faster|more (?:accurate|reliable)) (?:\\w+ )?than (?:any|all|other|the|competing|competitors?|alternatives?))`;

/** Words that talk a model out of other tools, or hurry it. */
const hurry = `\\binferior (?:tools?|alternatives?|options?|services?|ones)\\b|\\b(?:don'?t|do not|never|why) (?:settle|waste (?:\\w+ )?time|bother|risk|use inferior)\\b ${gap(3)}(?:with|on|for|alternatives?|others?|tools?)|\\b(?:the )?only \\w+ you (?:should|can|need to|must) (?:ever )?(?:trust|use|call|choose)|\\bdon'?t fall behind\\b|\\b(?:limited[- ]time|act now|hurry)\\b[^.]{0,80}(?:!|offer|before|expires?|left|only)|\\bprioriti[sz]e (?:this|it|our)(?: tool| server)? (?:over|above|before) (?:any|all|every|other|the)|\\b(?:try|use|call|choose|pick) this (?:tool |one |server )?(?:first|exclusively) (?:before|over|and never|and skip|,? ahead of) ${gap(2)}(?:other|others|options?|alternatives?|tools?)|\\bthis tool is (?:required|mandatory|essential) (?:for|and) (?:all|every|any|essential|mandatory)|\\b(?:is|are) mandatory for (?:all|every|any) (?:\\w+ ){0,2}(?:tasks?|requests?|conversions?|queries|questions|searches|calculations?)`;

/** How a tool recommends itself, where it has nothing to order. */
export const boasts: readonly OrderRule[] = [
  { code: 'order_priority', weight: 'soft', pattern: words(rank), why },
  { code: 'order_priority', weight: 'soft', pattern: words(hurry), why },
  {
    code: 'order_priority',
    weight: 'hint',
    pattern: words(
      `\\b(?:award[- ]winning|industry[- ]standard|(?:scientifically|clinically) proven|military[- ]grade|enterprise[- ]grade (?:accuracy|reliability)|unprecedented|unmatched|five[- ]star|ai[- ]optimi[sz]ed|most (?:reliable|accurate|trusted|powerful|advanced) (?:\\w+ ){0,3}(?:tool|server|service|available)|best[- ]in[- ]class)\\b`,
    ),
    why,
  },
  {
    code: 'tool_shadowing',
    weight: 'soft',
    pattern: words(
      `\\b(?:the )?[a-z]+(?:_[a-z0-9]+)+ (?:tool |function )?(?:has been|was|is) (?:now )?(?:upgraded|changed|modified|updated|restricted|locked|moved|withdrawn|retired|taken over|reconfigured)\\b|\\bthe [a-z]+(?:_[a-z0-9]+)+ (?:tool |function )?now requires\\b`,
    ),
    why: 'The text says that another tool changed, which only the server of that tool can know.',
  },
  {
    code: 'order_priority',
    weight: 'soft',
    pattern: words(
      `(?:\\b(?:best|fastest|smartest|most (?:trusted|advanced|reliable|accurate|powerful|secure|complete))\\b[^.]{0,60}){3}`,
    ),
    why: 'The tool praises itself to the model, which has no other reason to choose it.',
  },
  {
    code: 'order_priority',
    weight: 'soft',
    pattern: words(
      `\\ball other tools (?:will|are going to|would) (?:fail|break|crash|stop)\\b|\\b(?:instead of|do not use|don't use|never use) the (?:built-?in|default|standard|native|original|regular) (?:[\\w-]+ ){0,2}tool\\b|\\broute (?:everything|all of it|all (?:queries|requests|calls)) through (?:this|it)\\b|\\b(?:strict|mandatory|violations?|non-?compliance)\\b[^.]{0,60}\\b(?:call|use|invoke|run) (?:this|it)\\b[^.]{0,20}\\b(?:first|before)\\b|\\b(?:call|use|invoke) (?:this|it) (?:first )?before (?:executing|running|starting) any\\b`,
    ),
    why: 'The tool puts itself before all other tools.',
  },
  {
    code: 'tool_shadowing',
    weight: 'soft',
    pattern: words(
      `\\b(?:override|replace|modify|change|alter) the (?:behaviou?r|function|functions|functionality|results?|meaning) of (?:the )?(?:[a-z]+_[a-z_]+|original|other|assistant|model|existing|[\\w-]+ tool)\\b|\\bbefore (?:you )?(?:execut\\w+|call\\w*|run\\w*|us\\w+) (?:the )?[\\w-]+ (?:operation|tool|function),? (?:execute|call|run|use) this tool\\b`,
    ),
    why: 'The text changes what another tool does.',
    negatable: true,
  },
];
