import { makePhoto } from '../../support/files/samples.ts';
import { type Story, seen } from '../story.ts';

/** Customers, and what the team sends them again and again. */
export async function recordPeople(story: Story): Promise<void> {
  await recordContacts(story);
  await recordLibrary(story);
  await recordReplies(story);
}

async function recordContacts({ show }: Story): Promise<void> {
  const phone = '+5511943210987';
  await show('POST /api/contacts', {
    body: { phone, name: 'Café Bixiga', email: 'orders@cafebixiga.example', tags: ['wholesale'] },
  });
  await show('PATCH /api/contacts/{phone}', {
    path: { phone },
    body: { notes: 'Forty croissants each weekday, by six', fields: { 'Tax number': '12.345.678/0001-95' } },
  });
  await show('PATCH /api/contacts/{phone}/tags', {
    path: { phone },
    body: { tags: ['wholesale', { name: 'weekdays', color: '#2F9E44' }] },
  });
  await show('POST /api/contacts/{phone}/confirm-entry', { path: { phone }, body: seen });
  await show('GET /api/contacts/{phone}', { path: { phone } });
  await show('GET /api/contacts/tags');
  await show('GET /api/contacts', { query: { search: 'Café', limit: 2 } });
  await show('POST /api/contacts/import', {
    body: {
      csv: 'phone,name,tags\n+5511932109876,Sofía Herrera,regular\nnone,Somebody,regular\n',
      columns: ['phone', 'name', 'tags'],
    },
  });
  await show('GET /api/contacts/export', { query: { search: 'Café', acknowledged: true } });
}

async function recordLibrary({ show, call, cast }: Story): Promise<void> {
  const file = await show('POST /api/media-library/upload', { file: { bytes: await makePhoto(), name: 'Menu.jpg' } });
  cast.menu = file.id;
  const path = { id: file.id };
  await show('PATCH /api/media-library/{id}', { path, body: { name: 'Menu of the season', tags: ['menu'] } });
  await show('POST /api/media-library/{id}/content', { path, file: { bytes: await makePhoto(), name: 'Menu 2.jpg' } });
  await show('POST /api/media-library/{id}/used', { path });
  const linked = await show('POST /api/media-library', {
    body: {
      id: 'price-list-2026',
      name: 'Price list',
      url: 'https://aurora.example/price-list.pdf',
      contentType: 'application/pdf',
      kind: 'DOCUMENT',
      sizeBytes: 48_200,
      usageCount: 0,
    },
  });
  await show('GET /api/media-library');
  await show('DELETE /api/media-library/{id}', { path: { id: linked.id } });
  await call('GET /api/media-library');
}

async function recordReplies({ show, call, cast }: Story): Promise<void> {
  const menu = { id: cast.menu };
  const reply = await show('POST /api/quick-replies', {
    body: { shortcut: '/menu', content: 'Here is our menu of the season.', group: 'Sales', fileIds: [menu.id] },
  });
  const path = { id: reply.id };
  await show('PATCH /api/quick-replies/{id}', { path, body: { content: 'Here is the menu of the season. Enjoy!' } });
  await show('POST /api/quick-replies/{id}/used', { path });
  await show('GET /api/media-library/{id}/uses', { path: menu });
  await show('GET /api/quick-replies');
  const spare = await call('POST /api/quick-replies', {
    body: { shortcut: '/closed', content: 'We open at half past six.' },
  });
  await show('DELETE /api/quick-replies/{id}', { path: { id: spare.id } });
}
