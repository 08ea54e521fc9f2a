import type { Language } from '../../../platform/text/languages.ts';

/** What a sentence does, other than to state something. All expressions read plain text (folded, in lower case). */

/** Something is said to have been done: "I've booked", "your order is confirmed", "done". */
const done: RegExp[] = [
  /\b(?:ja |eu |acabei de |acabamos de )?(?:cancelei|reservei|agendei|marquei|anotei|registrei|confirmei|enviei|mandei|separei|guardei|reembolsei|estornei|devolvi|apliquei|atualizei|alterei|mudei|troquei|adicionei|inclui|encaminhei|avisei|liberei|paguei|fechei|gerei|criei|cadastrei|solicitei|pedi|(?:cancelamos|reservamos|agendamos|marcamos|anotamos|registramos|confirmamos|separamos|guardamos|enviamos|reembolsamos|estornamos) (?:o seu|a sua|seu|sua|para voce|pra voce|um|uma|ja))\b/,
  /\b(?:cancele|reserve|agende|anote|registre|confirme|envie|mande|aparte|guarde|reembolse|aplique|actualice|cambie|agregue|avise|pague|cree|solicite|pedi) (?:tu|su|el|la|los|las|un|una|ya|a)\b/,
  /\b(?:ya|te|le|se) (?:lo |la |te |le )?(?:cancele|reserve|agende|anote|registre|confirme|envie|mande|aparte|guarde|reembolse|aplique|cambie|agregue|he \w+d[oa]|hemos \w+d[oa]|cancelo|reservo|agendo|envio|reembolso)\b/,
  /\bacab[oae](?:mos|s|n)? de (?:cancelar|reservar|agendar|marcar|anotar|registrar|confirmar|enviar|mandar|separar|apartar|guardar|reembolsar|devolver|aplicar|pedir)\b/,
  /\b(?:i|we)(?:'ve| have|'d| had)? (?:just |already |now )?(?:cancel+ed|booked|reserved|refunded|ordered|placed|confirmed|scheduled|rescheduled|moved|sent|shipped|dispatched|noted|registered|saved|put|set|kept|held|applied|upgraded|updated|added|changed|arranged|processed|issued|credited|forwarded|told|informed|asked|notified|signed|paid|made|created|removed)\b/,
  /\b(?:he|hemos) (?:\w+ )?(?:cancelado|reservado|agendado|anotado|registrado|confirmado|enviado|mandado|apartado|guardado|reembolsado|aplicado|pedido|hecho|devuelto|cambiado|agregado)\b/,
  /^\W*(?:pronto|prontinho|feito|listo|list[oa]s|hecho|done|all done|all set|booked|reserved|confirmed|ordered|placed|sent|shipped|cancel+ed|refunded|noted|reservad[oa]|agendad[oa]|marcad[oa]|anotad[oa]|confirmad[oa]|registrad[oa]|cancelad[oa]|reembolsad[oa]|pedido (?:feito|anotado|confirmado|hecho|realizado|recebido|recibido)|order (?:placed|confirmed|received)|reserva (?:feita|confirmada|hecha))\b/,
];

/** Something of the customer's is said to be in its final state: "your order is confirmed". */
const owned =
  /\b(?:seu|sua|seus|suas|o|a|tu|tus|su|sus|el|la|your|the|everything|tudo|todo|it|this|that)\b(?: \w+){0,4} $/;
