import type { Language } from '../../../platform/text/languages.ts';

/** Lower case, without accents or apostrophes, so that `don't` is one word. */
export const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\p{M}'’]/gu, '')
    .toLowerCase();

const words = (text: string): Set<string> => new Set(text.trim().split(/\s+/));

/** Frequent words that identify the language but not the topic. Folded, like all words in this file. */
export const stopWords: Record<Language, Set<string>> = {
  pt: words(`a ao aos as ate aqui bom boa com como da das de dela dele depois do dos e ela ele eles em entao era essa esse
    esta estao estar este estou eu foi fica favor gostaria isso isto ja la lhe mais mas me mesmo meu meus minha muito na
    nao nas nem no nos nossa nosso o obrigada obrigado oi ola onde os ou para pela pelo pode por porque posso pra pro
    qual quais quando quanto que quem quer queria quero sao se sem ser seu sim so sobre sua tambem tarde tem tenho ter
    teria tudo um uma vai vcs vc voce voces vou dia noite ainda agora hoje amanha ai bem`),
  en: words(`a about after all also am an and any are as at be been but by can could day did do does dont for from get
    good had has have hello hey hi how i if ill im in is it its just know like me more my need no not now of ok on or our
    please so some tell thank thanks that the their them then there they this to today too tomorrow us very want was we
    were what when where which who why will with would yes you your youre`),
  es: words(`a al algo alguna ahora bien buen buena buenas buenos como con cual cuando cuanto cuesta de del desde dia dias
    donde dos el ella ellos en era es esa ese eso esta estan estar este esto estoy fue gracias ha hay hola hoy la las le
    les lo los manana mas me mi mis mucho muy necesito ni no nos o para pero por porque puede puedo que quien quiero
    quisiera se ser si sin sobre son su sus tambien tarde te tengo tiene tienen todo tu un una usted ustedes y ya yo`),
};

/** Words that begin a question; many are typed without a question mark. */
export const questionWords: Record<Language, Set<string>> = {
  pt: words(
    'qual quais quando quanto quanta quantos quantas onde quem como porque tem voces vcs aceita aceitam fazem faz',
  ),
  en: words('what when where which who why how can could do does did is are will would'),
  es: words('que cual cuando cuanto cuanta cuantos donde quien como hay tienen aceptan hacen puedo pueden'),
};

/** Words that invert the sentiment of the next few. */
export const negations = words(`nao nem nunca sem nada no not never without nothing dont doesnt didnt isnt wasnt cant
  couldnt wont havent hasnt ni nunca jamas sin`);

export const positiveWords = words(`adorei adoro adoramos amei otimo otima excelente perfeito perfeita maravilhoso
  maravilhosa gostei gosto gostamos gostoso gostosa delicioso deliciosa rapido rapida obrigado obrigada parabens feliz
  satisfeito satisfeita recomendo legal lindo linda bom boa great excellent perfect love loved awesome amazing happy good
  nice delicious fast thanks thank recommend satisfied excelente perfecto perfecta encanta encanto bueno buena genial
  feliz rico rica gracias recomiendo contento contenta 😀 😃 😄 😁 😊 🙂 😍 🥰 ❤ 👍 👏 🎉 🙏`);

/** Expected results: neutral as they are, negative when negated ("has not arrived"). */
export const expectedWords = words(`chegou funciona funcionou respondeu responderam recebi work works worked arrived
  answered received llego respondieron recibi`);

export const negativeWords =
  words(`ruim pessimo pessima horrivel atrasado atrasada atraso demora demorou demorando errado
  errada erro problema quebrado quebrada frio fria caro reclamar reclamacao cancelar cancela decepcionado decepcionada
  triste insatisfeito insatisfeita absurdo vergonha estragado pior bad terrible horrible awful late delay delayed wrong
  broken problem cold expensive complaint cancel refund disappointed angry unhappy worst slow missing malo mala pesimo
  pesima horrible tarde retraso atrasado equivocado equivocada error roto rota problema caro queja cancelar decepcionado
  decepcionada triste molesto molesta peor 😡 😠 🤬 😞 😢 😭 👎 💔`);
