import { stemWord } from '../../knowledge/index.ts';

/**
 * Words that say nothing about a shop by themselves: forms of speech, and verbs whose object is what is claimed. Words of
 * giving, quality, quantity and time are missing on purpose. Folded; matched by stem.
 */
const words = {
  pt: `ser estar ter haver ir vir ficar poder dever querer gostar precisar desejar preferir escolher achar saber conhecer ver olhar
    dizer falar contar informar explicar responder perguntar ajudar servir atender trabalhar oferecer dispor possuir contar
    realizar fazer feito feita preparar preparado preparada levar trazer incluir incluso inclusa incluido acompanha acompanhar custar sair saindo sai valer cobrar
    usar utilizar colocar deixar manter precisar encontrar achar localizar situar existir acontecer funcionar seguir
    dura duram demora leva levam passar dar dando da dao deu chegar comecar terminar acabar continuar tornar
    sim claro certo entao assim aqui ai la ali bem bom boa otimo otima perfeito perfeita legal beleza tranquilo
    tambem ainda apenas somente inclusive alem mesmo mesma proprio justamente exatamente logo bem depois antes durante
    preco precos valor valores custo item itens produto produtos opcao opcoes coisa coisas tipo tipos caso vez jeito forma maneira
    cliente clientes gente pessoal voce voces senhor senhora nosso nossa nossos nossas alguem algo
    tudo qualquer cada ambos varios varias outro outra seguinte seguintes abaixo disponivel disponiveis
    cerca aproximadamente mais menos aproximado em torno conforme segundo sobre respeito relacao
    inclusive lembre lembrar lembrando atencao importante basta so so favor por favor
    numero contato telefone e-mail email endereco horario horarios dia dias hora horas minuto minutos mes meses semana semanas ano anos tempo
    poderia gostaria posso consigo conseguir recomendar recomendamos recomenda recomendo aconselhar aconselha sugerir sugiro sugestao
    evitar evite evita procurar localizado localizada localizados fica ficamos estamos somos temos fazemos
    abre abrimos fecha fechamos quanto qual quais quando onde como sendo seja sejam
    reais real centavos cobramos pede pedimos pedir aceitar aceitamos trabalhamos separado total
    ate desde agora ok falo fala digo diz peco sinto lamento desculpe desculpa perdao entendo entendi sei sabe posso pode podem podemos podera consegue conseguimos
    quer quero queremos quiser queira prefere prefira gosta gostou precisa precisamos precisar deseja vem vindo venha venham vai vamos vou fui foi era sera seria
    fazemos faz fazem feitos feitas traga traz trazer use usa usamos vale valem existe existem inclui incluem acompanham leve leva levamos custa custam sai saem fica ficam
    encontra encontram encontrar achar veja ver olha olhe conta contamos temos tem tinha teremos tera havera ha houver seguem segue chega chegue chegar
    enquanto logo cedo proximo proxima proximos proximas ultimo ultima primeiro basta ideal caso precise hoje ainda entao pois porque ja so aqui la
    opte optar escolha escolher opcao peca mesma outros outras demais todos todas juntos junto junta tanto quanto
    vespera dentro fora perto longe frente lado esquerda direita`,
  es: `ser estar tener haber ir venir quedar poder deber querer gustar necesitar desear preferir elegir escoger creer saber conocer ver mirar
    decir hablar contar informar explicar responder preguntar ayudar servir atender trabajar ofrecer disponer poseer manejar
    realizar hacer hecho hecha preparar preparado llevar traer incluir incluido incluida incluye costar salir sale salen valer cobrar
    usar utilizar poner dejar mantener encontrar ubicar ubicado ubicada ubicados situar existir suceder funcionar seguir
    dura duran tarda tarda toma pasar dar damos llegar comenzar empezar terminar acabar continuar
    si claro cierto entonces asi aqui ahi alli alla bien bueno buena genial perfecto perfecta listo excelente vale
    tambien aun todavia solo solamente ademas mismo misma propio justo justamente exactamente luego despues antes durante siempre
    precio precios valor costo articulo articulos producto productos opcion opciones cosa cosas tipo tipos caso vez forma manera modo
    cliente clienta clientes clientas gente usted ustedes senor senora nuestro nuestra nuestros nuestras alguien algo
    todo cualquier cada ambos varios varias otro otra siguiente siguientes abajo disponible disponibles
    cerca aproximadamente mas menos alrededor segun sobre respecto relacion
    recuerda recordar atencion importante basta favor por favor
    numero contacto telefono correo email direccion horario horarios dia dias hora horas minuto minutos mes meses semana semanas ano anos tiempo
    podria gustaria puedo consigo conseguir recomendar recomendamos recomiendo aconsejar aconsejamos sugerir sugiero sugerencia
    evitar evite evita buscar estamos somos tenemos hacemos contamos
    abre abrimos cierra cerramos cuanto cual cuales cuando donde como siendo sea sean
    pesos peso centavos libras libra dolares cobramos pide pedimos pedir aceptar aceptamos trabajamos total manejamos
    hasta desde ahora ok digo dice siento lamento disculpa disculpe perdon entiendo entendido se sabe puedo puede pueden podemos podras podria podrias
    quieres quiere quiero queremos quisieras prefieres prefiere gusta guste necesitas necesita deseas viene vienen ven venga va vamos voy fue era sera seria
    hacemos hace hacen hechos hechas trae traiga usa usamos vale valen existe existen incluye incluyen acompana lleva llevan cuesta cuestan sale salen queda quedan esta estan
    encuentra encuentras encuentran mira mire cuenta cuentas contamos tenemos tiene tienen tengo tendras hay habra sigue llega llegue llegar pueda puedas
    mientras pronto temprano proximo proxima proximos proximas ultimo ultima caso necesites hoy todavia pues porque ya solo aqui alla
    elige elegir opcion otros otras demas todos todas juntos junto junta tanto cuanto puedes debes debe acomoda acomode conviene convenga
    vispera dentro fuera cerca lejos enfrente frente lado izquierda derecha momento atendemos manejamos`,
  en: `be have has had get got getting go going come comes coming stay stays take takes taking can could may might must need needs want prefer choose pick think know see look looks looking
    say tell talk speak explain answer ask help helps serve work works offer offers provide provides carry
    do does did doing done make makes made making prepare prepared bring brings include includes included including cost costs priced charge charges run runs
    use uses using put keep keeps leave find located situated exist happen follow aged
    last lasts pass give gives giving start starts begin begins end ends continue
    yes sure certainly absolutely right so then here there well good great nice perfect okay fine lovely happy glad
    also still only just too even besides as exactly shortly after before during
    price prices item items product products option options thing things kind kinds case time times way ways
    customer customers people you your yours we our ours us someone something somebody everything
    all any each both several other following below available
    about around approximately roughly near nearly per according regarding
    remember note important simply please
    number contact phone email address hours day days hour minute minutes month months week weeks year years while
    would like love let may recommend recommended suggest advise
    avoid open opens close closes what which when where how who being
    pounds pound dollars dollar euros euro pence cents each accept accepts afraid sorry unfortunately
    it's that's there's we're you're they're they them is isn re ve ll don doesn didn isn aren won t s d m no problem
    look after should shall will currently now at around under over
    until till since upon within now ok okay say says tell tells know knows can could may might able want wants wish prefer like likes need needs
    comes came went goes made done takes took given gives got gets has had having were was been being is are am find finds found see seen look looks
    cost costs costing priced includes included including comes run runs work works use used uses keep keeps kept bring brings brought show shows
    whenever wherever whether if unless while soon early next last first else instead otherwise however actually currently simply usually normally
    choose choice pick option options another others rest together also too both either neither one ones own same such much many more few lot
    ahead inside outside nearby left right side front back start stop set hear hi hello hey thanks thank welcome yes no maybe perhaps
    eve long exact exactly right straight kindly gladly pleased happy glad`,
};

const read = (text: string): string[] => text.split(/\s+/).filter((word) => /^[\p{L}\p{N}-]+$/u.test(word));

const languages = ['pt', 'es', 'en'] as const;

const small = new Set(languages.flatMap((language) => read(words[language])));
const smallStems = new Set(
  languages.flatMap((language) =>
    read(words[language])
      .map((word) => `${language}:${stemWord(word, language)}`)
      // Short stems unite what has nothing in common.
      .filter((stem) => stem.length > 6),
  ),
);

/** Whether a folded word says nothing about a shop by itself. */
export const isSmall = (folded: string, keys: Iterable<string>): boolean => {
  if (small.has(folded)) return true;
  for (const key of keys) if (smallStems.has(key)) return true;
  return false;
};
