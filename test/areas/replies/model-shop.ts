import { saveLanguageModel } from '../../../server/platform/language-model.ts';
import { type LanguageModelDouble, startLanguageModel } from '../../doubles/language-model.ts';
import { type AnsweringShop, openAnsweringShop, type ShopOptions } from './support.ts';

export interface ModelShop extends AnsweringShop {
  model: LanguageModelDouble;
  /** The trace of the agent's last message. */
  // biome-ignore lint/suspicious/noExplicitAny: tests assert on what came back
  trace(): Promise<any>;
}

/** A shop with a language model whose agent has already greeted. */
export async function openModelShop(options: ShopOptions = {}): Promise<ModelShop> {
  const model = await startLanguageModel('Olá');
  const shop = await openAnsweringShop({
    ...options,
    draft: { greetingMessage: 'Oi!', ...options.draft },
  });
  const { platform } = shop.shop.app;
  await shop.ask('oi');
  await platform.write(({ db }) =>
    saveLanguageModel(db, platform.secrets, { baseUrl: model.baseUrl, model: 'small', key: 'sk-test' }),
  );
  return {
    ...shop,
    model,
    async trace() {
      const { id } = await shop.conversation();
      const { body } = await shop.api.get(`/api/conversations/${id}/messages`);
      const reply = body.data.find((message: { author: string }) => message.author === 'AGENT');
      return (await shop.api.get(`/api/conversations/${id}/messages/${reply.id}/trace`)).body;
    },
  };
}
