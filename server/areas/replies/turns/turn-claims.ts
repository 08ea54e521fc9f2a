import type { Db } from '../../../platform/database/database.ts';
import type { Provided } from '../../../platform/wiring.ts';

declare module '../../../platform/wiring.ts' {
  interface Extensions {
    /** Whether the area answers the conversation itself now, as a flow does that waits for a message. */
    turnClaim: (db: Db, conversationId: string) => Promise<boolean>;
  }
}

/** Whether another area answers the conversation now. */
export async function isClaimed(provided: Provided, db: Db, conversationId: string): Promise<boolean> {
  for (const claim of provided('turnClaim')) if (await claim(db, conversationId)) return true;
  return false;
}
