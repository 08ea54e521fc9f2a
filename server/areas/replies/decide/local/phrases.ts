import type { Language } from '../../../../platform/access/workspaces.ts';

export const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export type Day = (typeof days)[number];

/** What the agent says in its own words; everything else is quoted from the shop. */
export interface Phrases {
  greeting: string;
  fallback: string;
  closed: string;
  handedOff: string;
  handedOffClosed: string;
  enough: string;
  thanks: string;
  goodbye: string;
  nothingElse: string;
  onlyTheShop: string;
  bePolite: string;
  privacy: string;
  unreadable: string;
  askOrder: string;
  askBooking: string;
  took: string;
  menu: string;
  services: string;
  price(name: string, price: string): string;
  prices: string;
  priceUnknown(name: string): string;
  available(name: string): string;
  unavailable(name: string): string;
  duration(name: string, minutes: number): string;
  more: string;
  minutes(minutes: number): string;
  today: string;
  tomorrow: string;
  dayNames: Record<Day, string>;
  /** "on Monday" */
  onDay(day: Day): string;
  /** How dates are written. */
  locale: string;
  onDate(date: string): string;
  openOn(when: string, ranges: string): string;
  closedOn(when: string): string;
  openNow(until: string): string;
  closedNow(opens: string | null): string;
  opensAt(when: string, time: string): string;
  week: string;
  exceptions: string;
  closedWord: string;
  between(from: string, to: string): string;
  and: string;
  summary: { asked: string; with: string; reasons: Record<string, string>; before: string };
}

