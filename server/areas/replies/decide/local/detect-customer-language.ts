import type { Language } from '../../../../platform/access/workspaces.ts';
import { detectLanguage } from '../../../knowledge/index.ts';
import { readWords } from './words.ts';

/** Common words of each language, folded, by which it is recognised. */
const tellTale: Record<Language, Set<string>> = {
  pt: new Set(
    readWords(`nao voce voces vc vcs oi ola obrigado obrigada quanto qual quais quero tem tenho fazem ate sao amanha hoje
      aberto abertos pra pro uma um meu minha com do da dos das em na ou bom boa noite preco custa custam pagamento cartao
      onde posso vem tambem isso esse essa aqui ai tudo bem sim cardapio fica fechado segunda terca quarta quinta sexta`),
  ),
  es: new Set(
    readWords(`hola usted ustedes gracias cuanto cuantos cual cuales quiero tienen tiene tengo hacen hasta son manana hoy
      abierto abiertos abren cierran una un mi con del el los las y buenos buenas precio cuesta cuestan pago tarjeta donde
      puedo hay tambien eso ese aqui si carta muy es la cerrado lunes martes miercoles jueves viernes domingo noches`),
  ),
  en: new Set(
    readWords(`hello hi hey thanks thank how much what which do does you your is are the open close closed today tomorrow
      price cost can i my want have please where when and or with of yes good morning evening afternoon it there we
      monday tuesday wednesday thursday friday saturday sunday menu for to`),
  ),
};

/** With fewer words the letter-based detector is unreliable. */
const fewestWords = 5;

/**
 * Detects a customer's language by common words, then by letters, first in the message and then in the earlier lines.
 * Null if it cannot be detected.
 */
export function detectCustomerLanguage(text: string, earlier: string[]): Language | null {
  return detectOne(text) ?? detectOne(earlier.join('\n'));
}

function detectOne(text: string): Language | null {
  const words = readWords(text);
  const counted = (Object.keys(tellTale) as Language[])
    .map((language) => ({ language, count: words.filter((word) => tellTale[language].has(word)).length }))
    .sort((one, other) => other.count - one.count);
  const [best, second] = counted;
  if (best && second && best.count > second.count) return best.language;
  return words.length >= fewestWords ? detectLanguage(text) : null;
}
