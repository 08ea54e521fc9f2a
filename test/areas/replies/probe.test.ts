import { test } from 'vitest';
import { openAnsweringShop } from './support.ts';
import { matchExamples } from '../../../server/areas/knowledge/index.ts';
test('probe', async () => {
  const shop = await openAnsweringShop({ templateId: 'pizzeria-pt' });
  const a = await shop.agent();
  const ex = a.faqs.map((f: any) => ({ id: f.question, text: f.question }));
  for (const t of ['fazer pizza meio a meio', 'pizza meio a meio', 'meio a meio', 'quanto tempo demora pra entregar', 'aceitam cartao?', 'posso pagar com pix']) console.log(t, (await matchExamples(shop.shop.app.platform, shop.shop.workspace.id, t, ex, 'pt')).slice(0, 2));
});
