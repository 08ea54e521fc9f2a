import { minuteMs } from '../../../platform/durations.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Work } from '../../../platform/work/work.ts';
import {
  findChannel,
  listUnclaimedReactions,
  type Notice,
  type ReactionEvent,
  takeUnclaimed,
} from '../../channels/index.ts';
import { identifyPerson } from '../../people/index.ts';
import { findOrOpenConversation, shownAfter } from '../conversations/open-conversation.ts';
import { messageReceived } from '../events.ts';
import { completeMessage, toMessage } from '../messages.store.ts';
import { updateConversation } from '../store.ts';
import { emptyAt, insertInbound } from './arrived-rows.ts';
import { toNamedPerson } from './vendor-person.ts';
import { writtenTime } from './written-time.ts';

/** A vendor that hands over a reaction before its message hands over the message within this time. */
const patienceMs = minuteMs;

/** Shows reactions whose message never came, such as one from before the channel was connected, as notices. */
export async function showUnclaimedReactions(platform: Platform): Promise<void> {
  const until = new Date(platform.clock.now().getTime() - patienceMs).toISOString();
  for (const { seq, workspaceId, channelId, event } of await listUnclaimedReactions(platform.database.read, until)) {
    const actor = { source: 'CHANNEL', id: channelId, name: null } as const;
    await platform.workFor(workspaceId, actor, async (work) => {
      // A reaction that was taken back leaves nothing to see.
      if ((await takeUnclaimed(work.db, seq)) && event.emoji !== '')
        await showReaction(platform, work, channelId, event);
    });
  }
}

async function showReaction(platform: Platform, work: Work, channelId: string, event: ReactionEvent): Promise<void> {
  const channel = await findChannel(work.db, work.workspace.id, channelId);
  if (!channel) return;
  const contact = await identifyPerson(work, toNamedPerson(event.from), { evidence: 'message', at: event.at });
  const conversation = await findOrOpenConversation(work, channel, contact);
  const notice = { kind: 'reaction', title: event.emoji, lines: [] } satisfies Notice;
  const row = await insertInbound(work, channel, conversation, {
    ...emptyAt(writtenTime(event.at, work.now)),
    provider_message_id: event.providerEventId,
    notice: JSON.stringify(notice),
  });
  // A reaction asks for no answer.
  const changes = await shownAfter(work, conversation, row);
  await updateConversation(work.db, work.workspace.id, conversation.id, changes);
  await work.emit(messageReceived, toMessage(platform, await completeMessage(work.db, row)));
}
