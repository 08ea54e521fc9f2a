import { fold } from '../../../../platform/database/fold.ts';
import { readWords } from './words.ts';

const data = {
  romance:
    'telefone|celular|numero|endereco|e-?mail|cpf|rg|dados|pedido|pedidos|consulta|consultas|exame|exames|resultado|resultados|agendamento|horario|telefono|direccion|correo|datos|cita|citas|turno|estudios|historial|historico|prontuario|ficha',
  english:
    'phone|number|address|email|e-mail|data|order|orders|appointment|appointments|results?|tests?|history|file|details',
};
const others = {
  romance:
    '(?:(?:um|uma|outro|outra|outros|outras|un|otro|otra|otros|otras|o|a|el|la|los|las|seu|sua|meu|minha|mi|tu|su) ){0,3}(?:clientes?|pacientes?|pessoas?|personas?|vizinh[oa]s?|vecin[oa]s?|marido|esposa|esposo|namorad[oa]|novi[oa]|amig[oa]s?|ex|funcionari[oa]s?|emplead[oa]s?)',
  english:
    '(?:(?:a|an|another|other|the|your|my|some) ){0,3}(?:customers?|clients?|patients?|person|people|neighbou?rs?|husband|wife|boyfriend|girlfriend|friends?|ex|employees?|someone else)',
};

const asksByKind = new RegExp(
  `\\b(?:${data.romance})\\b(?: \\S+){0,2}? (?:d[aoe]s?|del?(?: la| los| las)?) ${others.romance}\\b` +
    `|\\b(?:${data.english})\\b (?:of|for) ${others.english}\\b` +
    `|\\b${others.english}(?:'s|s'|’s) (?:${data.english})\\b` +
    '|\\b(?:outr[oa]s?|otr[oa]s?|other|another) (?:clientes?|pacientes?|customers?|clients?|patients?)\\b',
);
/** Data that a name may follow; "consulta" is missing because "Consulta de Cardiologia" names no person. */
const personal =
  'telefone|celular|numero|endereco|e-?mail|cpf|rg|dados|pedidos?|resultados?|telefono|direccion|correo|datos';
const asksByName = new RegExp(
  `\\b(?:${personal}) (?:de|da|do|del|de la) (\\p{Lu}[\\p{L}]+)|\\b(?:${data.english})\\b of (\\p{Lu}[\\p{L}]+)|` +
    `(?<!\\p{L})(\\p{Lu}[\\p{L}]+)['’]s (?:${data.english})\\b`,
  'u',
);

const places = ['rua', 'avenida', 'av', 'praca', 'calle', 'plaza', 'street', 'loja', 'tienda', 'shop'];

/**
 * Whether a message asks for another person's data: of a kind of person ("another customer"), or of a name not in
 * `known`, the names of the customer, the shop, its agent, services and items.
 */
export function asksForOthersData(text: string, known: string[]): boolean {
  if (asksByKind.test(fold(text))) return true;
  // Removes accents but keeps capitals, by which a name is recognised.
  const match = asksByName.exec(text.normalize('NFD').replaceAll(/\p{M}/gu, ''));
  const name = match?.slice(1).find((group) => group !== undefined);
  if (name === undefined) return false;
  const shopWords = new Set([...known.flatMap(readWords), ...places]);
  return !shopWords.has(fold(name));
}
