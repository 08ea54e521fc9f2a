import { fold } from '../../../platform/database/fold.ts';
import { type PassphraseWeakness, passphraseLetters } from './session.schemas.ts';

const fewestDifferent = 5;

/** What people take first, in the languages of the console, without digits and signs. */
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

/**
 * Why somebody who tries the likely ones first would soon find a passphrase; null when nothing is known against it.
 * `names` are those of the shops.
 */
export function findWeakness(passphrase: string, names: string[]): PassphraseWeakness | null {
  const folded = fold(passphrase.trim());
  if ([...folded].length < passphraseLetters) return 'short';
  const plain = folded.replaceAll(/[^\p{L}\p{N}]/gu, '');
  if (new Set(plain).size < fewestDifferent || isRepeated(plain) || isSequence(plain)) return 'repeated';
  const letters = plain.replaceAll(/\p{N}/gu, '');
  if (names.some((name) => fold(name).replaceAll(/[^\p{L}]/gu, '') === letters && letters !== '')) return 'shopName';
  // Digits alone are a date or a phone number.
  return letters === '' || common.has(letters) ? 'common' : null;
}

/** The same run of characters again and again, up to the end. */
function isRepeated(text: string): boolean {
  for (let length = 1; length <= text.length / 2; length++) {
    const run = text.slice(0, length);
    if (run.repeat(Math.ceil(text.length / length)).startsWith(text)) return true;
  }
  return false;
}

/** Each character is the one after, or before, the last: `abcdefghij`, `9876543210`. */
function isSequence(text: string): boolean {
  const steps = new Set(
    Array.from({ length: text.length - 1 }, (_, at) => {
      const step = text.charCodeAt(at + 1) - text.charCodeAt(at);
      // After 9 comes 0.
      return Math.abs(step) === 9 && /\d/.test(text[at] ?? '') ? -Math.sign(step) : step;
    }),
  );
  return steps.size === 1 && (steps.has(1) || steps.has(-1));
}
