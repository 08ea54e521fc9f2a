import { makePhoto } from '../../support/files/samples.ts';
import type { Story } from '../story.ts';

const mappings = [
  { variable: '1', source: 'CONTACT', value: 'firstName', fallback: 'there' },
  { variable: '2', source: 'FIELD', value: 'offer', fallback: '10 % off' },
];
const rows = [
  { phone: '+5511987654321', name: 'Ana Souza', variables: { offer: '20 % off' } },
  { phone: '+5511976543210', name: 'Tomás García', variables: { offer: '15 % off' } },
  { phone: '+5521998765432', name: 'Marta Lima' },
];

/** The bakery tells regular customers of its panettone. */
export async function recordCampaigns(story: Story): Promise<void> {
  const { show, call, cast } = story;
  await show('POST /api/marketing-campaigns/upload-media', {
    file: { bytes: await makePhoto(), name: 'panettone.jpg' },
  });
  const rules = await show('GET /api/marketing-campaigns/sending-rules');
  await show('PUT /api/marketing-campaigns/sending-rules', {
    body: {
      sendingHours: { from: '07:00', to: '20:00' },
      stopWords: rules.stopWords.slice(0, 3),
      startWords: rules.startWords.slice(0, 2),
      pricePerMessage: 0.31,
    },
  });
  const draft = {
    name: 'Panettone 2026',
    channelId: cast.cloud,
    channelTemplateId: cast.offer,
    audienceSource: 'CSV',
    sendIntervalMs: 10_000,
  };
  const campaign = await show('POST /api/marketing-campaigns', { body: draft });
  cast.campaign = campaign.id;
  const path = { id: campaign.id };
  await show('PUT /api/marketing-campaigns/{id}', { path, body: { ...draft, name: 'Panettone, first weekend' } });
  await show('PUT /api/marketing-campaigns/{id}/variables', { path, body: { mappings } });
  await show('POST /api/marketing-campaigns/audience/contacts', {
    body: { tags: ['wholesale'] },
  });
  await show('POST /api/marketing-campaigns/audience/csv/validate', {
    body: { csv: 'phone,name,offer\n+5511987654321,Ana Souza,20 % off\n12,Nobody,15 % off\n' },
  });
  await show('PUT /api/marketing-campaigns/{id}/audience', { path, body: { rows } });
  await show('POST /api/marketing-campaigns/{id}/test', {
    path,
    body: { phoneNumber: '+5511911112222', name: 'Helena', variables: { offer: '20 % off' } },
  });
  await show('POST /api/marketing-campaigns/{id}/start', { path, body: {} });
  await show('POST /api/marketing-campaigns/{id}/pause', { path });
  await show('POST /api/marketing-campaigns/{id}/resume', { path, body: { scope: 'pending' } });
  await story.pass(60);
  await show('GET /api/marketing-campaigns/{id}/recipients', { path, query: { limit: 2 } });
  await show('GET /api/marketing-campaigns/{id}/report', { path });
  await show('GET /api/marketing-campaigns/{id}/report', {
    path,
    query: { acknowledged: true },
    headers: { accept: 'text/csv' },
  });
  await show('GET /api/marketing-campaigns/{id}', { path });
  const copy = await show('POST /api/marketing-campaigns/{id}/duplicate', { path });
  await show('DELETE /api/marketing-campaigns/{id}', { path: { id: copy.id } });
  await show('GET /api/marketing-campaigns', { query: { search: 'Panettone', limit: 2 } });
  const later = await call('POST /api/marketing-campaigns', { body: { ...draft, name: 'Panettone, second weekend' } });
  const second = { id: later.id };
  await call('PUT /api/marketing-campaigns/{id}/variables', { path: second, body: { mappings } });
  await call('PUT /api/marketing-campaigns/{id}/audience', { path: second, body: { rows } });
  await call('POST /api/marketing-campaigns/{id}/start', {
    path: second,
    body: { scheduledAt: '2026-11-28T13:00:00.000Z' },
  });
  await show('POST /api/marketing-campaigns/{id}/cancel', { path: second });
}
