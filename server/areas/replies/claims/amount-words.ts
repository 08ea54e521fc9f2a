import { readWords } from '../decide/local/words.ts';

/** What an amount is said of when it is no offer's price; `other` is a charge by any other name ("corkage fee"). */
export const feeKinds = [
  'threshold',
  'minimum',
  'limit',
  'deposit',
  'cancellation',
  'late',
  'registration',
  'damage',
  'gift_card',
  'instalment',
  'extra',
  'discount',
  'refund',
  'change',
  'prize',
  'visit',
  'service',
  'parking',
  'insurance',
  'delivery',
  'other',
] as const;
export type FeeKind = (typeof feeKinds)[number];

/** Words that name a fee, in the three languages. Where a clause names several, the kind that is listed first wins. */
const feeWords: Record<FeeKind, string> = {
  threshold: '',
  minimum: `pedido minimo, compra minima, valor minimo, consumacao minima, parcela minima, minimo, minima,
    consumo minimo, importe minimo, monto minimo, minimum, minimum order, minimum spend, min order, min spend`,
  limit: 'limite, maximo, tope, maximum, limit, cap',
  deposit: `sinal, caucao, deposito, adiantamento, entrada de, pagamento antecipado, sena, anticipo, adelanto, fianza,
    garantia, abono inicial, reserva de, senal, deposit, down payment, upfront, up front, prepayment, advance payment, bond,
    retainer, booking fee, taxa de reserva, cargo por reserva, para reservar, to reserve, to book`,
  cancellation: `cancelamento, cancelar, cancelando, cancelou, cancelacao, no show, nao comparecimento, nao comparecer, falta, faltar,
    desistencia, cancelacion, cancelas, cancela, inasistencia, ausencia, plantones,
    cancellation, cancelling, canceling, cancel, cancelled, missed appointment, missed`,
  late: `atraso, atrasar, multa por atraso, juros, mora, retraso, demora, tardanza, late fee, late return, late check out,
    late checkout, late, overdue`,
  registration: `matricula, inscricao, taxa de adesao, adesao, inscripcion, alta, registration, enrolment, enrollment,
    sign up fee, joining fee, admin fee, signup`,
  damage: `perder, perdeu, perdido, perdida, perda, quebrar, quebrou, quebrado, quebrada, dano, danos, danificado, roubo, roubado,
    extravio, pierdes, pierde, perdida, perdido, romper, rompe, roto, rota, rotura, dano, roban, robo, robado, lose, lost, loss,
    broken, break, damage, damaged, damages, stolen, theft, snapped, scratch`,
  gift_card: `vale presente, vale presentes, vales presente, cartao presente, cartoes presente, vale compra, vale compras,
    voucher, vouchers, tarjeta de regalo, tarjetas de regalo, tarjeta regalo, tarjetas regalo, bono regalo, bonos regalo,
    cheque regalo, vale de regalo, vales de regalo, certificado de regalo, giftcard, giftcards, gift card, gift cards,
    gift voucher, gift vouchers, gift certificate, gift certificates`,
  instalment: `parcela, parcelas, parcelamos, parcelado, parcelamento, parcelar, sem juros, prestacao, prestacoes, cuota,
    cuotas, en cuotas, sin intereses, meses sin intereses, msi, a plazos, mensualidades, instalment, instalments, installment,
    installments, interest free, klarna, afterpay`,
  extra: `a mais, a parte, acrescimo, adicional, adicionais, extra, extras, suplemento, acrescenta, acrescentamos,
    recargo, aparte, de mas, plus, surcharge, additional, supplement, add on, upgrade, uplift, on top`,
  discount: `desconto, descontos, cupom, economize, economia, a menos, de menos, menos, abatimento, descuento, descuentos, cupon,
    rebaja, ahorra, ahorras, discount, discounts, coupon, off, save, savings, cashback, less, bonus, bonificacao`,
  refund: 'reembolso, reembolsamos, devolucao, devolucion, devolvemos, credito, creditos, refund, refunds, credit',
  change: 'troco, nota de, notas de, cambio, vuelto, feria, billete de, billetes de, change, bill, bills, note, notes',
  prize: `premio, premios, sorteio, rifa, faturamento, faturamos, doacao, doamos, sorteo, facturacion, donacion, donamos,
    prize, prizes, raffle, reward, revenue, donation, donate, donated, raised`,
  visit: `visita tecnica, taxa de visita, visita, orcamento, deslocamento, diagnostico, presupuesto, desplazamiento,
    instalacao, montagem, instalacion, montaje, installation, assembly, call out, callout, estimate, quote, diagnostic, diagnosis, inspection, assessment fee, travel fee, travel charge`,
  service: `taxa de servico, gorjeta, couvert, servicio de mesa, cubierto, propina, cargo por servicio, service charge,
    gratuity, tip, tips, cover charge, rolha, descorche, corkage`,
  parking: 'estacionamento, estacionamiento, parqueo, parqueadero, aparcamiento, parking, valet, manobrista',
  insurance: 'seguro, franquia, franquicia, deducible, insurance, excess, deductible, waiver, copay, co pay',
  delivery: `entrega, entregas, entregamos, entregam, levamos, llevamos, entregar, enviamos, envian, enviar, reparten, frete, fretes, taxa de entrega, motoboy, tele entrega, delivery, envio, envios, domicilio,
    domicilios, reparto, despacho, flete, costo de envio, gastos de envio, shipping, postage, courier, deliveries, deliver, coleta,
    leva e traz, recogida, recoleccion, pickup, pick up, collection`,
  other: `taxa, taxas, tarifa, encargo, cargo, cargos, cobro, recargos, multa, multas, penalizacion,
    penalidad, penalty, fee, fees, charge, surcharges, fine, tax,
    imposto, impuesto, levy, embalagem, empaque, packaging, aluguel, alugamos, alugar, alquiler, alquilamos, alquilar, renta, rental, rent, hire,
    segunda via, reposicao, reposicion, replacement, duplicado, certificado, certificate, toalha, toalla, towel, locker, armario,
    material, apostila, expresso, express, urgencia, rush, armazenamento, storage, almacenaje`,
};

