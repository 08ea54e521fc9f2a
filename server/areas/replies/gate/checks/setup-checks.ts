import { readNamingWords, readWords } from '../../decide/local/words.ts';
import { type Check, type Finding, isWithin } from '../check.ts';
import type { Subject } from '../subject.ts';
import { isNegated } from '../texts.ts';

/** From this certainty on hardly any message is answered. */
const highestThreshold = 0.95;

/** Checks of the settings: whether the agent has anything to say, and whether it is let to. */
export const setupChecks: Check[] = [
  {
    ...{ capability: 'answers_from_knowledge', flavour: 'knows_something', expected: 'knowledge' },
    find: ({ agent, items, passages }) => {
      const facts = [
        ...agent.faqs,
        ...agent.services,
        ...items.filter(({ active }) => active),
        ...agent.rules.filter(({ kind, active }) => kind === 'info' && active),
        ...passages,
      ];
      return facts.length > 0 ? [] : [{ advice: 'knowsNothing' }];
    },
  },
  {
    ...{ capability: 'answers_from_knowledge', flavour: 'certainty', expected: 'knowledge' },
    find: ({ agent }) =>
      agent.behavior.answerThreshold < highestThreshold
        ? []
        : [{ advice: 'neverSure', about: String(agent.behavior.answerThreshold) }],
  },
  {
    ...{ capability: 'hands_off', flavour: 'everyday_word', expected: 'keepsTalking' },
    find: ({ agent, items }) => {
      const offers = [...items, ...agent.services].map(({ name }) => readWords(name).join(' '));
      return agent.behavior.handoffKeywords
        .filter((keyword) => {
          const said = readWords(keyword).join(' ');
          return everyday.has(said) || offers.includes(said);
        })
        .map((about) => ({ advice: 'everydayKeyword', about }));
    },
  },
  { capability: 'is_consistent', flavour: 'rules', expected: 'agreement', find: findOpposedRules },
];

/** What customers write every day; it must not end the conversation with the agent. */
const everyday = new Set(
  `oi|ola|bom dia|boa tarde|boa noite|tudo bem|sim|nao|ok|obrigado|obrigada|por favor|preco|precos|valor|quanto|quanto custa|quero|
   tem|horario|horarios|endereco|onde|quando|como|cardapio|menu|entrega|frete|pix|cartao|pagamento|hoje|amanha|voce|voces|e|a|o|de|
   hola|buenas|buenos dias|buenas tardes|buenas noches|si|no|gracias|precio|precios|cuanto|cuanto cuesta|quiero|hay|tienen|horario|
   direccion|donde|cuando|carta|envio|tarjeta|pago|hoy|manana|que|
   hi|hello|hey|good morning|good afternoon|good evening|yes|thanks|thank you|please|price|prices|how much|want|i want|hours|open|
   address|where|when|how|what|delivery|shipping|card|payment|today|tomorrow|you|i|the|and`
    .split('|')
    .map((word) => word.trim()),
);

/** Words that only command or forbid. */
const commands = new Set(
  readWords(`
    sempre nunca jamais nao nem deve devem precisa pode podem proibido evite favor cliente clientes ao aos
    siempre nunca no ni debe deben puede pueden prohibido evita cliente clientes al
    always never not don t do must should may can avoid please customer customers to it them
  `),
);
const contentOf = (text: string): Set<string> =>
  new Set(
    readNamingWords(text)
      .filter((word) => !commands.has(word))
      // "ofereça" and "oferecer" are one word here.
      .map((word) => word.slice(0, 5)),
  );

/** Rules that demand and forbid the same. */
function findOpposedRules({ agent }: Subject): Finding[] {
  const active = agent.rules.filter((rule) => rule.active);
  const demands = active.filter(({ kind, text }) => kind === 'must' && !isNegated(text));
  const bans = active.filter(({ kind }) => kind === 'must_not');
  return bans.flatMap((ban): Finding[] => {
    const banned = contentOf(ban.text);
    const demand = demands.find(({ text }) => {
      const wanted = contentOf(text);
      return wanted.size > 0 && banned.size === wanted.size && isWithin(wanted, banned);
    });
    return demand ? [{ advice: 'opposedRules', about: ban.text.slice(0, 120), known: demand.text.slice(0, 120) }] : [];
  });
}
