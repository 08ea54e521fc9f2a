import type { Db } from '../../../platform/database/database.ts';
import type { Language } from '../../../platform/text/languages.ts';
import { findAgentBrief } from '../../agents/index.ts';
import type { ConversationRow } from '../store.ts';
import en from './words/en.json' with { type: 'json' };
import es from './words/es.json' with { type: 'json' };
import pt from './words/pt.json' with { type: 'json' };
import type { SendWords } from './words.schemas.ts';

const words: Record<Language, SendWords> = { pt, en, es };

/** The text that asks for a phone number. */
export const askForNumber = (language: Language): string => words[language].askForNumber;

/** The language of a conversation: its agent's language, else the shop's. */
export function languageOf(
  db: Db,
  { id, language }: { id: string; language: Language },
  { ai_agent_id: agentId }: Pick<ConversationRow, 'ai_agent_id'>,
): Language {
  const agent = agentId === null ? null : findAgentBrief(db, id, agentId);
  return agent?.language ?? language;
}
