import type { Db } from '../../../platform/database/database.ts';
import type { Provided } from '../../../platform/wiring.ts';
import type { ConversationRow } from '../../inbox/index.ts';

declare module '../../../platform/wiring.ts' {
  interface Extensions {
    /** Whether the area answers the conversation itself now, as a flow does that waits for a message. */
    turnClaim: (db: Db, conversation: ConversationRow) => Promise<boolean>;
  }
}

/** Whether another area answers the conversation now. */
export async function isClaimed(provided: Provided, db: Db, conversation: ConversationRow): Promise<boolean> {
  for (const claim of provided('turnClaim')) if (await claim(db, conversation)) return true;
  return false;
}
