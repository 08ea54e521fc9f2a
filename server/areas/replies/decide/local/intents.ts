import { type Sayings, sayings } from './words.ts';

/** Sayings by which common intents are recognised, in the three languages. */
export const intents = {
  person: sayings(
    `falar com alguem, falar com uma pessoa, falar com um atendente, falar com uma atendente, falar com atendente,
     falar com o atendente, atendente, atendimento humano, humano, pessoa de verdade, pessoa real, falar com o dono,
     falar com a dona, falar com o gerente, falar com a gerente, falar com o responsavel, chamar alguem, chama alguem,
     chame alguem, me chama alguem, falar com a equipe, alguem da equipe`,
    `talk to someone, speak to someone, talk with someone, speak with someone, talk to a person, speak to a person,
     speak with a person, talk to a human, speak to a human, human, real person, talk to an agent, representative,
     speak to the manager, talk to the manager, talk to the owner, call someone, someone from the team`,
    `hablar con alguien, hablar con una persona, persona real, persona de verdad, atencion humana, hablar con un asesor,
     hablar con un agente, operador, operadora, hablar con el encargado, hablar con la encargada, hablar con el dueno,
     hablar con la duena, llamar a alguien, llama a alguien, alguien del equipo`,
  ),
  yes: sayings(
    'sim, s, quero, quero sim, pode, pode sim, pode chamar, por favor, pf, pfv, claro, ok, isso, isso mesmo, chama, chame',
    'yes, yes please, please, y, yeah, yep, sure, ok, okay, do, go ahead, please do, that would be great',
    'si, si por favor, por favor, claro, dale, ok, bueno, si quiero, llama, llamalo',
  ),
  no: sayings(
    'nao, n, nao precisa, nao obrigado, nao obrigada, deixa, deixa pra la, so isso, era so isso',
    'no, nope, no thanks, no thank you, never mind, not now, that is all, that s all',
    'no, no hace falta, no gracias, dejalo, nada mas, eso es todo, ahora no',
  ),
  greeting: sayings(
    'oi, oie, ola, opa, e ai, eai, bom dia, boa tarde, boa noite, tudo bem, tudo bom, como vai, oi tudo bem, alo',
    'hi, hello, hey, hey there, hi there, hello there, good morning, good afternoon, good evening, how are you, there',
    'hola, buenas, buenos dias, buen dia, buenas tardes, buenas noches, que tal, como estas, todo bien',
  ),
  thanks: sayings(
    'obrigado, obrigada, muito obrigado, muito obrigada, brigado, brigada, obg, valeu, vlw, agradeco, perfeito, otimo, beleza',
    'thanks, thank you, thank you so much, thanks a lot, many thanks, thx, ty, perfect, great, awesome, very much',
    'gracias, muchas gracias, mil gracias, te agradezco, perfecto, genial, excelente, muchas',
  ),
  goodbye: sayings(
    'tchau, ate mais, ate logo, ate amanha, ate breve, xau, bom fim de semana',
    'bye, goodbye, bye bye, see you, see you later, see you soon, have a nice day, good night',
    'adios, chau, chao, hasta luego, hasta pronto, nos vemos, hasta manana',
  ),
  price: sayings(
    'quanto custa, quanto custam, quanto e, quanto fica, quanto ficam, quanto sai, quanto saem, quanto ta, quanto esta, qual o preco, preco, precos, qual o valor, valor, valores, quanto voces cobram, quanto cobram, quanto cobra',
    'how much, price, prices, cost, costs, what do you charge, charge, how expensive',
    'cuanto cuesta, cuanto cuestan, cuanto vale, cuanto valen, cuanto sale, cuanto salen, cuanto es, cuanto cobran, precio, precios, valor',
  ),
  menu: sayings(
    'cardapio, catalogo, menu, o que voces tem, o que voces vendem, o que tem, quais sabores, que sabores, quais produtos, quais servicos, que servicos, lista de precos, tabela de precos, servicos voces',
    'menu, catalogue, catalog, what do you have, what do you sell, what do you offer, which flavours, what flavours, which flavors, what flavors, what services, which services, price list',
    'carta, catalogo, menu, que tienen, que venden, que ofrecen, que sabores, cuales sabores, que servicios, cuales servicios, lista de precios',
  ),
  booking: sayings(
    'quero marcar, queria marcar, gostaria de marcar, posso marcar, marcar um horario, marcar horario, marcar uma consulta, marcar consulta, agendar, agendamento, reservar, fazer uma reserva, quero um horario, tem horario',
    'book, make an appointment, an appointment, schedule, make a reservation, reserve a, any slots, free slot',
    'quiero reservar, quisiera reservar, reservar, agendar, pedir una cita, pedir cita, pedir turno, una cita, un turno, sacar turno, hacer una reserva',
  ),
  order: sayings(
    'quero pedir, queria pedir, gostaria de pedir, fazer um pedido, fazer pedido, quero encomendar, quero comprar, vou querer, me ve, manda uma, quero uma, quero um, quero duas, quero dois, queria uma, queria um',
    'i want to order, i d like to order, i would like to order, place an order, to order, i want to buy, i ll take, i will have, i ll have, can i get, can i order, i want a, i d like a, i would like a, i want two',
    'quiero pedir, quisiera pedir, hacer un pedido, hacer pedido, quiero comprar, quiero encargar, quiero una, quiero un, quiero dos, quisiera una, quisiera un, me das',
  ),
  abuse: sayings(
    'idiota, imbecil, burro, burra, otario, otaria, lixo, merda, porra, caralho, vai se foder, foda se, fdp, filho da puta, vagabundo, vagabunda, cala a boca, palhaco, desgracado',
    'idiot, stupid, moron, dumb, shit, fuck, fucking, fuck you, bitch, bastard, asshole, shut up, garbage, bullshit',
    'idiota, imbecil, estupido, estupida, tonto, mierda, carajo, joder, hijo de puta, puta, pendejo, boludo, callate, basura, gilipollas, cabron',
  ),
} satisfies Record<string, Sayings>;
