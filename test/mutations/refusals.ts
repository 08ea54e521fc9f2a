import type { Mutation } from './mutations.ts';

const refusals = 'test/areas/campaigns/refusals.test.ts';
const optOuts = 'test/areas/cloud/opt-outs.test.ts';
const disorders = 'test/areas/cloud/disorders.test.ts';

/** Guards of refusals: whom each concerns, and what follows. */
export const refusalMutations: Mutation[] = [
  {
    guard: 'refusals of persons do not count as failures of a campaign',
    file: 'server/areas/campaigns/sending/pause-after-refusal.ts',
    find: "    if (status === 'FAILED' && refusalOf(code).owner === 'person') continue;\n",
    replace: '',
    suite: refusals,
    title: 'does not count among failures of messages',
  },
  {
    guard: 'a refusal of one person does not rest the channel',
    file: 'server/areas/campaigns/sending/campaign-sender.ts',
    find: "return holds === 'moment' && (owner === 'account' || owner === 'vendor');",
    replace: "return holds === 'moment' && owner !== 'message';",
    suite: refusals,
    title: 'the channel does not rest',
  },
  {
    guard: 'an unlisted code of 20 recipients pauses the campaign',
    file: 'server/areas/campaigns/sending/pause-after-refusal.ts',
    find: 'if (isUnlisted(code) && isEverybodys(',
    replace: 'if (code === id && isEverybodys(',
    suite: refusals,
    title: 'of 20 recipients without a delivery in between',
  },
  {
    guard: 'an accepted message disproves an unlisted code',
    file: 'server/areas/campaigns/sending/pause-after-refusal.ts',
    find: "[...delivered, 'SENT']",
    replace: 'delivered',
    suite: refusals,
    title: 'while others are accepted in between',
  },
  {
    guard: 'a resume retries those who failed with the reason of the pause',
    file: 'server/areas/campaigns/sending/requeue-recipients.ts',
    find: "where(codeOf, '=', campaign.status_reason)",
    replace: "where(codeOf, '=', '')",
    suite: refusals,
    title: 'of 20 recipients without a delivery in between',
  },
  {
    guard: 'a refusal that holds for a day is not repeated earlier',
    file: 'server/areas/campaigns/sending/requeue-recipients.ts',
    find: "reasonsWith({ holds: 'day' })",
    replace: "['none']",
    suite: refusals,
    title: 'is not repeated on the same day',
  },
  {
    guard: 'a setting at the vendor does not opt in who left otherwise',
    file: 'server/areas/people/campaign-wish.ts',
    find: "  by !== 'settings' || ",
    replace: "  by !== 'shop' || ",
    suite: optOuts,
    title: 'do not opt in a customer who opted out by a word',
  },
  {
    guard: 'an earlier wish does not overtake a later one',
    file: 'server/areas/people/campaign-wish.ts',
    find: "  if (last && last.by !== 'shop' && secondOf(at) < secondOf(last.at)) return false;\n",
    replace: '',
    suite: optOuts,
    title: 'count in the order in which she chose',
  },
  {
    guard: 'only a stop button opts out, not any button',
    file: 'server/areas/cloud/read-preferences.ts',
    find: " || !stops.has(normalize(message.button.text ?? ''))",
    replace: '',
    suite: optOuts,
    title: 'counts only as a button',
  },
  {
    guard: 'a token refused for a moment does not disconnect the channel',
    file: 'server/areas/cloud/cloud-connection.ts',
    find: '!this.#wasAccepted || nowMs - this.#refusedSinceMs >= lossLastsMs',
    replace: 'true',
    suite: disorders,
    title: 'for half a minute makes sends wait',
  },
];
