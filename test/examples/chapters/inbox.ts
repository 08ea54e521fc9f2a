import { makePhoto, makeVoiceNote } from '../../support/files/samples.ts';
import type { Story } from '../story.ts';

export const ana = { from: '+5511987654321', name: 'Ana Souza' };
export const tomas = { from: '+5511976543210', name: 'Tomás García' };

/** Customers write: Aurora answers Ana, Tomás wants a person, and Helena of the bakery takes over. */
export async function recordInbox(story: Story): Promise<void> {
  await recordCustomers(story);
  await recordStages(story);
  await recordHelena(story);
  await recordNotes(story);
  const { show, cast } = story;
  const path = { id: cast.tomas };
  await show('GET /api/conversations/{id}/template-availability', { path: { id: cast.ana } });
  await show('GET /api/conversations/{id}/utility-check', { path: { id: cast.ana } });
  await show('POST /api/conversations/{id}/ai-insights', { path });
  await show('GET /api/conversations/overview');
  await show('GET /api/conversations', { query: { search: 'Tomás', limit: 2 } });
  await show('GET /api/conversations/{id}', { path });
  await show('GET /api/conversations/{id}/messages', { path, query: { limit: 2 } });
  await show('POST /api/conversations/{id}/snooze', { path, body: { until: '2026-11-23T12:00:00.000Z' } });
  await show('DELETE /api/conversations/{id}/snooze', { path });
  await show('PATCH /api/conversations/{id}', { path, body: { status: 'RESOLVED' } });
  await show('POST /api/conversations/{id}/reopen', { path });
}

/** Resolves with the conversation with a customer. */
// biome-ignore lint/suspicious/noExplicitAny: chapters read what came back
const conversationWith = ({ call, until }: Story, phone: string): Promise<any> =>
  until(async () => (await call('GET /api/conversations', { query: { search: phone } })).data[0]);

async function recordCustomers(story: Story): Promise<void> {
  const { show, call, cast, until } = story;
  const path = { id: cast.channel };
  await show('POST /api/simulator/channels/{id}/messages', {
    path,
    body: { ...ana, content: 'Good morning! What fillings do you have?' },
  });
  cast.ana = (await conversationWith(story, ana.from)).id;
  const answer = await until(async () =>
    (await call('GET /api/conversations/{id}/messages', { path: { id: cast.ana } })).data.find(
      ({ author }: { author: string }) => author === 'AGENT',
    ),
  );
  await show('GET /api/conversations/{id}/messages/{messageId}/trace', {
    path: { id: cast.ana, messageId: answer.id },
  });
  await show('POST /api/simulator/channels/{id}/read', { path, body: { from: ana.from } });
  const wants = 'Hello, I would like to talk to a person about the cake for my daughter.';
  await call('POST /api/simulator/channels/{id}/messages', { path, body: { ...tomas, content: wants } });
  const conversation = await conversationWith(story, tomas.from);
  cast.tomas = conversation.id;
  await show('GET /api/conversations/{id}/handoff', { path: { id: conversation.id } });
  await show('GET /api/conversations/queue');
  const { mediaId } = await show('POST /api/simulator/channels/{id}/media', {
    path,
    file: { bytes: await makePhoto(), name: 'cake.jpg' },
  });
  await call('POST /api/simulator/channels/{id}/messages', {
    path,
    body: { from: tomas.from, type: 'IMAGE', mediaId, content: 'Like this one' },
  });
}

async function recordStages({ show, call, cast }: Story): Promise<void> {
  const stage = await show('POST /api/conversation-stages', { body: { name: 'Cake to order', color: '#E8590C' } });
  await show('PATCH /api/conversation-stages/{id}', { path: { id: stage.id }, body: { name: 'Cakes to order' } });
  const spare = await call('POST /api/conversation-stages', { body: { name: 'Deliveries', color: '#1971C2' } });
  await show('GET /api/conversation-stages');
  await show('DELETE /api/conversation-stages/{id}', { path: { id: spare.id } });
  cast.conversationStage = stage.id;
  await call('PATCH /api/conversations/{id}', {
    path: { id: cast.tomas },
    body: { stageId: stage.id, assignedTo: 'Helena' },
  });
}

async function recordHelena({ show, call, cast, until }: Story): Promise<void> {
  const path = { id: cast.tomas };
  const { data } = await call('GET /api/conversations/{id}/messages', { path });
  const photo = data.find(({ type }: { type: string }) => type === 'IMAGE');
  await show('POST /api/conversations/{id}/messages/{messageId}/react', {
    path: { ...path, messageId: photo.id },
    body: { emoji: '😍' },
  });
  await show('POST /api/conversations/{id}/messages', {
    path,
    body: { content: 'Lovely! For how many guests, and for which day?', replyToMessageId: photo.id },
  });
  await show('POST /api/conversations/{id}/upload-media', {
    path,
    file: { bytes: makeVoiceNote(), name: 'how-we-decorate.ogg' },
  });
  await show('POST /api/conversations/new', {
    body: {
      channelId: cast.channel,
      phoneNumber: '+5521998765432',
      content: 'Hello Marta, your breakfast basket is ready to be picked up.',
    },
  });
  const simulator = { id: cast.channel };
  const shown = await until(async () => {
    const phone = tomas.from;
    return (await call('GET /api/simulator/channels/{id}/messages', { path: simulator, query: { phone } })).data.find(
      ({ content }: { content: string | null }) => content?.startsWith('Lovely'),
    );
  });
  await show('POST /api/simulator/channels/{id}/reactions', {
    path: simulator,
    body: { from: tomas.from, providerMessageId: shown.providerMessageId, emoji: '👍' },
  });
  await show('PUT /api/simulator/channels/{id}/phones/{phone}', {
    path: { ...simulator, phone: tomas.from },
    body: { online: false },
  });
  await call('PUT /api/simulator/channels/{id}/phones/{phone}', {
    path: { ...simulator, phone: tomas.from },
    body: { online: true },
  });
  await show('GET /api/simulator/channels/{id}/messages', { path: simulator, query: { phone: tomas.from, limit: 2 } });
  await call('POST /api/simulator/channels/{id}/messages', {
    path: simulator,
    body: { from: tomas.from, content: 'For 20 guests, on Saturday the 28th.' },
  });
  await show('PUT /api/simulator/channels/{id}/faults', { path: simulator, body: { loseAnswers: 1, duplicate: true } });
  await call('PUT /api/simulator/channels/{id}/faults', { path: simulator, body: { loseAnswers: 0 } });
}

async function recordNotes({ show, cast }: Story): Promise<void> {
  const path = { id: cast.tomas };
  const { id: noteId } = await show('POST /api/conversations/{id}/notes', {
    path,
    body: { text: 'His daughter Lucía is allergic to nuts.' },
  });
  await show('GET /api/conversations/{id}/notes', { path });
  await show('DELETE /api/conversations/{id}/notes/{noteId}', { path: { ...path, noteId } });
  await show('POST /api/conversations/{id}/notes/{noteId}/restore', { path: { ...path, noteId } });
}
