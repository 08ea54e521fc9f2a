import { expect, test } from 'vitest';
import { maria } from '../support/shop/conversation.ts';
import { pairChannel } from '../support/shop/shop.ts';
import { describeInBrowser, expectAccessible, journeyLanguages, shoot, startConsole, wordsOf } from './support.ts';

const notice = (kind: string, title: string | null = null, lines: string[] = []) => ({
  notice: { kind, title, lines },
});

const order = {
  title: null,
  items: [
    { id: '1', name: 'Pizza calabresa', quantity: 2, price: 45.5, currency: 'BRL' },
    { id: '2', name: 'Guaraná 2 L', quantity: 1, price: 12, currency: 'BRL' },
  ],
  itemCount: 3,
  total: 103,
  currency: 'BRL',
};
const ad = {
  id: '120',
  headline: 'Rodízio por R$ 49,90 toda terça',
  body: 'Venha com a família!',
  url: 'https://fb.me/x',
  clickId: null,
};

describeInBrowser('what is no plain text', () => {
  test.each(
    journeyLanguages.flatMap((language) => (['desktop', 'phone'] as const).map((viewport) => ({ language, viewport }))),
  )('is shown for what it is, in $language on a $viewport', async ({ language, viewport }) => {
    const { shop, page, go } = await startConsole({ language, viewport });
    const channel = await pairChannel(shop);
    const says = (content: string | null, more: object = {}) =>
      channel.drive('messages', {
        from: maria,
        name: 'Maria Souza',
        ...(content === null ? {} : { content }),
        ...more,
      });
    const first = await channel.customerSays(maria, 'Quero saber mais', { name: 'Maria Souza', enclosed: { ad } });
    const wish = await channel.customerSays(maria, 'Quero 2 pizzas', { enclosed: { marks: ['forwarded'] } });
    await says('Quero 3 pizzas', { corrects: wish.providerMessageId });
    await says('sem cebola', { enclosed: { order } });
    await says(null, { enclosed: { cards: [{ name: 'Encanador Zé', phones: ['+55 11 97777-6666'], emails: [] }] } });
    await says(null, {
      enclosed: {
        answers: [
          { name: 'pizza', value: 'calabresa' },
          { name: 'levar', value: 'true' },
        ],
      },
    });
    await says('geo:-23.55,-46.63', {
      type: 'LOCATION',
      enclosed: { place: { name: 'Praça da Sé', address: 'Centro' } },
    });
    await says(null, notice('poll', 'Que dia?', ['Sábado', 'Domingo']));
    await says(null, notice('unknown', 'hologram'));
    const mistake = await channel.customerSays(maria, 'Cancela tudo');
    await says(null, { corrects: mistake.providerMessageId });
    await says(null, notice('videoCall'));
    await shop.settle();

    const words = await wordsOf(language, 'inbox');
    const { messageNotices: notices } = await wordsOf(language, 'shell');
    await go(`/inbox/${first.conversationId}`);
    const thread = page.getByRole('log', { name: words.thread.label });
    await thread.getByText(notices.videoCall).waitFor();
    for (const text of [`${notices.poll}: Que dia?`, `${notices.unknown} (hologram)`, 'Sábado', 'Praça da Sé']) {
      await thread.getByText(text).waitFor();
    }
    await thread.getByText(words.thread.deletedBy.INBOUND).waitFor();
    await thread.getByText('Cancela tudo').waitFor();
    await thread.getByText('2 × Pizza calabresa').waitFor();
    await thread.getByRole('link', { name: words.thread.openAd }).waitFor();
    await shoot(page, `inbox-kinds-${language}-${viewport}`);
    await expectAccessible(page);

    await thread.getByText('Quero 3 pizzas').scrollIntoViewIfNeeded();
    await thread.getByRole('button', { name: words.thread.edited }).click();
    await page.getByText('Quero 2 pizzas').waitFor();
    await shoot(page, `inbox-kinds-top-${language}-${viewport}`);

    await go('/inbox');
    await page.getByRole('link', { name: 'Maria Souza' }).getByText(notices.videoCall).waitFor();
    await shoot(page, `inbox-kinds-list-${language}-${viewport}`);
    await go('/');
    await page.getByText(notices.videoCall).waitFor();

    await go(`/inbox/${first.conversationId}`);
    await thread.getByRole('button', { name: words.thread.saveContact.replace('{{name}}', 'Encanador Zé') }).click();
    await page.getByRole('heading', { name: 'Encanador Zé' }).first().waitFor();
    const { body } = await shop.api.get('/api/contacts?search=Encanador');
    expect(body.data).toMatchObject([{ name: 'Encanador Zé', phone: '+5511977776666' }]);
  });
});
