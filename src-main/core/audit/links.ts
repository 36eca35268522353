import { type AuditRule, auditFinding, findingsUpTo, type Weight } from './audit-rule.ts';
import type { Purpose } from './purpose.ts';
import { speechOf } from './reading/mentions.ts';
import { type Sentence, sentencesOf } from './reading/sentences.ts';

const maximumFindings = 20;

/** Names of places in an address that stand for data of the user, and not for the id of a thing. */
const dataName =
  'conversation|chat|history|message|prompt|secret|token|password|api_?key|env|context|summary|user_?\\w*|email|data|content|query|answer|response|output|credentials?|transcript|session|cookie|name';
const placeholder = new RegExp(
  `[?&#][\\w.-]+=[^\\s&)"']{0,80}?(?:\\{+|<|\\[|\\$\\{|%7B|\\()[^}>\\])]{0,60}\\b(?:${dataName})|[?&#][\\w.-]+=(?:[A-Z]+_)?(?:CONVERSATION|SECRET|TOKEN|PASSWORD|HISTORY|CHAT|DATA|BASE64)\\w*`,
  'i',
);
const image = /!\[[^\]]{0,200}\]\(\s*https?:[^)]{1,600}/gi;
const url = /https?:\/\/[^\s"'`)>\]}]{3,600}(?:\{[^}\s]{0,60}\}[^\s"'`)>\]]{0,100}){0,6}/gi;

/** Hosts that receive whatever somebody sends, for whoever made an address there. */
const catchers =
  /\b(?:webhook\.site|requestbin\.\w+|pipedream\.net|ngrok(?:-free)?\.(?:io|app|dev)|trycloudflare\.com|serveo\.net|loca\.lt|localtunnel\.me|pastebin\.com|paste\.ee|hastebin\.com|transfer\.sh|file\.io|0x0\.st|oast(?:ify)?\.\w+|interact\.sh|burpcollaborator\.net|beeceptor\.com|requestcatcher\.com|hookb\.in|dnslog\.cn|ix\.io|termbin\.com|discord(?:app)?\.com\/api\/webhooks|api\.telegram\.org\/bot|hooks\.slack\.com)\b/i;
const catcherJob =
  /\b(?:webhooks?|tunnel\w*|ngrok|pastes?|pastebin|slack|discord|telegram|gists?|reputation|upload\w*|bots?)\b/;
const rawAddress = /^https?:\/\/(?:\d{1,3}\.){3}\d{1,3}\b/i;
const local = /^https?:\/\/(?:127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|0\.0\.0\.0)/i;
const metadata = /169\.254\.169\.254|metadata\.google\.internal/i;

/** Images and links that take data with them, hosts that receive data for anybody, and addresses without a name. */
export const dataLinks: AuditRule = ({ texts, purpose }) => {
  const { findings, add } = findingsUpTo(maximumFindings);
  for (const { place, text } of texts) {
    if (!text.includes('://')) continue;
    for (const sentence of sentencesOf(text)) {
      for (const found of linksOf(sentence, purpose)) {
        if (!add(auditFinding('data_link', { ...found, place }))) return findings;
      }
    }
  }
  return findings;
};

function* linksOf(
  sentence: Sentence,
  purpose: Purpose,
): Generator<{ weight: Weight; excerpt: string; why: string }, void> {
  const { text } = sentence;
  const isMention = (index: number, link: string) =>
    speechOf(sentence, { index, end: index + link.length }, purpose) === 'mention';
  for (const { 0: link, index } of text.matchAll(image)) {
    const rest = text.slice(index);
    if (!placeholder.test(rest) || isMention(index, link)) continue;
    yield {
      weight: 'hard',
      excerpt: rest.slice(0, 180),
      why: 'An image takes data of the user to a server when it is shown.',
    };
  }
  for (const { 0: link, index } of text.matchAll(url)) {
    if (isMention(index, link)) continue;
    const excerpt = text.slice(Math.max(0, index - 30), index + link.length + 20);
    const rest = text.slice(index, index + link.length + 80);
    if (metadata.test(link))
      yield { weight: 'soft', excerpt, why: 'The address gives out the keys of a cloud machine.' };
    else if (catchers.test(link)) {
      if (!catcherJob.test(purpose.words))
        yield {
          weight: 'soft',
          excerpt,
          why: 'The host receives whatever is sent to it, for anybody who made an address there.',
        };
    } else if (rawAddress.test(link) && !local.test(link)) {
      yield {
        weight: placeholder.test(rest) ? 'soft' : 'hint',
        excerpt,
        why: 'The address has no name that tells whose it is.',
      };
    } else if (
      placeholder.test(rest) &&
      asks.test(text) &&
      !serverFills.test(text) &&
      !shown.test(text.slice(0, index))
    ) {
      yield { weight: 'soft', excerpt, why: 'A link takes data of the user to a server.' };
    }
  }
}

const asks =
  /\b(?:load|render|append|add|fetch|open|include|end|finish|show|always|once|each|every|must|replace|call|visit|request|embed|insert)\b/i;
const serverFills = /\b(?:the server fills|filled in by the server)\b/i;
const shown = /\b(?:for example|example:?|eg)\b[^.]{0,60}$/i;