const settled =
  /\b(?:esta|estao|estan|foi|foram|fui|fue|fueron|quedo|queda|quedaron|ficou|fica|ha sido|han sido|ya esta|ja esta|ja foi|ya fue|is|are|was|were|has been|have been|is now|is all|has now been|'s been)(?: ja| ya| now| already| all| agora)? (?:cancelad[oa]s?|reservad[oa]s?|agendad[oa]s?|marcad[oa]s?|anotad[oa]s?|registrad[oa]s?|confirmad[oa]s?|enviad[oa]s?|despachad[oa]s?|separad[oa]s?|apartad[oa]s?|guardad[oa]s?|reembolsad[oa]s?|estornad[oa]s?|pedid[oa]s?|feit[oa]s?|hech[oa]s?|aplicad[oa]s?|garantid[oa]s?|a caminho|en camino|pagad[oa]s?|pag[oa]s?|list[oa]s?|pront[oa]s?|booked|reserved|refunded|ordered|placed|confirmed|scheduled|rescheduled|cancel+ed|sent|shipped|dispatched|noted|registered|saved|set|applied|updated|processed|paid|done|ready|on its way|on the way|complete|completed)\b/g;

/** Somebody will do something: "we'll call you", "te aviso". */
const promised: RegExp[] = [
  /(?:'ll| will| shall|'m going to| am going to|'re going to| are going to| is going to)(?: \w+ly| then| also| just)? (?:call|contact|email|e-mail|text|message|write|get back|let you|confirm|check|send|ship|refund|reserve|book|hold|keep|put|save|arrange|make sure|ensure|guarantee|take care|fix|replace|give|throw|waive|match|beat|find out|ask|tell|pass|forward|notify|remind|follow|reply|answer|sort|order|cancel|apply|add|include|receive|hear|sign|note|pay|reimburse|do|get it|have it)\b/,
  /\b(?:vou|vamos|vai|iremos|irei|voy a|vamos a|va a|van a) (?:te |lhe |le |lo |la |a )?(?:ligar|retornar|chamar|verificar|conferir|checar|confirmar|avisar|enviar|mandar|separar|guardar|reservar|agendar|marcar|anotar|registrar|resolver|providenciar|passar|falar|pedir|cancelar|reembolsar|devolver|estornar|aplicar|dar|fazer|hacer|llamar|revisar|consultar|apartar|regalar|arreglar|pasar|hablar|preguntar|contactar|entrar|incluir|adicionar|agregar|garantir|cuidar|colocar|conseguir|tentar|ver|buscar|tratar|ayudar con|chegar|receber|recibir|llegar)\b/,
  /\b(?:te|lhe|le|os|les) (?:ligo|ligamos|ligaremos|retorno|retornamos|retornaremos|aviso|avisamos|avisaremos|envio|enviamos|enviaremos|mando|mandamos|confirmo|confirmamos|confirmaremos|llamo|llamamos|llamaremos|marco|marcamos|contacto|contactamos|contactaremos|aparto|apartamos|guardo|guardamos|reservo|reservamos|regalo|regalamos|devuelvo|devolvemos|devolveremos|garantizo|garantizamos|prometo|prometemos|agendo|agendamos|apunto|anoto|dejo|dejamos|hago|hacemos|consigo|conseguimos)\b/,
  /\b(?:ligamos|ligaremos|retornamos|retornaremos|avisamos|avisaremos|enviaremos|mandaremos|entraremos|entramos|garantimos|prometemos|prometo|garanto|devolveremos|reembolsaremos|entregaremos|faremos|daremos|llamaremos|avisaremos|garantizamos|confirmaremos|haremos|cobriremos|cubrimos|igualamos) \w/,
  /\b(?:i|we) (?:promise|guarantee|match|beat)\b/,
  /\b(?:get back to you|call you(?: back)?|let you know|reach out to you|contact you|email you|text you|in touch)\b/,
];

/** The speaker cannot do something or does not know it; nothing is claimed of the shop. */
const refused: Record<Language, RegExp> = {
  pt: /\b(?:nao|infelizmente nao) (?:consigo|posso|sei|tenho (?:\w+ )?(?:essa |esta |a |como )?(?:informac|certeza|detalhe|dado|resposta|como|acesso|autoriz)|temos (?:\w+ )?(?:essa |esta |a |mais )?(?:informac|detalhe|dado)|encontrei|achei|estou autoriz)/,
  es: /\b(?:no (?:puedo|se\b|me es posible|tengo (?:\w+ )?(?:informac|dato|ese dato|esa info|certeza|detalle|acceso|autoriz|forma|manera|como)|tenemos (?:\w+ )?(?:informac|dato|detalle)|cuento con (?:\w+ )?(?:informac|dato)|encontre|estoy autoriz))/,
  en: /\b(?:i|we) (?:can't|cannot|can not|am not able|'m not able|are not able|aren't able|don't know|do not know|don't have (?:\w+ )?(?:that |this |any |the |more )?(?:info|detail|answer|record|access)|do not have (?:\w+ )?(?:that |this |any |the |more )?(?:info|detail|answer|access)|am not sure|'m not sure|couldn't find|could not find)\b|\bi'm (?:not able|not sure|unable|not allowed)\b/,
};

/** A question that states something: "did you know that", "right?". */
const tagged =
  /\b(?:sabia que|voce sabia|sabias que|did you know|right|correct|isn't it|aren't they|nao e|ne|viu|ta|verdad|cierto|no|ok|okay|certo|combinado|de acuerdo)\s?\?$/;
const telling = /\b(?:sabia que|sabias que|did you know)\b/;

const yes =
  /^\W{0,8}(?:sim|sim sim|claro|claro que sim|com certeza|isso|isso mesmo|exato|exatamente|correto|certo|confere|pode sim|pode|temos|temos sim|tem sim|fazemos sim|si|claro que si|por supuesto|asi es|correcto|exacto|cierto|tenemos|yes|yep|yeah|sure|of course|absolutely|certainly|definitely|correct|exactly|right|that's right|indeed|we do|yes we do|yes you can|you can|sure we can|we can|it is|yes it is|ok|okay|no problem)\W{0,8}(?:sim|si|claro|temos|we do|of course|sure)?\W{0,8}$/;

const no =
  /^\W*(?:(?:infelizmente|lamentablemente|unfortunately|desculpe|lo siento|sorry)\W+)?(?:nao|no|nope|nao temos|nao fazemos|nao tem|no tenemos|no hay|no hacemos|we don't|we do not|no we don't)(?:\W+(?:infelizmente|lamentablemente|unfortunately|sorry|lo siento|desculpe|i'm afraid|nao))?\W*$/;

/** How a courtesy begins, and what may follow it. Longer phrases come first, because the first that fits is taken. */
const courtesies: Record<Language, { opening: RegExp; more: RegExp }> = {
  pt: {
    opening:
      /^\W*(?:qualquer (?:coisa|duvida),? (?:e so chamar|estou aqui|me chama)|se precisar de algo(?: mais)? e so (?:chamar|escrever|falar)|tenha um (?:otimo|bom|lindo) (?:dia|domingo|fim de semana)|estou aqui para ajudar|fico feliz em ajudar|estamos a disposicao|muito obrigad[oa]|bom fim de semana|fico a disposicao|otima pergunta|peco desculpas|otima escolha|boa pergunta|infelizmente|obrigad[oa]|boa escolha|sinto muito|me desculpe|com prazer|boa tarde|boa noite|que legal|combinado|ate breve|um abraco|tudo bem|por nada|disponha|perfeito|desculpe|desculpa|que pena|ate logo|ate mais|bom dia|de nada|imagina|que bom|entendi|entendo|lamento|beleza|abraco|otimo|tchau|oi+|ola|opa)(?!\w)/,
    more: /^[ ,!.]+(?:pelo transtorno|pela mensagem|por perguntar|pela pergunta|pelo ocorrido|pelo incomodo|pelo contato|por escrever|boa escolha|e ate logo|boa tarde|boa noite|para voce|por isso|tudo bem|pra voce|bom dia|claro|voce|ola|sim|oi)(?!\w)/,
  },
  es: {
    opening:
      /^\W*(?:(?:que )?(?:tengas|tenga|ten) (?:un )?(?:lindo|buen|bonito|excelente|feliz) (?:dia|domingo|fin de semana|tarde)|si necesitas algo(?: mas)?,? (?:escribeme|me dices|aqui estoy)|cualquier (?:cosa|duda),? (?:me dices|aqui estoy|escribeme)|estoy aqui para ayudarte|aqui estoy para ayudarte|quedamos a tus ordenes|quedo a tus ordenes|excelente eleccion|con mucho gusto|lo siento mucho|lamentablemente|muchas gracias|buena eleccion|buena pregunta|buenas tardes|buenas noches|no hay de que|por supuesto|hasta pronto|buenos dias|que lastima|hasta luego|de acuerdo|con gusto|que bueno|entendido|lo siento|nos vemos|un saludo|me alegra|buen dia|que bien|perfecto|entiendo|disculpa|disculpe|que pena|que tal|gracias|de nada|lamento|saludos|buenas|genial|claro|hola)(?!\w)/,
    more: /^[ ,!.]+(?:por las molestias|por escribirnos|por la pregunta|por lo ocurrido|por la molestia|por tu mensaje|por preguntar|buenas tardes|por escribir|buenos dias|por eso|que tal|claro|mucho|hola|si)(?!\w)/,
  },
  en: {
    opening:
      /^\W*(?:have a (?:great|nice|good|lovely) (?:day|weekend|evening|one|sunday|ride)|if you need anything(?: else)?,? (?:just write|just ask|let me know)|let me know if (?:you need|there is|there's) anything else|i'm sorry to hear that|sorry to hear that|i'm happy to help|sorry about that|i'm here to help|you are welcome|good afternoon|you're welcome|great question|i'm afraid not|with pleasure|good question|unfortunately|happy to help|good morning|good evening|great choice|see you soon|best regards|glad to help|many thanks|my pleasure|good choice|no worries|understood|i am sorry|thank you|of course|i'm sorry|take care|hi there|so sorry|perfect|see you|goodbye|thanks|lovely|got it|hello|great|i see|sorry|sure|hey|bye|hi)(?!\w)/,
    more: /^[ ,!.]+(?:for the inconvenience|for getting in touch|for your interest|for your message|for reaching out|for the trouble|for writing|for asking|about that|thanks|there|thing|again|soon|sure|then|yes)(?!\w)/,
  },
};

const some = (patterns: RegExp[], text: string): boolean => patterns.some((pattern) => pattern.test(text));

/** Sentences that depend on a condition tell a rule, not what was done: "once the deposit is paid". */
const conditional =
  /^\W*(?:se|si|if|quando|cuando|when|once|after|depois que|assim que|una vez que|caso|despues de|apos)\b/;

export const claimsDone = (text: string): boolean => (some(done, text) || claimsState(text)) && !conditional.test(text);

function claimsState(text: string): boolean {
  for (const { index } of text.matchAll(settled)) if (owned.test(text.slice(0, index))) return true;
  return false;
}

export const promises = (text: string): boolean => some(promised, text);
export const refuses = (text: string): boolean => Object.values(refused).some((pattern) => pattern.test(text));
export const isCourtesy = (text: string): boolean =>
  Object.values(courtesies).some(({ opening, more }) => {
    let rest = text.replace(opening, '');
    if (rest === text) return false;
    while (more.test(rest)) rest = rest.replace(more, '');
    return !/\w/.test(rest);
  });
/** Whether a sentence is no more than a yes or a no. */
export const readYes = (text: string): 'yes' | 'no' | null => (no.test(text) ? 'no' : yes.test(text) ? 'yes' : null);
/** Whether a sentence begins with a yes. */
export const beginsWithYes = (text: string): boolean =>
  /^\W*(?:sim|si|yes|yep|yeah|claro|sure|of course|por supuesto|com certeza)\b/.test(text);
/** Whether a sentence asks, rather than states in the form of a question. */
export const asks = (text: string): boolean => /\?\W{0,8}$/.test(text) && !tagged.test(text) && !telling.test(text);
/** Whether a keeping of the customer's contact is claimed, which a lead is. */
export const claimsLead = (text: string): boolean =>
  /\b(?:anotei|registrei|guardei|anote|registre|guarde|noted|saved|registered)\b/.test(text) &&
  /\b(?:contato|interesse|contacto|interes|interest|details|contact|datos|dados|nome|nombre|name)\b/.test(text);
