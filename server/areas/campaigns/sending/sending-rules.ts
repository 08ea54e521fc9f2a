import { z } from 'zod';
import type { Db } from '../../../platform/database/database.ts';
import { fold } from '../../../platform/database/fold.ts';
import { prepareQuery } from '../../../platform/database/prepared-query.ts';
import type { Work } from '../../../platform/work/work.ts';

declare module '../../../platform/database/database.ts' {
  interface Tables {
    sending_rules: { workspace_id: string; rules: string; updated_at: string };
  }
}

const TimeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 08:00');
const Word = z
  .string()
  .trim()
  .max(40)
  .refine((text) => normalizeWord(text) !== '', 'must contain a letter or digit');

/** Sending hours, and the words that opt a person out or in. */
export const SendingRules = z
  .strictObject({
    sendingHours: z
      .strictObject({
        from: TimeOfDay.describe('The first minute, HH:MM.'),
        to: TimeOfDay.describe('The minute before which it ends, HH:MM.'),
      })
      .refine(({ from, to }) => from < to, '`from` must be before `to`')
      .nullable()
      .describe('In the campaign’s time zone; outside them it waits. Null: around the clock.'),
    stopWords: z
      .array(Word)
      .min(1)
      .max(50)
      .describe(
        'A message that consists of one of these opts its sender out; case, accents and punctuation are ignored.',
      ),
    startWords: z.array(Word).min(1).max(50).describe('Words that opt the sender in again.'),
    pricePerMessage: z
      .number()
      .min(0)
      .max(1_000)
      .nullable()
      .default(null)
      .describe(
        'What the vendor charges for one message, in the workspace’s currency; the console tells the cost by it.',
      ),
  })
  .refine(({ stopWords, startWords }) => {
    const stops = new Set(stopWords.map(normalizeWord));
    return !startWords.some((word) => stops.has(normalizeWord(word)));
  }, 'A word cannot both stop and start')
  .meta({ id: 'SendingRules' });
export type SendingRules = z.output<typeof SendingRules>;

/** Words with no other use. `cancelar` is not among them: it also cancels appointments. */
export const defaultRules: SendingRules = {
  sendingHours: { from: '08:00', to: '20:00' },
  stopWords: [
    ...['SAIR', 'PARAR', 'PARE', 'DESCADASTRAR'],
    ...['STOP', 'UNSUBSCRIBE', 'OPT OUT'],
    ...['BAJA', 'DAR DE BAJA', 'DARME DE BAJA'],
  ],
  startWords: ['START', 'RECEBER', 'SUBSCRIBE', 'ALTA'],
  pricePerMessage: null,
};

const selectRules = prepareQuery((db, workspaceId: string) =>
  db.selectFrom('sending_rules').select('rules').where('workspace_id', '=', workspaceId),
);

/** The rules of a workspace; the defaults until the owner saves others. */
export function readSendingRules(db: Db, workspaceId: string): SendingRules {
  const row = selectRules(db, workspaceId).first();
  return row ? { ...defaultRules, ...JSON.parse(row.rules) } : defaultRules;
}

export async function saveSendingRules(work: Work, rules: SendingRules): Promise<SendingRules> {
  const saved = { rules: JSON.stringify(rules), updated_at: work.now };
  await work.db
    .insertInto('sending_rules')
    .values({ workspace_id: work.workspace.id, ...saved })
    .onConflict((conflict) => conflict.column('workspace_id').doUpdateSet(saved))
    .execute();
  return rules;
}

function normalizeWord(text: string): string {
  return fold(text)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** Longer messages cannot be a stop or start word, so the rules are not read. */
const longestWish = 60;

/** Reads whether a message consists of a stop or start word of the workspace; else null. */
export function readOptOutWord(db: Db, workspaceId: string, content: string | null): 'stop' | 'start' | null {
  if (content === null || content.length > longestWish) return null;
  const wish = normalizeWord(content);
  const rules = readSendingRules(db, workspaceId);
  if (rules.stopWords.some((word) => normalizeWord(word) === wish)) return 'stop';
  return rules.startWords.some((word) => normalizeWord(word) === wish) ? 'start' : null;
}