/** Words directly before an amount that make it a limit, not a price. */
const boundWords: Record<'threshold' | 'limit' | 'from', string> = {
  threshold: `acima de, acima dos, superior a, superiores a, mais de, maior que, maiores que, maior de, passar de, passarem de,
    passando de, ultrapassar, a cada, mas de, mayor a, mayores a, mayor de, mayores de, por encima de, que superen,
    supere, superen los, cada, above, over, more than, exceeding, exceeds, at least, spend, you spend, every, under, below, abaixo de,
    menos de, inferior a, inferiores a, less than, por debajo de, compras de, compra de, pedidos de, pedido de, orders of,
    order of, purchases of, purchase of, purchases over, total de, gastar, gastando`,
  limit: 'ate, hasta, up to, no maximo, maximo de, como maximo, max',
  from: 'a partir de, a partir dos, desde, from, starting at, starts at, start at, starting from, beginning at, partindo de',
};

/** Sequences of folded words with what they stand for, by their first word; the longest first. */
export type WordPatterns<Kind> = ReadonlyMap<string, { kind: Kind; words: string[] }[]>;

function toPatterns<Kind extends string>(lines: Record<Kind, string>): WordPatterns<Kind> {
  const patterns = (Object.entries(lines) as [Kind, string][])
    .flatMap(([kind, line]) => line.split(',').map((saying) => ({ kind, words: readWords(saying) })))
    // "taxa de entrega" before "taxa".
    .sort((one, other) => other.words.length - one.words.length);
  return Map.groupBy(patterns, ({ words }) => words[0] ?? '');
}

export const feePatterns = toPatterns(feeWords);
export const boundPatterns = toPatterns(boundWords);

/** Where patterns match whole words, without overlaps; tokens [from, to). */
export function findPatterns<Kind>(
  words: string[],
  patterns: WordPatterns<Kind>,
): { kind: Kind; from: number; to: number }[] {
  const found: { kind: Kind; from: number; to: number }[] = [];
  for (let at = 0; at < words.length; ) {
    const word = words[at] ?? '';
    const match =
      word === ''
        ? undefined
        : patterns.get(word)?.find((pattern) => pattern.words.every((part, index) => words[at + index] === part));
    if (match) found.push({ kind: match.kind, from: at, to: at + match.words.length });
    at += match?.words.length ?? 1;
  }
  return found;
}

