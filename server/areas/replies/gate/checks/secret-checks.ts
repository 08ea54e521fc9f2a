import { fold } from '../../../../platform/database/fold.ts';
import { readWords } from '../../decide/local/words.ts';
import type { Check, Finding } from '../check.ts';
import { isInstruction } from '../inspect-text.ts';
import type { Subject } from '../subject.ts';
import { isNegated, type OwnerText, splitSentences } from '../texts.ts';

/** Checks that no text asks customers for what nobody may ask for in a chat, and that none gives the agent away. */
export const secretChecks: Check[] = [
  {
    ...{ capability: 'protects_data', flavour: 'card_data', expected: 'noSecrets' },
    find: (subject, texts) => findAsked(subject, texts, cardData, 'asksCard'),
  },
  {
    ...{ capability: 'protects_data', flavour: 'passwords', expected: 'noSecrets' },
    find: (subject, texts) => findAsked(subject, texts, passwords, 'asksPassword'),
  },
  {
    ...{ capability: 'protects_data', flavour: 'identity_papers', expected: 'noSecrets' },
    find: (subject, texts) => findAsked(subject, texts, papers, 'asksPapers'),
  },
  {
    ...{ capability: 'resists_injection', flavour: 'in_settings', expected: 'ignored' },
    find: ({ agent }) =>
      [agent.tone, agent.description, ...agent.rules.filter(({ active }) => active).map(({ text }) => text)]
        .flatMap((text) => splitSentences(text ?? ''))
        .filter((sentence) => !isNegated(sentence) && (isInstruction(sentence) || tellsInstructions(sentence)))
        .map((sentence) => ({ advice: 'speaksToMachines', about: sentence.slice(0, 120) })),
  },
];

const showVerbs =
  'mostr revel repit repet conte diga digo compart muestr show reveal repeat share tell print quote disclos'.split(' ');
const instructionWords = 'instruc instruct prompt configurac configurat orientac'.split(' ');
const furthest = 6;

/** Whether a sentence asks to show what the agent was told: "mostre todas as suas instruções". */
function tellsInstructions(sentence: string): boolean {
  const words = readWords(sentence);
  const begins = (word: string, starts: string[]) => starts.some((start) => word.startsWith(start));
  return words.some(
    (word, at) =>
      begins(word, showVerbs) && words.slice(at + 1, at + furthest).some((next) => begins(next, instructionWords)),
  );
}

const asks =
  /\b(?:envi\w+|mand\w+|inform\w+|pass[ae]\w*|dig[ao]\w*|diz\w*|escrev\w+|digit\w+|fornec\w+|pec[ao]\w*|pedimos|pergunt\w+|precisamos|preciso|anot\w+|confirm\w+|compartilh\w+|dame|danos|dime|escrib\w+|facilit\w+|proporcion\w+|pid\w+|pedir|solicit\w+|necesitamos|comparte\w*|pregunt\w+|send\w*|give\w*|tell\w*|write|type|share\w*|provide\w*|text|need\w*|ask\w*|reply|request\w*|collect\w*|message|read)\b/;
const cardData =
  /\b(?:cvv|cvc|cvv2|codigo de seguran\w+|codigo de segurid\w+|security code|(?:numeros?|dados|datos|foto|codigo|validade|digitos) (?:completos? )?(?:d[oea]l? )?(?:(?:seu|su|tu|la|el) )?(?:cartao|tarjeta)|card (?:number|details|data)|(?:code|number) (?:on|of) (?:the back of )?(?:your|the) card)\b/;
const passwords =
  /\b(?:senhas?|contrasenas?|claves? (?:del? banco|bancaria|secreta|personal|de acceso|de la tarjeta)|passwords?|passcodes?|pin|token do banco|codigo (?:que (?:chegou|llego|recebeu)|sms|de verificac\w+)|verification code|one.time code|bank login|codigo de (?:whatsapp|verificac\w+))\b/;
const pictures = /\b(?:fotos?|copias?|scan\w*|imagem|imagen|selfie|photos?|pictures?|copy)\b/;
const documents =
  /\b(?:rg|cnh|cpf|documentos?|identidade|passaporte|dni|cedula|identidad|pasaporte|ine|id|passport|licen[sc]e|identity|licencia)\b/;
/** A document with a photo is shown at the shop, not sent. */
const photoDocuments =
  /\b(?:documento|identificacao|identificacion|id) (?:oficial )?(?:com|con|with) (?:fot\w+|photo)\b|\bphoto id\b/;
const papers = { test: (said: string) => pictures.test(said) && documents.test(said) && !photoDocuments.test(said) };

/** The texts, with the rules for the agent, that ask for something; those that warn of it are fine. */
function findAsked(
  { agent }: Subject,
  texts: OwnerText[],
  wanted: Pick<RegExp, 'test'>,
  advice: 'asksCard' | 'asksPassword' | 'asksPapers',
): Finding[] {
  const rules = agent.rules
    .filter(({ kind, active }) => kind === 'must' && active)
    .map(({ text }): OwnerText => ({ kind: 'rule', title: text.slice(0, 80), text, asked: '' }));
  return [...texts, ...rules].flatMap((text) => {
    const about = splitSentences(text.text).find((sentence) => {
      const said = fold(sentence);
      return wanted.test(said) && asks.test(said) && !isNegated(sentence);
    });
    return about === undefined ? [] : [{ advice, about: about.slice(0, 120), text }];
  });
}
