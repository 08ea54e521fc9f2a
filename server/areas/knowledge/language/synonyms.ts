import { foldWord } from './analyse-text.ts';
import type { Language } from './detect-language.ts';

const groups = (text: string): string[][] =>
  text
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/));

/** Words that customers use interchangeably, folded, one group per line; the owner's groups are added. */
const builtIn: Readonly<Record<Language, string[][]>> = {
  pt: groups(`
    preco valor custo custa quanto
    entrega frete envio entregam entregar
    prazo demora tempo dias
    troca devolucao trocar devolver
    reembolso estorno ressarcimento
    horario funcionamento abre fecha aberto
    endereco localizacao local fica
    pagamento pagar pix cartao boleto
    parcelar parcelas parcelamento
    desconto promocao oferta cupom
    estoque disponivel disponibilidade
    telefone celular contato whatsapp zap
    pedido compra encomenda
    rastreio rastrear rastreamento
    agendar marcar reservar agendamento reserva
    cancelar desmarcar cancelamento
    defeito quebrado danificado estragado
    conserto reparo assistencia
    cardapio menu
    retirar buscar retirada
    estacionamento garagem vaga
    crianca infantil bebe
    cachorro cao pet
    loja estabelecimento unidade filial
  `),
  es: groups(`
    precio valor costo cuesta cuanto vale
    entrega envio despacho domicilio
    plazo demora tiempo dias
    cambio devolucion cambiar devolver
    reembolso reintegro
    horario abre cierra abierto atienden
    direccion ubicacion ubicados
    pago pagar tarjeta efectivo transferencia
    cuotas plazos mensualidades
    descuento promocion oferta cupon rebaja
    stock disponible disponibilidad existencias
    telefono celular movil contacto whatsapp
    pedido compra orden encargo
    rastreo rastrear seguimiento
    agendar reservar cita turno reserva
    cancelar anular cancelacion
    defecto roto danado averiado
    arreglo reparacion arreglar reparar
    menu carta
    retirar recoger retiro
    estacionamiento aparcamiento parking
    nino infantil bebe
    perro mascota
    tienda local sucursal negocio
  `),
  en: groups(`
    price cost fee charge
    delivery shipping postage dispatch
    return exchange swap
    refund reimbursement
    hours open opening close closing
    address location located
    payment pay card cash
    instalments installments
    discount promotion offer coupon sale
    stock available availability
    phone telephone mobile contact
    order purchase
    track tracking
    book booking reserve reservation appointment
    cancel cancellation
    broken damaged faulty defective
    repair fix
    menu dishes
    pickup collect collection
    parking garage
    kid kids child children
    dog pet
    shop store branch
  `),
};

/** Words that mean the same in this workspace; null applies to all languages. */
export interface SynonymGroup {
  language: Language | null;
  words: string[];
}

/** Folded word → the other words of its groups. */
export type Synonyms = Map<string, Set<string>>;

export function buildSynonyms(languages: Iterable<Language>, own: SynonymGroup[]): Synonyms {
  const synonyms: Synonyms = new Map();
  const add = (group: string[]) => {
    for (const word of group) {
      const others = synonyms.get(word) ?? new Set();
      for (const other of group) if (other !== word) others.add(other);
      synonyms.set(word, others);
    }
  };
  const spoken = new Set(languages);
  for (const language of spoken) builtIn[language].forEach(add);
  for (const { language, words } of own) {
    if (language === null || spoken.has(language)) add(words.map(foldWord));
  }
  return synonyms;
}
