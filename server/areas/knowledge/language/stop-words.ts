import type { Language } from './detect-language.ts';

const list = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

/** Words too common to distinguish passages, folded. */
export const stopWords: Readonly<Record<Language, ReadonlySet<string>>> = {
  pt: list(`
    a as o os um uma uns umas de do da dos das dum duma em no na nos nas num numa por pelo pela pelos pelas para pra pro
    com sem sob sobre ate apos ante entre contra desde e ou mas nem porem que quem qual quais quando quanto quanta quantos
    quantas onde aonde como porque se ja nao sim tambem so mais menos muito muita muitos muitas pouco tao tanto eu tu ele
    ela nos eles elas voce voces vc vcs me te lhe lhes meu minha meus minhas teu tua seu sua seus suas nosso nossa nossos
    nossas este esta estes estas esse essa esses essas isso isto aquele aquela aqueles aquelas aquilo ao aos ser sou es e
    somos sao era eram foi foram fui seja sendo sido estar estou esta estao estava estavam esteve ter tenho tem tinha
    tinham teve haver ha havia houve vai vao vou ir fazer faz fez pode podem poderia posso dele dela deles delas nele nela
    neste nesta nesse nessa naquele naquela deste desta desse dessa daquele daquela cada qualquer quaisquer outro outra
    outros outras mesmo mesma todo toda todos todas algum alguma alguns algumas nenhum nenhuma oi ola bom boa dia tarde
    noite favor obrigado obrigada gostaria queria quero saber
  `),
  es: list(`
    a al el la los las lo un una unos unas de del en por para con sin sobre bajo ante entre contra desde hasta hacia segun
    y e o u pero ni que quien quienes cual cuales cuando cuanto cuanta cuantos cuantas donde adonde como porque si ya no
    tambien solo mas menos muy mucho mucha muchos muchas poco tan tanto yo tu usted ustedes el ella ello nosotros vosotros
    ellos ellas me te se nos os le les mi mis tu tus su sus nuestro nuestra nuestros nuestras este esta estos estas ese
    esa esos esas eso esto aquel aquella aquellos aquellas aquello ser soy eres es somos son era eran fue fueron fui sea
    siendo sido estar estoy esta estan estaba estaban estuvo tener tengo tiene tienen tenia tuvo haber ha han habia hay
    hubo va van voy ir hacer hace hizo puede pueden podria puedo cada cualquier otro otra otros otras mismo misma todo
    toda todos todas algun alguno alguna algunos algunas ningun ninguno ninguna hola buenos buenas dias tardes noches
    favor gracias quisiera quiero saber
  `),
  en: list(`
    a an the of in on at by for to from with without into onto over under about as and or but nor so if then than that
    this these those which who whom whose what when where why how much many i you he she it we they me him her us them my
    your his its our their mine yours is am are was were be been being do does did done have has had having can could
    would should will shall may might must not no yes also only more most less least very too some any each every other
    another such same all both either neither there here out up down off again further once just because while during
    before after between through against hi hello please thanks thank want know like
  `),
};
