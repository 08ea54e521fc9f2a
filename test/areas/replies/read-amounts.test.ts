import { expect, test } from 'vitest';
import { readAmounts } from '../../../server/areas/replies/claims/read-amounts.ts';

const offers = [
  { name: 'Margherita', price: 45 },
  { name: 'Calabresa', price: 48.9 },
  { name: 'Corte masculino', price: 40 },
  { name: 'Corte feminino', price: 60 },
  { name: 'Barba', price: 30 },
  { name: 'Chocolate cake', price: 50 },
  { name: 'Haircut', price: 25 },
  { name: 'Tinte de pelo', price: 900 },
  { name: 'Tatuaje pequeño', price: null },
];

/** Each amount as `cents what how`. */
const read = (text: string, asked?: string): string[] =>
  readAmounts(text, offers, asked).map(({ cents, saidOf, as }) => {
    const what = saidOf === null ? 'nothing' : saidOf.kind === 'fee' ? saidOf.fee : saidOf.name;
    return `${cents} ${what}${as === 'price' ? '' : ` ${as}`}`;
  });

test.each<[text: string, ...amounts: string[]]>([
  ['A taxa de entrega é de R$ 8.', '800 delivery'],
  ['Cobramos R$ 8 pela entrega.', '800 delivery'],
  ['Entregamos por R$ 8 no bairro.', '800 delivery'],
  ['Envío gratis desde $500.', '50000 threshold'],
  ['Cuesta cien pesos el envío.', '10000 delivery'],
  ['We take a deposit of $50.', '5000 deposit'],
  ['La seña es de 5000 pesos y se descuenta del total.', '500000 deposit'],
  ['Frete grátis acima de R$ 100; abaixo disso, R$ 9.', '10000 threshold', '900 delivery'],
  ['Delivery is free on orders over $60, otherwise $7.', '6000 threshold', '700 delivery'],
  ['Até 3x sem juros acima de R$ 150.', '15000 threshold'],
  ['Parcelamos em até 3x de R$ 50', '5000 instalment'],
  ['Pedido mínimo de R$ 30 para entrega.', '3000 minimum'],
  ['Delivery is $5 with a minimum order of $20.', '500 delivery', '2000 minimum'],
  ['Gift cards from $25.', '2500 gift_card from'],
  ['Cancelando com menos de 24h cobramos R$ 30.', '3000 cancellation'],
  ['Cobramos multa de R$ 20 por atraso.', '2000 late'],
  ['Com borda recheada por R$ 10 a mais.', '1000 extra'],
  ['Members get $10 off.', '1000 discount'],
  ['We charge $15 for corkage.', '1500 service'],
  ['Taxa de limpeza: R$ 70', '7000 other'],
  ['Levamos troco para R$ 100.', '10000 change'],
  ['A matrícula custa R$ 50 e a barba sai por R$ 30', '5000 registration', '3000 Barba'],
])('an amount is said of the fee or limit that its clause names: %s', (text, ...amounts) => {
  expect(read(text)).toEqual(amounts);
});

test.each<[text: string, ...amounts: string[]]>([
  ['A Margherita custa R$ 48,90.', '4890 Margherita'],
  ['Corte masculino - R$ 40\nBarba: R$ 30', '4000 Corte masculino', '3000 Barba'],
  ['Margherita | R$ 45,00 | 35 cm', '4500 Margherita'],
  ['R$ 30 a barba e R$ 45 a Margherita', '3000 Barba', '4500 Margherita'],
  ['A Margherita custa R$ 45 mais R$ 8 de entrega.', '4500 Margherita', '800 delivery'],
  ['A barba sai por trinta reais.', '3000 Barba'],
  ['A Margherita custa vinte e nove reais e noventa centavos', '2990 Margherita'],
  ['It is fifty-five dollars for the haircut.', '5500 Haircut'],
  ['El tinte de pelo cuesta mil doscientos pesos', '120000 Tinte de pelo'],
  ['The chocolate cake costs 55.', '5500 Chocolate cake'],
  ['O corte masculino custa 45 e leva 30 minutos.', '4500 Corte masculino'],
  ['Cakes from €20 per kilo.', '2000 Chocolate cake from'],
  ['Tatuaje pequeño desde 800 pesos', '80000 Tatuaje pequeño from'],
  ['Haircuts are between $20 and $30.', '2000 Haircut range', '3000 Haircut range'],
  [
    'Cortes de 40 a 60 reais',
    '4000 Corte masculino, Corte feminino range',
    '6000 Corte masculino, Corte feminino range',
  ],
  ['2 Margheritas por R$ 80', '8000 Margherita bundle'],
  ['A barba e a Margherita saem por R$ 60', '6000 Barba, Margherita bundle'],
  ['A meia Margherita sai por R$ 25', '2500 Margherita variant'],
  ['O rodízio custa R$ 89,90 por pessoa.', '8990 nothing'],
  ['Oi! Hoje tudo a R$ 19,90.', '1990 nothing'],
])('an amount is said of the offer that its clause names: %s', (text, ...amounts) => {
  expect(read(text)).toEqual(amounts);
});

test('an amount without a subject is said of what was asked or of the heading before it', () => {
  expect(read('Tem: são R$ 7,00.', 'Tem taxa de entrega?')).toEqual(['700 delivery']);
  expect(read('No centro R$ 5; Lago Norte R$ 12.', 'Qual a taxa de entrega?')).toEqual([
    '500 delivery',
    '1200 delivery',
  ]);
  expect(read('Taxas de entrega:\n- Centro R$ 5\n- Lago Norte R$ 12')).toEqual(['500 delivery', '1200 delivery']);
  expect(read('Fica R$ 45.', 'Quanto custa a Margherita?')).toEqual(['4500 Margherita']);
  // Another thing is named, so that the question says nothing of it.
  expect(read('Não, o refrigerante custa R$ 8.', 'A Margherita vem com bebida?')).toEqual(['800 nothing']);
});

test('a number that counts something else is no amount', () => {
  for (const text of [
    'Abrimos às 18.30.',
    'O corte custa 3 vezes menos.',
    'The haircut takes 30 minutes.',
    'Desconto de 10%.',
    'Rua do Corte, 45',
    'Fale com (11) 3333-4444.',
  ]) {
    expect([text, read(text)]).toEqual([text, []]);
  }
});
