import { type Scripts, turn } from './script.ts';

/** Saturday, 20:00 in São Paulo. */
const start = '2026-11-21T23:00:00.000Z';

export const pizzeria: Scripts = {
  pt: {
    start,
    prices: {},
    items: [
      { name: 'Pizza Calabresa', description: 'Calabresa fatiada e cebola', price: 54.9 },
      { name: 'Pizza Portuguesa', description: 'Presunto, ovo e azeitona', price: 59.9 },
      { name: 'Guaraná 2 litros', price: 14 },
    ],
    turns: [
      turn('Oi, boa noite', 'Que bom falar com você'),
      turn('me manda o cardapio', 'Pizza Calabresa – R$ 54,90', 'Guaraná 2 litros – R$ 14,00'),
      turn('quanto custa a portuguesa?', 'Pizza Portuguesa – R$ 59,90'),
      turn('vocês fazem meio a meio?', 'até dois sabores'),
      turn('uma pizza grande serve quantas pessoas?', 'oito pedaços'),
      turn('Quanto tempo demora a entrega?', 'de 40 a 60 minutos'),
      turn('aceitam pix?', 'Pix, cartão de débito ou crédito'),
      turn('que horas vocês fecham hoje?', '18:00', '00:30'),
      turn('vocês têm sushi?', 'Quer que eu chame alguém da equipe?'),
      turn('sim, por favor', 'Vou chamar alguém da equipe'),
    ],
  },
  en: {
    start,
    prices: {},
    items: [
      { name: 'Pepperoni pizza', description: 'Spicy pepperoni and cheese', price: 54.9 },
      { name: 'Margherita pizza', description: 'Tomato and fresh basil', price: 49 },
      { name: 'Lemonade', price: 9.5 },
    ],
    turns: [
      turn('Hi there', 'Pizza tonight?'),
      turn('Can I see the menu please?', 'Pepperoni pizza – R$ 54,90', 'Lemonade – R$ 9,50'),
      turn('how much is the margherita', 'Margherita pizza – R$ 49,00'),
      turn('do you do half and half?', 'up to two flavours'),
      turn('How many people does a large pizza feed?', 'eight slices'),
      turn('how long does the delivery take', '40 to 60 minutes'),
      turn('are you open tomorrow?', 'Tomorrow we are open from 18:00 to 23:30.'),
      turn('Do you have lemonade?', 'Lemonade – R$ 9,50'),
      turn('do you have live music tonight?', 'Shall I get someone from the team?'),
      turn('yes please', "I'm calling someone from the team"),
    ],
  },
  es: {
    start,
    prices: {},
    items: [
      { name: 'Pizza napolitana', description: 'Tomate y ajo', price: 52.5 },
      { name: 'Pizza de jamón', description: 'Jamón y morrones', price: 58 },
      { name: 'Agua mineral', price: 6 },
    ],
    turns: [
      turn('Hola, buenas noches', '¿Hoy toca pizza?'),
      turn('me mandas la carta?', 'Pizza napolitana – R$ 52,50', 'Agua mineral – R$ 6,00'),
      turn('¿cuánto cuesta la pizza de jamón?', 'Pizza de jamón – R$ 58,00'),
      turn('¿hacen mitad y mitad?', 'hasta dos sabores'),
      turn('¿para cuántas personas alcanza una pizza grande?', 'ocho porciones'),
      turn('¿Cuánto tarda el envío?', 'de 40 a 60 minutos'),
      turn('¿abren el lunes?', 'El lunes no abrimos.'),
      turn('¿tienen agua mineral?', 'Agua mineral – R$ 6,00'),
      turn('¿Organizan cumpleaños?', '¿Quieres que llame a alguien del equipo?'),
      turn('no gracias', '¡Está bien!'),
    ],
  },
};
