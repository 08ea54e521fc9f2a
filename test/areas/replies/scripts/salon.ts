import { type Scripts, turn } from './script.ts';

/** Friday, 12:00 in São Paulo. */
const start = '2026-11-20T15:00:00.000Z';

export const salon: Scripts = {
  pt: {
    start,
    items: [{ name: 'Shampoo profissional', price: 75 }],
    prices: { 'Corte feminino': 120, Escova: 80.5, 'Manicure e pedicure': 65 },
    turns: [
      turn('oi tudo bem', 'Me conta o que quer fazer'),
      turn('quanto fica um corte feminino?', 'Corte feminino – R$ 120,00'),
      turn('e a escova, quanto é?', 'Escova – R$ 80,50'),
      turn('quanto custam as mechas?', 'O preço de Mechas eu não tenho aqui'),
      turn('Quanto tempo duram as mechas?', 'de três a quatro horas'),
      turn('vocês atendem crianças?', 'muita paciência'),
      turn('posso desmarcar?', 'pelo menos 12 horas'),
      turn('vocês abrem segunda?', 'Na segunda não abrimos.'),
      turn('quero marcar um horário', 'Me diga o serviço, o dia e o horário'),
      turn('escova no sábado às dez, meu nome é Carla', 'Anotado!'),
    ],
  },
  en: {
    start,
    items: [{ name: 'Argan oil', price: 62 }],
    prices: { "Women's haircut": 120, 'Blow-dry': 80.5 },
    turns: [
      turn('Hello!', 'Hello and welcome!'),
      turn("How much is a women's haircut?", "Women's haircut – R$ 120,00"),
      turn('how much is a blow dry', 'Blow-dry – R$ 80,50'),
      turn('How long do highlights take?', 'three to four hours'),
      turn('do you see children', 'lots of patience'),
      turn('what if I am late?', '15 minutes'),
      turn('which products do you use?', 'ammonia-free'),
      turn('are you open on Monday?', 'On Monday we are closed.'),
      turn('do you sell argan oil?', 'Argan oil – R$ 62,00'),
      turn('Can I talk to someone please', "I'm calling someone from the team"),
    ],
  },
  es: {
    start,
    items: [{ name: 'Aceite de argán', price: 62 }],
    prices: { 'Corte de mujer': 120, Brushing: 80.5 },
    turns: [
      turn('hola buenas tardes', '¡Hola, qué gusto!'),
      turn('¿cuánto cuesta el corte de mujer?', 'Corte de mujer – R$ 120,00'),
      turn('¿y el brushing cuánto sale?', 'Brushing – R$ 80,50'),
      turn('¿cuánto tardan las mechas?', 'de tres a cuatro horas'),
      turn('¿atienden niños?', 'mucha paciencia'),
      turn('¿puedo cancelar?', '12 horas'),
      turn('¿qué productos usan?', 'sin amoníaco'),
      turn('¿abren mañana?', 'Mañana abrimos de 08:00 a 18:00.'),
      turn('quiero reservar', 'Dime el servicio, el día y la hora'),
      turn('brushing el martes a la tarde, soy Lucía', '¡Anotado!'),
    ],
  },
};
