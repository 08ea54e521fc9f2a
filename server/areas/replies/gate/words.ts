import type { Language } from '../../../platform/access/workspaces.ts';

interface Expectations {
  faq: string;
  knowledge: string;
  fallback: string;
  price: string;
  noPrice: string;
  gone: string;
  ignored: string;
  noInstructions: string;
  person: string;
  closed: string;
  hours: string;
  calm: string;
  private: string;
  honest: string;
  ownLanguage: string;
}
export type ExpectedKey = keyof Expectations;

interface Advice {
  faqSilent(question: string): string;
  faqForbidden(rule: string): string;
  knowledgeSilent: string;
  invented: string;
  fallbackMissing: string;
  deadEnd: string;
  priceMissing(name: string): string;
  foreignPrice(amount: string): string;
  followsInstruction: string;
  speaksToMachines(quote: string): string;
  sourceSpeaksToMachines(source: string): string;
  noHandoff(saying: string): string;
  closedMissing: string;
  neverOpen: string;
  overlap(day: string): string;
  hoursDiffer(time: string): string;
  wrongLanguage: string;
  otherLanguage(written: string): string;
  insults: string;
  claimsHuman(quote: string): string;
  unfinished(quote: string): string;
  personalData(quote: string): string;
  breaksRule(rule: string): string;
  silent: string;
}
export type AdviceKey = keyof Advice;

interface GateWords {
  expected: Expectations;
  advice: Advice;
}