export const phrases: Record<Language, Phrases> = {
  pt: {
    greeting: 'Olá! Como posso ajudar?',
    fallback: 'Essa informação eu não tenho aqui. Quer que eu chame alguém da equipe?',
    closed: 'Estamos fechados agora. Deixe sua mensagem que respondemos assim que abrirmos.',
    handedOff: 'Certo! Vou chamar alguém da equipe para continuar com você por aqui.',
    handedOffClosed: 'Certo! Avisei a equipe; agora estamos fechados, e alguém responde você por aqui quando abrirmos.',
    enough: 'Não quero te deixar sem resposta: vou chamar alguém da equipe para continuar com você por aqui.',
    thanks: 'Por nada! Se precisar de mais alguma coisa, é só escrever.',
    goodbye: 'Até logo! Quando precisar, é só escrever.',
    nothingElse: 'Tudo bem! Se precisar de mais alguma coisa, é só escrever.',
    onlyTheShop: 'Eu só posso ajudar com assuntos daqui da loja. O que você gostaria de saber?',
    bePolite: 'Quero ajudar você. Me conta com calma o que aconteceu ou o que precisa?',
    privacy: 'Não posso passar dados de outras pessoas. Posso ajudar com mais alguma coisa?',
    unreadable: 'Por aqui eu só consigo ler texto. Pode escrever o que precisa?',
    askOrder:
      'Anoto com prazer! Me diga o que você quer, as quantidades, se é entrega ou retirada e a forma de pagamento.',
    askBooking: 'Vamos marcar! Me diga o serviço, o dia e o horário que prefere e o seu nome.',
    took: 'Anotado! Vou passar para alguém da equipe, que confirma com você por aqui.',
    menu: 'Temos:',
    services: 'Nossos serviços:',
    price: (name, price) => `${name}: ${price}.`,
    prices: 'Estes são os preços:',
    priceUnknown: (name) => `O preço de ${name} eu não tenho aqui. Quer que eu chame alguém da equipe?`,
    available: (name) => `Temos, sim: ${name}.`,
    unavailable: (name) => `${name} não está disponível no momento.`,
    duration: (name, minutes) => `${name}: cerca de ${minutes} minutos.`,
    more: 'E temos mais: me diga o que procura.',
    minutes: (minutes) => `${minutes} minutos`,
    today: 'hoje',
    tomorrow: 'amanhã',
    dayNames: {
      mon: 'segunda',
      tue: 'terça',
      wed: 'quarta',
      thu: 'quinta',
      fri: 'sexta',
      sat: 'sábado',
      sun: 'domingo',
    },
    locale: 'pt-BR',
    onDate: (date) => `em ${date}`,
    onDay: (day) => `${day === 'sat' || day === 'sun' ? 'no' : 'na'} ${phrases.pt.dayNames[day]}`,
    openOn: (when, ranges) => `${capital(when)} abrimos ${ranges}.`,
    closedOn: (when) => `${capital(when)} não abrimos.`,
    openNow: (until) => `Estamos abertos agora, até as ${until}.`,
    closedNow: (opens) => (opens ? `Agora estamos fechados. Abrimos ${opens}.` : 'Agora estamos fechados.'),
    opensAt: (when, time) => `${when} às ${time}`,
    week: 'Nosso horário:',
    exceptions: 'Datas especiais:',
    closedWord: 'fechado',
    between: (from, to) => `das ${from} às ${to}`,
    and: 'e',
    summary: {
      asked: 'O cliente escreveu',
      with: 'Cliente',
      before: 'Antes disso',
      reasons: {
        asked: 'Pediu para falar com uma pessoa.',
        keyword: 'Usou uma palavra que chama a equipe.',
        rule: 'Uma regra do agente chama a equipe neste caso.',
        misses: 'O agente ficou sem resposta várias vezes.',
        reply_limit: 'O agente atingiu o limite de respostas por hora.',
        order: 'Quer fazer um pedido.',
        booking: 'Quer marcar um horário.',
        model: 'O modelo de linguagem passou a conversa adiante.',
        failed: 'O agente não conseguiu responder: algo deu errado.',
      },
    },
  },
  en: {
    greeting: 'Hello! How can I help you?',
    fallback: "I don't have that information here. Shall I call someone from the team?",
    closed: 'We are closed right now. Leave your message and we will reply as soon as we open.',
    handedOff: "Sure! I'm calling someone from the team, who will go on with you here.",
    handedOffClosed: 'Sure! I have told the team; we are closed now, and someone will answer you here when we open.',
    enough: "I don't want to leave you without an answer: I'm calling someone from the team to go on with you here.",
    thanks: "You're welcome! If you need anything else, just write.",
    goodbye: 'Goodbye! Whenever you need us, just write.',
    nothingElse: 'All right! If you need anything else, just write.',
    onlyTheShop: 'I can only help with matters of the shop. What would you like to know?',
    bePolite: "I'd like to help you. Could you tell me what happened or what you need?",
    privacy: "I can't share other people's data. Can I help you with anything else?",
    unreadable: 'I can only read text here. Could you write what you need?',
    askOrder: 'With pleasure! Tell me what you want, how many, delivery or pick-up, and how you would like to pay.',
    askBooking: "Let's book it! Tell me the service, the day and time you prefer, and your name.",
    took: 'Noted! I am passing it on to someone from the team, who will confirm it with you here.',
    menu: 'We have:',
    services: 'Our services:',
    price: (name, price) => `${name}: ${price}.`,
    prices: 'These are the prices:',
    priceUnknown: (name) => `I don't have the price of ${name} here. Shall I call someone from the team?`,
    available: (name) => `Yes, we have it: ${name}.`,
    unavailable: (name) => `${name} is not available at the moment.`,
    duration: (name, minutes) => `${name}: about ${minutes} minutes.`,
    more: 'And there is more: tell me what you are looking for.',
    minutes: (minutes) => `${minutes} minutes`,
    today: 'today',
    tomorrow: 'tomorrow',
    dayNames: {
      mon: 'Monday',
      tue: 'Tuesday',
      wed: 'Wednesday',
      thu: 'Thursday',
      fri: 'Friday',
      sat: 'Saturday',
      sun: 'Sunday',
    },
    locale: 'en-US',
    onDate: (date) => `on ${date}`,
    onDay: (day) => `on ${phrases.en.dayNames[day]}`,
    openOn: (when, ranges) => `${capital(when)} we are open ${ranges}.`,
    closedOn: (when) => `${capital(when)} we are closed.`,
    openNow: (until) => `We are open now, until ${until}.`,
    closedNow: (opens) => (opens ? `We are closed now. We open ${opens}.` : 'We are closed now.'),
    opensAt: (when, time) => `${when} at ${time}`,
    week: 'Our opening hours:',
    exceptions: 'Special dates:',
    closedWord: 'closed',
    between: (from, to) => `from ${from} to ${to}`,
    and: 'and',
    summary: {
      asked: 'The customer wrote',
      with: 'Customer',
      before: 'Before that',
      reasons: {
        asked: 'Asked for a person.',
        keyword: 'Used a word that calls the team.',
        rule: 'A rule of the agent calls the team in this case.',
        misses: 'The agent had no answer several times.',
        reply_limit: 'The agent reached its limit of replies an hour.',
        order: 'Wants to place an order.',
        booking: 'Wants to book an appointment.',
        model: 'The language model passed the conversation on.',
        failed: 'The agent could not answer: something went wrong.',
      },
    },
  },
  es: {
    greeting: '¡Hola! ¿En qué puedo ayudarte?',
    fallback: 'Esa información no la tengo aquí. ¿Quieres que llame a alguien del equipo?',
    closed: 'Ahora estamos cerrados. Deja tu mensaje y te respondemos en cuanto abramos.',
    handedOff: '¡Claro! Llamo a alguien del equipo para que siga contigo por aquí.',
    handedOffClosed: '¡Claro! Avisé al equipo; ahora estamos cerrados, y alguien te responde por aquí cuando abramos.',
    enough: 'No quiero dejarte sin respuesta: llamo a alguien del equipo para que siga contigo por aquí.',
    thanks: '¡De nada! Si necesitas algo más, escríbeme.',
    goodbye: '¡Hasta luego! Cuando necesites algo, escríbenos.',
    nothingElse: '¡Está bien! Si necesitas algo más, escríbeme.',
    onlyTheShop: 'Solo puedo ayudarte con temas de la tienda. ¿Qué te gustaría saber?',
    bePolite: 'Quiero ayudarte. ¿Me cuentas con calma qué pasó o qué necesitas?',
    privacy: 'No puedo dar datos de otras personas. ¿Te ayudo con algo más?',
    unreadable: 'Por aquí solo puedo leer texto. ¿Puedes escribir lo que necesitas?',
    askOrder: '¡Con gusto! Dime qué quieres, las cantidades, si es envío o retiro y cómo vas a pagar.',
    askBooking: '¡Vamos a reservar! Dime el servicio, el día y la hora que prefieres y tu nombre.',
    took: '¡Anotado! Se lo paso a alguien del equipo, que te lo confirma por aquí.',
    menu: 'Tenemos:',
    services: 'Nuestros servicios:',
    price: (name, price) => `${name}: ${price}.`,
    prices: 'Estos son los precios:',
    priceUnknown: (name) => `El precio de ${name} no lo tengo aquí. ¿Quieres que llame a alguien del equipo?`,
    available: (name) => `Sí, tenemos: ${name}.`,
    unavailable: (name) => `${name} no está disponible en este momento.`,
    duration: (name, minutes) => `${name}: unos ${minutes} minutos.`,
    more: 'Y hay más: dime qué buscas.',
    minutes: (minutes) => `${minutes} minutos`,
    today: 'hoy',
    tomorrow: 'mañana',
    dayNames: {
      mon: 'lunes',
      tue: 'martes',
      wed: 'miércoles',
      thu: 'jueves',
      fri: 'viernes',
      sat: 'sábado',
      sun: 'domingo',
    },
    locale: 'es',
    onDate: (date) => `el ${date}`,
    onDay: (day) => `el ${phrases.es.dayNames[day]}`,
    openOn: (when, ranges) => `${capital(when)} abrimos ${ranges}.`,
    closedOn: (when) => `${capital(when)} no abrimos.`,
    openNow: (until) => `Ahora estamos abiertos, hasta las ${until}.`,
    closedNow: (opens) => (opens ? `Ahora estamos cerrados. Abrimos ${opens}.` : 'Ahora estamos cerrados.'),
    opensAt: (when, time) => `${when} a las ${time}`,
    week: 'Nuestro horario:',
    exceptions: 'Fechas especiales:',
    closedWord: 'cerrado',
    between: (from, to) => `de ${from} a ${to}`,
    and: 'y',
    summary: {
      asked: 'El cliente escribió',
      with: 'Cliente',
      before: 'Antes de eso',
      reasons: {
        asked: 'Pidió hablar con una persona.',
        keyword: 'Usó una palabra que llama al equipo.',
        rule: 'Una regla del agente llama al equipo en este caso.',
        misses: 'El agente se quedó sin respuesta varias veces.',
        reply_limit: 'El agente llegó a su límite de respuestas por hora.',
        order: 'Quiere hacer un pedido.',
        booking: 'Quiere reservar una cita.',
        model: 'El modelo de lenguaje pasó la conversación.',
        failed: 'El agente no pudo responder: algo salió mal.',
      },
    },
  },
};

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
