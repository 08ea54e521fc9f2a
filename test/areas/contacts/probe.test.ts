import { expect, test } from 'vitest';
import { startApp } from '../../support/app.ts';
test('x', async () => {
  const { api } = await startApp();
  const r = await api.post('/api/contacts/import', { csv: 'telefone;nome;tags\n11 98765-4321;José Ç;VIP, novo\nx;y\n' });
  console.log(r.status, JSON.stringify(r.body));
  const c = await api.get('/api/contacts/%2B55 11 8765-4321');
  console.log(c.status, JSON.stringify(c.body));
  const e = await api.get('/api/contacts/export?acknowledged=true');
  console.log(e.status, JSON.stringify(e.body), [...e.headers]);
});
