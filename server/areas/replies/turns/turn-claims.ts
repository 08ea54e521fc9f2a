import type { Db } from '../../../platform/database/database.ts';

type TurnClaim = (db: Db, conversationId: string) => Promise<boolean>;

const claims: TurnClaim[] = [];

/** Called at load by an area that may want to answer a conversation itself, such as a flow that waits for a message. */
export const registerTurnClaim = (claim: TurnClaim): void => {
  claims.push(claim);
};

/** Whether another area answers the conversation now. */
export async function isClaimed(db: Db, conversationId: string): Promise<boolean> {
  for (const claim of claims) if (await claim(db, conversationId)) return true;
  return false;
}
