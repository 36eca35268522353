import type { QueryLanguage } from '#shared/domain/query-language.ts';

/** What may follow the stem of a word, folded: inflection, and the few suffixes that leave its meaning. */
const endings: Partial<Record<QueryLanguage, RegExp>> = {
  de: /^(e|en|er|es|em|n|s|st|t|te|ten|tes|ter|est|et|ung|ungen|nen|ne|lich|liche|lichen)?$/,
  fr: /^(s|x|e|es|ee|ees|er|ez|ent|ons|ant|ante|antes|ants|ait|ir|is|it|re|al|ale|aux|eur|eurs|ion|ions|ement|ements)?$/,
  es: /^(s|es|o|a|os|as|ar|er|ir|an|en|e|amos|emos|ando|iendo|ado|ada|ados|adas|ido|ida|idos|idas|me|nos|lo|la|los|las|ame|alo|ala|arlo|arla|cion|ciones|ito|ita)?$/,
  pt: /^(s|es|o|a|os|as|ar|er|ir|am|em|e|amos|ando|endo|indo|ado|ada|ados|adas|ido|ida|idos|idas|me|lo|la|los|las|cao|coes|oes|ao|ei|ou)?$/,
  it: /^(i|e|o|a|are|ere|ire|ando|endo|ato|ata|ati|ate|ito|ita|iti|ite|uto|uta|mi|lo|la|li|le|ami|alo|ala|ali|ale|arlo|arla|ano|ono|iamo|zione|zioni|he|hi)?$/,
  pl: /^(a|e|y|i|u|o|em|am|om|ow|ie|iem|ami|ach|owi|owie|ego|emu|ej|ym|ymi|ych|im|imi|ich|ac|ic|yc|ec|aj|uj|esz|asz|isz|a|iu|ia|iom|iami|iach|ania|anie|eniu|enia|enie|aniu|ie|ze|z|my|ly|la|lo|lem|lam|c|ka|ki|ke|ku)?$/,
  ru: /^(а|я|ы|и|у|ю|е|о|ой|еи|ои|ом|ем|ов|ев|ам|ям|ами|ями|ах|ях|ии|ию|ия|ие|ыи|ая|яя|ое|ее|ые|ого|его|ому|ему|ым|им|ых|их|ую|юю|ть|ти|ет|ит|ят|ют|ут|ат|ешь|ишь|л|ла|ло|ли|те|ите|аите|ать|ить|еть|ение|ения|ении|ь|ью|ью|енныи|ка|ки|ку|к)?$/,
  cs: /^(a|e|y|i|u|o|em|am|um|ou|ovi|ove|ech|ich|ami|emi|ich|ych|eho|emu|ej|ym|ymi|im|imi|at|it|et|ovat|uj|ujte|i|ejte|te|al|il|el|ala|ila|ani|eni|iho|ku|ka|ky|ek|ce|cich|u|mi|ti|t|m)?$/,
  tr: /^(l[ae]r)?(i|u|si|su|im|um|in|un|imi|iniz|unuz|imiz|umuz)?(n?i|n?u|y?i|y?u|y?e|y?a|n?d[ae]n?|t[ae]n?|n?in|n?un|yl[ae]|l[ae])?(ki|dir)?$/,
};
const verbs =
  /^(m[ae]k|y?[ae]r|ir|ur|iyor|uyor|di|du|ti|tu|dim|dum|y?[ae]bilir|y?[ae]yim|y?in|y?un|in|un|sin|sun|m[ae]|m[ae]si|m[ae]sini|m[ae]y[ei])$/;

/** Most letters of an ending that is looked at. */
export const longestEnding = 9;

/** Whether a language lets this stand behind a stem. */
export function isEnding(text: string, language: QueryLanguage): boolean {
  return (endings[language]?.test(text) ?? false) || (language === 'tr' && verbs.test(text));
}
