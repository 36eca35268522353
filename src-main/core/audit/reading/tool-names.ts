/** Names of one text that are looked at. */
const maximumNames = 2000;

/** A word of a sentence that looks like the name of a tool. */
export interface NamedWord {
  readonly name: string;
  readonly index: number;
  readonly end: number;
  /** The same with its marks. */
  readonly span: { readonly index: number; readonly end: number };
  /** Whether marks show that it is a name: backquotes, quotation marks or brackets of a call. */
  readonly isMarked: boolean;
}

/** Words that look like the name of a tool: `snake_case`, `camelCase`, `name()`, and any word in marks. */
export function namesIn(text: string): NamedWord[] {
  const found: NamedWord[] = [];
  for (const match of text.matchAll(/(["'`]?)\b([a-z]\w*(?:[-.]\w+)*)\b(\(\))?\1/gi)) {
    const [, mark, name = '', call] = match;
    const isMarked = mark !== '' || call !== undefined;
    if (!isMarked && !/[a-z0-9]_[a-z0-9]|[a-z][A-Z][a-z]/.test(name)) continue;
    if (name.length < 4 || name.length > 100 || /^[A-Z0-9_]+$/.test(name)) continue;
    const index = match.index + (mark?.length ?? 0);
    const span = { index: match.index, end: match.index + match[0].length };
    found.push({ name, index, end: index + name.length, span, isMarked });
    if (found.length >= maximumNames) break;
  }
  return found;
}

/** What a sentence orders the model to do with a tool. */
export interface ToolOrder {
  readonly verb: 'call' | 'avoid' | 'replace';
  /** It holds always, for every request, or before anything else. */
  readonly isForAll: boolean;
  /** It has to be done, or done first. */
  readonly isDuty: boolean;
}

/** An order, and not what something is for: "to run x" orders nothing, "you have to run x" does. */
const called =
  /(?<!\b(?<!\b(?:have|has|need|needs|required|sure|forget) )to )\b(?:call|invoke|run|execute|trigger|use|prefer)\s+(?:the\s+|to\s+)?(?:(?:mcp\s+)?(?:tool|function)\s+)?$/i;
const avoided =
  /\b(?:(?:do not|don't|never|must not|should not|avoid|stop|no longer)\s+(?:(?:ever|directly)\s+)?(?:use|using|call|calling|invoke|invoking|run|running|trust|trusting)?|instead of|rather than|in place of|over)\s*(?:use|using|call|calling|invoking|running)?\s+(?:the\s+)?(?:(?:tool|function)\s+)?$/i;
const replaced = /\b(?:replaces|supersedes|takes the place of|overrides)\s+(?:the\s+)?(?:(?:tool|function)\s+)?$/i;
const passive =
  /^\s*(?:tool\s+|function\s+)?(?:must|has to|have to|should|needs to)\s+(?:always\s+|first\s+)?be\s+(?:called|run|used|invoked|executed)\b/i;
const talkedDown =
  /^\s*(?:tool\s+|function\s+)?(?:is|has been|was)\s+(?:now\s+|known to be\s+)?(?:deprecated|broken|outdated|insecure|compromised|unsafe|unreliable|buggy|disabled|malicious)\b/i;
const forAll =
  /\b(?:always|whenever|every time|each time|before (?:you )?(?:any(?:thing)?|every(?:thing)?|all|each|answer\w*|respond\w*|reply\w*|using any|calling any|call any|use any)|(?:for|on|after|at|with) (?:every|each|all|any) (?:\w+ )?(?:call|request|message|turn|prompt|tools?|answer|reply|response|query|question|task|conversation))\b/i;
const duty =
  /\b(?:must|first|mandatory|required to|have to|has to|need to|before|prior to|make sure|never fail to|shall)\b/i;

/** What a sentence orders the model to do with a tool that it names, or null. */
export function orderAbout(text: string, { span, isMarked }: NamedWord): ToolOrder | null {
  const left = text.slice(Math.max(0, span.index - 80), span.index);
  const right = text.slice(span.end, span.end + 80);
  const shapeOf = (verb: ToolOrder['verb'], isDuty = duty.test(text)) => ({
    verb,
    isDuty,
    isForAll: forAll.test(text),
  });
  if (replaced.test(left)) return shapeOf('replace');
  if (avoided.test(left) || talkedDown.test(right)) return shapeOf('avoid');
  if (passive.test(right)) return shapeOf('call', true);
  if (!called.test(left)) return null;
  const order = shapeOf('call');
  // "Use `fast`" may be about a value, so words in marks need more than that.
  return isMarked && !order.isDuty && !order.isForAll ? null : order;
}
