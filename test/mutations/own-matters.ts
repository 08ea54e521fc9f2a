import type { Mutation } from './mutations.ts';

const ownBookings = 'test/areas/replies/own-bookings.test.ts';
const refused = 'test/areas/replies/refused-replies.test.ts';
const refusedFlows = 'test/areas/flows/refused-messages.test.ts';
const noWords = 'test/areas/replies/no-words.test.ts';

/** Guards of customers who write about their own bookings, of replies that cannot be sent, and of what is no word. */
export const ownMatterMutations: Mutation[] = [
  {
    guard: 'a person gets what is about an own booking',
    file: 'server/areas/replies/decide/local/guards.ts',
    find: "return matter ? { kind: 'handoff', reason: matter } : refuseMisuse(search);",
    replace: 'return refuseMisuse(search);',
    suite: ownBookings,
    title: 'a customer who calls off her booking gets a kind line and a person',
  },
  {
    guard: 'questions about cancelling in general are answered',
    file: 'server/areas/replies/decide/own-matters/read-own-matter.ts',
    find: 'if (!hasBooking || isPolicy(all) || terms.findIn(all) >= 0) return null;',
    replace: 'if (!hasBooking) return null;',
    suite: 'test/areas/replies/own-matters.test.ts',
    title: 'questions to the shop are none',
  },
  {
    guard: 'a customer writes about the proposal that waits',
    file: 'server/areas/replies/decide/own-matters/find-own-matter.ts',
    find: 'if (isProposalOpen(context)) return null;',
    replace: '',
    suite: ownBookings,
    title: 'the customer writes about that',
  },
  {
    guard: 'a refused reply calls a person',
    file: 'server/areas/replies/turns/reply-sender.ts',
    find: "return giveUpTurn(this.#platform, turn, { outcome: error.code, reason: 'send_failed' });",
    replace: 'return;',
    suite: refused,
    title: 'beyond the quota of messages calls a person',
  },
  {
    guard: 'a handoff takes place without its words',
    file: 'server/areas/replies/turns/settle-reply.ts',
    find: "(decision.kind === 'handoff' ? store().catch(ignoreRefusal) : store())",
    replace: 'store()',
    suite: refused,
    title: 'a handoff whose words cannot be sent keeps its own reason',
  },
  {
    guard: 'the wait is restored',
    file: 'server/areas/replies/turns/give-up-turn.ts',
    find: 'waiting_since: since,',
    replace: '',
    suite: refused,
    title: 'what she waited for is restored',
  },
  {
    guard: 'a refused last message of a run calls a person',
    file: 'server/areas/flows/runs/advance-run.ts',
    find: 'return isWanted ? toNext',
    replace: 'return wasOpen ? toNext',
    suite: refusedFlows,
    title: 'the last message of a run that the vendor refuses calls a person',
  },
  {
    guard: 'an agent reads no notice',
    file: 'server/areas/replies/turns/receive-turns.ts',
    find: 'if (!message || message.notice !== null || message.deleted_at !== null) return null;',
    replace: 'if (!message) return null;',
    suite: noWords,
    title: 'an agent says nothing to a reaction to an unknown message',
  },
  {
    guard: 'a reply is decided anew for a corrected message',
    file: 'server/areas/replies/turns/answer-turn.ts',
    find: 'if (reason === null && !isRead) {',
    replace: 'if (false) {',
    suite: noWords,
    title: 'edited while the agent decides is answered in its new text',
  },
  {
    guard: 'no flow reads a notice',
    file: 'server/areas/flows/runs/claim-message.ts',
    find: 'if (message.notice !== null || message.deleted_at !== null) return false;',
    replace: '',
    suite: noWords,
    title: 'a flow does not take a notice for an answer',
  },
];