/** Words that may stand between an amount and the fee that follows it: "R$ 8 pela entrega". */
export const linkWords = new Set(
  readWords(
    'de da do del of a as o os la el los las the pela pelo por para for no na nos nas en em on como um uma un una',
  ),
);
/** A fee after one of these is a condition of the offer: "Margherita with delivery". */
export const withWords = new Set(
  readWords('com sem con sin with without inclui incluye includes including inclusive mais e y and'),
);

/** Words by which a text says what something costs. */
export const priceWords = new Set(
  readWords(`
    custa custam custo custar cobramos cobra cobram cobrado sai saem saindo fica ficam preco precos valor valores vale valem vendemos
    vende vendo vendido apenas somente so por pagar paga pagam promocao oferta tudo total sao e era
    cuesta cuestan costo coste costar cobran sale salen queda quedan precio precios valen vendemos venden solo pagas
    pagan promocion todo son es cada
    costs cost costing price priced prices charge charges charged is are was sell sells sold for at only just pay pays each
    everything deal offer
  `),
);
/** Of these, verbs after which a bare number is an amount: "o corte custa 45". */
export const costWords = new Set(
  readWords(`
    custa custam custar cobramos cobra cobram saem preco precos cuesta cuestan costar cobran salen precio precios
    costs cost price prices priced charge charges
  `),
);

/** Likewise, but only directly before the number: "sale 180". */
export const costVerbs = new Set(readWords('sai sale vale'));

/** Words that tell which variant, unit or customer a price is for, so that it may differ from the offer's own. */
export const variantWords = new Set(
  readWords(`
    meia meio metade inteira inteiro pequena pequeno media medio grande broto brotinho gigante familia mini fatia fatias porcao
    unidade unidades par pares duzia kg quilo quilos kilo gramas grama g litro litros ml metro metros m2 hora horas dia dias diaria
    noite noites semana semanal mes meses mensal anual ano pessoa pessoas crianca criancas infantil estudante estudantes
    aluno idoso idosos membro membros socio socios assinante assinantes cliente fidelidade feriado feriados domingo domingos
    sabado sabados fim avulsa avulso combo pacote kit juntos juntas promocao promocional longo longos curto curtos retorno primeira
    segunda terca quarta quinta sexta online atacado borda recheada recheado
    media entera entero pequena pequeno mediana mediano chica chico familiar rebanada porcion docena kilogramo gramos
    hora horas noche noches semanal mensual anual persona personas nino ninos nina ninas estudiante estudiantes jubilados
    miembro miembros socias festivo festivos fin combo paquete juntos largo largos corto cortos primera lunes martes
    miercoles jueves viernes mayoreo mayor suelta suelto
    half whole small medium large regular xl mini slice slices portion portions dozen pair pound pounds lb lbs oz kilo gram grams
    litre liter pint glass bottle hour hours hourly day days daily night nights nightly week weekly month monthly year yearly
    annual person people child children kid kids student students senior seniors member members weekday weekdays
    weekend weekends holiday holidays sunday sundays saturday saturdays monday tuesday wednesday thursday friday combo package
    bundle together both pack set long short first online wholesale trade per
  `),
);

/** Words without a meaning of their own for what an amount is said of. */
export const emptyWords = new Set([
  ...priceWords,
  ...readWords(Object.values(boundWords).join(' ')),
  ...linkWords,
  ...withWords,
  ...readWords(`
    cidade toda todo todos todas tem temos ter ha nosso nossa nossos nossas seu sua voce voces bairro bairros ou se que esta
    este isso aqui sempre normalmente valor reais real sim nao ja clientes pedido pedidos compra compras
    ciudad tenemos hay nuestro nuestra su usted ustedes si no siempre pesos euros clientes compras o te lo se
    city all any we our us your you have has there it its this that be always usually dollars yes no customers order
    orders purchase purchases or if in an to between entre take get gets leva levamos
  `),
]);