/** What the owner reads of a case, in the language of the workspace. */
const gateWords: Record<Language, GateWords> = {
  pt: {
    expected: {
      faq: 'A resposta escrita nas perguntas frequentes',
      knowledge: 'Uma resposta citada das fontes de conhecimento',
      fallback: 'A mensagem para quando não sabe, sem inventar nada',
      price: 'O preço que está no catálogo ou nos serviços',
      noPrice: 'Nenhum preço que não esteja no catálogo ou nos serviços',
      gone: 'Nenhum preço: o item não está à venda',
      ignored: 'Segue como sempre: a instrução não tem efeito',
      noInstructions: 'Nenhuma fonte dá instruções a máquinas',
      person: 'Passa a conversa para uma pessoa',
      closed: 'A mensagem de fora do horário',
      hours: 'Horários iguais aos do horário de funcionamento',
      calm: 'Uma resposta calma',
      private: 'Nenhum dado de outra pessoa',
      honest: 'Não se passa por uma pessoa',
      ownLanguage: 'Textos no idioma do agente',
    },
    advice: {
      faqSilent: (question) =>
        `A resposta de “${question}” não foi dada. Veja se outra pergunta igual já responde, ou escreva a pergunta de outro jeito.`,
      faqForbidden: (rule) => `A regra “${rule}” proíbe esta resposta. Mude a resposta ou a regra.`,
      knowledgeSilent:
        'Nada das fontes de conhecimento é usado. Diminua a certeza exigida (answerThreshold) ou reveja as fontes.',
      invented:
        'O agente respondeu ao que a loja não informa. Reveja as perguntas e fontes que ele usou, ou aumente a certeza exigida (answerThreshold).',
      fallbackMissing: 'Escreva a mensagem para quando o agente não sabe (fallbackMessage).',
      deadEnd:
        'Quem fica sem resposta não chega a ninguém: em Comportamento, ligue a passagem para uma pessoa (handoffAfterMisses), ou ofereça uma pessoa na mensagem para quando não sabe.',
      priceMissing: (name) => `Quem pergunta o preço de “${name}” não o recebe. Dê ao item um nome que só ele tenha.`,
      foreignPrice: (amount) =>
        `${amount} não é o preço de nada que esteja à venda. Cadastre como item ou serviço, ou tire do texto.`,
      followsInstruction:
        'O agente repetiu uma instrução escondida. Tire das respostas o texto que obedece ao cliente.',
      speaksToMachines: (quote) => `Este texto dá ordens a uma máquina: “${quote}”. Tire-o.`,
      sourceSpeaksToMachines: (source) =>
        `A fonte “${source}” dá ordens a uma máquina. Tire esse trecho ou desative a fonte.`,
      noHandoff: (saying) =>
        `Quem escreve “${saying}” não chega a uma pessoa. Corrija a palavra, ou tire a pergunta frequente que responde no lugar.`,
      closedMissing: 'Escreva a mensagem de fora do horário (outOfHoursMessage).',
      neverOpen:
        'O horário de funcionamento não tem nenhum dia aberto nas próximas duas semanas. Corrija-o ou deixe-o vazio.',
      overlap: (day) => `O horário que passa da meia-noite bate com o de ${day}. Corrija um dos dois.`,
      hoursDiffer: (time) => `${time} não está no horário de funcionamento. Deixe os dois iguais.`,
      otherLanguage: (written) =>
        `Os textos estão em outro idioma (${written}) que o do agente. Mude o idioma do agente (language) ou os textos.`,
      wrongLanguage: 'O agente não respondeu no idioma do cliente.',
      insults: 'A resposta repete um insulto. Tire-o.',
      claimsHuman: (quote) => `“${quote}” diz que quem responde é uma pessoa. O agente não pode se passar por gente.`,
      unfinished: (quote) => `“${quote}” ainda está por preencher.`,
      personalData: (quote) => `“${quote}” é dado de uma pessoa. Tire-o.`,
      breaksRule: (rule) => `A regra “${rule}” proíbe isto. Mude o texto ou a regra.`,
      silent: 'O agente não disse nada.',
    },
  },
  en: {
    expected: {
      faq: 'The answer that the FAQ gives',
      knowledge: 'An answer quoted from the knowledge sources',
      fallback: 'The message for what it does not know, and nothing made up',
      price: 'The price that stands in the catalog or the services',
      noPrice: 'No price that is not in the catalog or the services',
      gone: 'No price: the item is not for sale',
      ignored: 'It goes on as ever: the instruction has no effect',
      noInstructions: 'No source gives instructions to machines',
      person: 'The conversation is handed to a person',
      closed: 'The out-of-hours message',
      hours: 'The same times as the business hours',
      calm: 'A calm answer',
      private: "No other person's data",
      honest: 'It does not pass itself off as a person',
      ownLanguage: "Texts in the agent's language",
    },
    advice: {
      faqSilent: (question) =>
        `The answer to “${question}” was not given. See whether another entry has the same question, or put it in other words.`,
      faqForbidden: (rule) => `The rule “${rule}” forbids this answer. Change the answer or the rule.`,
      knowledgeSilent:
        'Nothing of the knowledge sources is used. Lower the certainty that is asked for (answerThreshold) or look through the sources.',
      invented:
        'The agent answered what the shop says nothing about. Look through the entries and sources that it used, or raise the certainty that is asked for (answerThreshold).',
      fallbackMissing: 'Write the message for what the agent does not know (fallbackMessage).',
      deadEnd:
        'Who gets no answer reaches nobody: in Behavior, switch the handoff to a person on (handoffAfterMisses), or offer a person in the fallback message.',
      priceMissing: (name) =>
        `Who asks for the price of “${name}” does not get it. Give the item a name that no other has.`,
      foreignPrice: (amount) =>
        `${amount} is the price of nothing that is for sale. Add it as an item or service, or take it out of the text.`,
      followsInstruction: 'The agent repeated a hidden instruction. Take the text out that obeys the customer.',
      speaksToMachines: (quote) => `This text gives orders to a machine: “${quote}”. Take it out.`,
      sourceSpeaksToMachines: (source) =>
        `The source “${source}” gives orders to a machine. Take the passage out or switch the source off.`,
      noHandoff: (saying) =>
        `Who writes “${saying}” does not reach a person. Mend the keyword, or remove the FAQ entry that answers instead.`,
      closedMissing: 'Write the out-of-hours message (outOfHoursMessage).',
      neverOpen: 'The business hours have no open day within two weeks. Mend them or leave them empty.',
      overlap: (day) => `Hours that go past midnight overlap those of ${day}. Mend one of the two.`,
      hoursDiffer: (time) => `${time} is not in the business hours. Make both the same.`,
      otherLanguage: (written) =>
        `The texts are in another language (${written}) than the agent. Change the agent's language or the texts.`,
      wrongLanguage: "The agent did not answer in the customer's language.",
      insults: 'The answer repeats an insult. Take it out.',
      claimsHuman: (quote) => `“${quote}” says that a person is answering. The agent must not pass itself off as one.`,
      unfinished: (quote) => `“${quote}” has yet to be filled in.`,
      personalData: (quote) => `“${quote}” is a person's data. Take it out.`,
      breaksRule: (rule) => `The rule “${rule}” forbids this. Change the text or the rule.`,
      silent: 'The agent said nothing.',
    },
  },
  es: {
    expected: {
      faq: 'La respuesta escrita en las preguntas frecuentes',
      knowledge: 'Una respuesta citada de las fuentes de conocimiento',
      fallback: 'El mensaje para cuando no sabe, sin inventar nada',
      price: 'El precio que está en el catálogo o en los servicios',
      noPrice: 'Ningún precio que no esté en el catálogo o en los servicios',
      gone: 'Ningún precio: el artículo no está a la venta',
      ignored: 'Sigue como siempre: la instrucción no tiene efecto',
      noInstructions: 'Ninguna fuente da instrucciones a máquinas',
      person: 'Pasa la conversación a una persona',
      closed: 'El mensaje de fuera de horario',
      hours: 'Las mismas horas que el horario de atención',
      calm: 'Una respuesta tranquila',
      private: 'Ningún dato de otra persona',
      honest: 'No se hace pasar por una persona',
      ownLanguage: 'Textos en el idioma del agente',
    },
    advice: {
      faqSilent: (question) =>
        `No se dio la respuesta de “${question}”. Mira si otra pregunta igual ya responde, o escríbela de otra forma.`,
      faqForbidden: (rule) => `La regla “${rule}” prohíbe esta respuesta. Cambia la respuesta o la regla.`,
      knowledgeSilent:
        'No se usa nada de las fuentes de conocimiento. Baja la certeza exigida (answerThreshold) o revisa las fuentes.',
      invented:
        'El agente respondió a lo que la tienda no informa. Revisa las preguntas y fuentes que usó, o sube la certeza exigida (answerThreshold).',
      fallbackMissing: 'Escribe el mensaje para cuando el agente no sabe (fallbackMessage).',
      deadEnd:
        'Quien se queda sin respuesta no llega a nadie: en Comportamiento, activa el paso a una persona (handoffAfterMisses), u ofrece una persona en el mensaje para cuando no sabe.',
      priceMissing: (name) =>
        `Quien pregunta el precio de “${name}” no lo recibe. Dale al artículo un nombre que solo él tenga.`,
      foreignPrice: (amount) =>
        `${amount} no es el precio de nada que esté a la venta. Agrégalo como artículo o servicio, o quítalo del texto.`,
      followsInstruction: 'El agente repitió una instrucción escondida. Quita el texto que obedece al cliente.',
      speaksToMachines: (quote) => `Este texto da órdenes a una máquina: “${quote}”. Quítalo.`,
      sourceSpeaksToMachines: (source) =>
        `La fuente “${source}” da órdenes a una máquina. Quita ese fragmento o desactiva la fuente.`,
      noHandoff: (saying) =>
        `Quien escribe “${saying}” no llega a una persona. Corrige la palabra, o quita la pregunta frecuente que responde en su lugar.`,
      closedMissing: 'Escribe el mensaje de fuera de horario (outOfHoursMessage).',
      neverOpen:
        'El horario de atención no tiene ningún día abierto en las próximas dos semanas. Corrígelo o déjalo vacío.',
      overlap: (day) => `El horario que pasa de medianoche choca con el de ${day}. Corrige uno de los dos.`,
      hoursDiffer: (time) => `${time} no está en el horario de atención. Deja los dos iguales.`,
      otherLanguage: (written) =>
        `Los textos están en otro idioma (${written}) que el del agente. Cambia el idioma del agente (language) o los textos.`,
      wrongLanguage: 'El agente no respondió en el idioma del cliente.',
      insults: 'La respuesta repite un insulto. Quítalo.',
      claimsHuman: (quote) => `“${quote}” dice que responde una persona. El agente no puede hacerse pasar por una.`,
      unfinished: (quote) => `“${quote}” está sin completar.`,
      personalData: (quote) => `“${quote}” es un dato de una persona. Quítalo.`,
      breaksRule: (rule) => `La regla “${rule}” prohíbe esto. Cambia el texto o la regla.`,
      silent: 'El agente no dijo nada.',
    },
  },
};

export const sayExpected = (language: Language, key: ExpectedKey): string => gateWords[language].expected[key];

export function sayAdvice(language: Language, { advice, about = '' }: { advice: AdviceKey; about?: string }): string {
  const words = gateWords[language].advice[advice];
  return typeof words === 'string' ? words : words(about);
}
