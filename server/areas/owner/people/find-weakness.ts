import { fold } from '../../../platform/database/fold.ts';
import { type PassphraseWeakness, passphraseLetters } from './people.schemas.ts';

const fewestDifferent = 5;

/** The most common passphrases in the languages of the console, letters only. */
const common = new Set(
  (
    'password passwort passphrase senha minhasenha contrasena micontrasena clave secret segredo secreto admin ' +
    'administrator administrador root user usuario guest convidado invitado login letmein welcome bemvindo ' +
    'bienvenido iloveyou teamo euteamo tequiero qwerty qwertyuiop asdfghjkl zxcvbnm qwertyasdfgh qazwsxedc ' +
    'abcdefghij frontdesk whatsapp whats internet computer computador brasil brazil mexico espana portugal ' +
    'flamengo corinthians palmeiras realmadrid barcelona football futebol futbol princess princesa sunshine ' +
    'superman batman monkey dragon master jesus deusefiel jesuscristo familia minhafamilia changeme default'
  ).split(' '),
);

/** Why a passphrase would be guessed early; null when no weakness is found. */
export function findWeakness(
  passphrase: string,
  names: { shops: string[]; person: string },
): PassphraseWeakness | null {
  const folded = fold(passphrase.trim());
  if ([...folded].length < passphraseLetters) return 'short';
  const plain = folded.replaceAll(/[^\p{L}\p{N}]/gu, '');
  if (new Set(plain).size < fewestDifferent || isRepeated(plain) || isSequence(plain)) return 'repeated';
  const letters = plain.replaceAll(/\p{N}/gu, '');
  const isName = (name: string) => letters !== '' && fold(name).replaceAll(/[^\p{L}]/gu, '') === letters;
  if (names.shops.some(isName)) return 'shopName';
  if (isName(names.person)) return 'personName';
  // Digits alone are most likely a date or a phone number.
  return letters === '' || common.has(letters) ? 'common' : null;
}

/** Whether the text is one sequence of characters repeated. */
function isRepeated(text: string): boolean {
  for (let length = 1; length <= text.length / 2; length++) {
    const run = text.slice(0, length);
    if (run.repeat(Math.ceil(text.length / length)).startsWith(text)) return true;
  }
  return false;
}

/** Whether each character follows, or precedes, the one before: `abcdefghij`, `9876543210`. */
function isSequence(text: string): boolean {
  const steps = new Set(
    Array.from({ length: text.length - 1 }, (_, at) => {
      const step = text.charCodeAt(at + 1) - text.charCodeAt(at);
      // 0 follows 9.
      return Math.abs(step) === 9 && /\d/.test(text[at] ?? '') ? -Math.sign(step) : step;
    }),
  );
  return steps.size === 1 && (steps.has(1) || steps.has(-1));
}
