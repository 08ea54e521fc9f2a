import { test } from 'vitest';
import { all, faq, faqs, holdPlanted, item, type Planted, patch, rule } from './gate-support.ts';

const days = { mon: [], tue: [], wed: [], thu: [], fri: [], sat: [], sun: [] };
const evening = [{ from: '18:00', to: '23:00' }];

const amounts: Record<string, Planted> = {
  'another item’s price': {
    fault: faq('A Margherita está em quanto?', 'A Margherita custa R$ 48,90.'),
    kind: 'price_only_from_catalog/in_texts',
    advice: /“Margherita” custa R\$ 48,90, que é o preço de “Calabresa”/,
    about: 'A Margherita está em quanto?',
    sane: faq('A Margherita está em quanto?', 'A Margherita custa R$ 45.'),
  },
  'a price that the item does not have': {
    fault: patch({ greetingMessage: 'Oi! Hoje a Calabresa sai por quarenta reais.' }),
    kind: 'price_only_from_catalog/in_texts',
    advice: /“Calabresa” custa quarenta reais; no catálogo .* R\$ 48,90/,
    sane: patch({ greetingMessage: 'Oi! Hoje a meia Calabresa sai por vinte e seis reais.' }),
  },
  'a price of nothing for sale': {
    fault: patch({ greetingMessage: 'Oi! Hoje tem rodízio por R$ 79,90 por pessoa.' }),
    kind: 'price_only_from_catalog/in_texts',
    advice: /R\$ 79,90 não é o preço de nada/,
    // In an answer it is the owner's own statement.
    sane: faq('Dá para mandar um bilhete?', 'Dá: o cartão escrito à mão custa R$ 6.'),
  },
  'an active item for nothing': {
    fault: item({ name: 'Brotinho de frango', price: 0 }),
    kind: 'price_only_from_catalog/for_nothing',
    advice: /“Brotinho de frango” está à venda por zero/,
    sane: all(
      item({ name: 'Borda de cheddar', price: 0, active: false }),
      item({ name: 'Sachê de orégano', price: 0, description: 'Grátis com a pizza' }),
    ),
  },
  'two items of one name at two prices': {
    fault: all(item({ name: 'Quatro queijos', price: 50 }), item({ name: 'QUATRO QUEIJOS', price: 55 })),
    kind: 'price_only_from_catalog/one_price_a_name',
    advice: /está duas vezes, por R\$ 50,00 e por R\$ 55,00/,
    sane: all(item({ name: 'Quatro queijos', price: 50 }), item({ name: 'QUATRO QUEIJOS', price: 55, active: false })),
  },
  'two amounts of one fee': {
    fault: faqs(
      ['Qual a taxa de entrega?', 'A taxa de entrega é de R$ 8.'],
      ['Vocês entregam?', 'Entregamos sim, cobramos R$ 12 pela entrega.'],
    ),
    kind: 'is_consistent/fees',
    advice: /“Qual a taxa de entrega\?” diz R\$ 8, este texto diz R\$ 12/,
    about: 'Vocês entregam?',
    sane: faqs(
      ['Qual a taxa de entrega?', 'A taxa de entrega é de R$ 8.'],
      ['E no Lago Norte?', 'A entrega no Lago Norte custa R$ 12.'],
    ),
  },
  'two minimums': {
    fault: all(faq('Tem pedido mínimo?', 'O pedido mínimo é de R$ 30.'), rule('info', 'Pedido mínimo de R$ 40.')),
    kind: 'is_consistent/fees',
    advice: /“Tem pedido mínimo\?” diz R\$ 30, este texto diz R\$ 40/,
    sane: all(faq('Tem pedido mínimo?', 'O pedido mínimo é de R$ 30.'), rule('info', 'Pedido mínimo de R$ 30.')),
  },
  'another currency': {
    fault: faq('A Margherita está em quanto?', 'A Margherita custa € 45.'),
    kind: 'price_only_from_catalog/in_texts',
    advice: /€ 45 não está na moeda da loja \(BRL\)/,
    sane: faq('A Margherita está em quanto?', 'A Margherita custa 45 reais.'),
  },
  'more than the whole price': {
    fault: faq('Fazem festas?', 'Fazemos. Pedimos 150% de sinal.'),
    kind: 'is_consistent/percentages',
    advice: /Corrija a porcentagem/,
    sane: faq('Fazem festas?', 'Fazemos. Pedimos 50% de sinal. O recheio é 100% artesanal.'),
  },
};

const hours: Record<string, Planted> = {
  'hours that are told but not set': {
    fault: all(patch({ businessHours: null }), faq('Que horas vocês abrem?', 'Abrimos das 18h às 23h.')),
    kind: 'keeps_hours/missing',
    advice: /“Que horas vocês abrem\?” diz o horário, mas nenhum está cadastrado/,
    about: 'Que horas vocês abrem?',
    sane: all(
      patch({ businessHours: null }),
      faq('Até que horas vocês entregam?', 'As entregas vão das 18h às 22h30.'),
    ),
  },
  'open on a day off': {
    fault: all(
      patch({ businessHours: { days: { ...days, fri: evening, sat: evening } } }),
      faq('Abrem no domingo?', 'Sim, abrimos aos domingos também.'),
    ),
    kind: 'keeps_hours/weekdays',
    advice: /diz que a loja abre \(domingos?\)/,
    about: 'Abrem no domingo?',
    sane: all(
      patch({ businessHours: { days: { ...days, fri: evening, sat: evening } } }),
      faq('Abrem no domingo?', 'Não, só abrimos na sexta e no sábado. Domingo é dia de descanso.'),
    ),
  },
  'closed on a day of work': {
    fault: all(
      patch({ businessHours: { days: { ...days, mon: evening, sat: evening } } }),
      rule('info', 'Fechamos às segundas.'),
    ),
    kind: 'keeps_hours/weekdays',
    advice: /diz que a loja fecha \(segundas\)/,
    sane: all(
      patch({ businessHours: { days: { ...days, mon: evening, sat: evening } } }),
      rule('info', 'Fechamos às terças.'),
    ),
  },
  'a greeting with another time': {
    fault: all(
      patch({ businessHours: { days: { ...days, fri: evening } } }),
      patch({ greetingMessage: 'Oi! Abrimos às 17h30. Em que posso ajudar?' }),
    ),
    kind: 'keeps_hours/times',
    advice: /17h30 não está no horário/,
    sane: all(
      patch({ businessHours: { days: { ...days, fri: evening } } }),
      patch({ greetingMessage: 'Oi! Abrimos às 18h. Em que posso ajudar?' }),
    ),
  },
  'a quick answer out of hours': {
    fault: patch({ outOfHoursMessage: 'Estamos fechados, mas respondemos em 5 minutos!' }),
    kind: 'keeps_hours/reply_time',
    advice: /promete resposta quando não há ninguém/,
    sane: patch({ outOfHoursMessage: 'Estamos fechados. Respondemos amanhã, assim que abrirmos.' }),
  },
};

test.each(Object.entries({ ...amounts, ...hours }))(
  'the gate refuses %s, and says what to change; a sane neighbour passes',
  (_what, planted) => holdPlanted(planted),
);
