import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { makeFilm, makePdf, makePhoto } from '../../support/files/samples.ts';
import { faultsOf } from '../../support/shop/sales.ts';
import { openCampaigns, people, promo } from './support.ts';

const uploadPath = '/api/marketing-campaigns/upload-media';
const header = (format: string) => ({ type: 'HEADER', format, example: { header_handle: ['sim:1'] } });
const bodyText = promo().components[0];

/** A shop whose templates `picture` and `plain` are approved, and a photo that was uploaded. */
async function openWithPicture(options: Parameters<typeof openCampaigns>[0] = {}) {
  const opened = await openCampaigns(options);
  const { api, channel, templateId } = opened;
  const made = await api.post(
    `/api/channels/${channel.id}/chat-templates`,
    promo({ name: 'picture', components: [header('IMAGE'), bodyText] }),
  );
  const { body: photo } = await api.upload(uploadPath, await makePhoto(), 'pizza.jpg');
  return { ...opened, pictureId: made.body.id as string, plainId: templateId, photo };
}

const codesOf = ({ body }: { body: { errors: { code: string }[] } }) => body.errors.map(({ code }) => code);

describe('a campaign with a media header', () => {
  test('sends its file to each recipient and in a test, and stores it once', async () => {
    const { api, launch, run, recipients, sent, pictureId, photo, shop } = await openWithPicture();
    const path = await launch(people(3), { channelTemplateId: pictureId, mediaUrl: photo.url });
    await run(2_000);
    expect((await recipients(path)).map((row) => row.status)).toEqual(['SENT', 'SENT', 'SENT']);
    const test = await api.post(`${path}/test`, { phoneNumber: '+5511987650000' });
    expect(test).toMatchObject({ status: 200, body: { type: 'IMAGE', media: { fileName: 'pizza.jpg' } } });
    const messages = await sent();
    expect(messages.map((message) => message.type)).toEqual(Array(4).fill('IMAGE'));
    expect(new Set(messages.map((message) => message.file_id)).size).toBe(1);
    const files = await shop.app.platform.database.read.selectFrom('files').select('id').execute();
    expect(files).toHaveLength(1);
  });

  test('shows its file, keeps it through a change that does not name it and in a copy, and gives it up for null', async () => {
    const { api, draft, pictureId, photo } = await openWithPicture();
    const path = await draft(people(1), { channelTemplateId: pictureId, mediaUrl: photo.url });
    const { body: made } = await api.get(path);
    expect(made).toMatchObject({
      mediaUrl: expect.stringContaining('/media/'),
      media: { kind: 'IMAGE', contentType: 'image/jpeg', fileName: 'pizza.jpg' },
    });
    const { name, channelId, channelTemplateId, audienceSource } = made;
    const same = { name, channelId, channelTemplateId, audienceSource };
    expect((await api.put(path, same)).body.media.fileName).toBe('pizza.jpg');
    expect((await api.post(`${path}/duplicate`, {})).body.media.fileName).toBe('pizza.jpg');
    expect((await api.put(path, { ...same, mediaUrl: made.mediaUrl })).body.media.fileName).toBe('pizza.jpg');
    expect((await api.put(path, { ...same, mediaUrl: null })).body).toMatchObject({ mediaUrl: null, media: null });
  });

  test('cannot start without a file that its template takes, and sends none that the template has no place for', async () => {
    const { api, draft, launch, run, sent, pictureId, plainId, photo } = await openWithPicture();
    const path = await draft(people(1), { channelTemplateId: pictureId });
    const refused = await api.post(`${path}/start`, {});
    expect(codesOf(refused)).toEqual(['template_needs_media']);
    expect(refused.body.errors[0].message).toBe('The header of picture needs a file: IMAGE');
    expect((await api.post(`${path}/test`, { phoneNumber: '+5511987650000' })).status).toBe(400);
    // The template was changed after the file was chosen.
    const { body: made } = await api.get(path);
    const { name, channelId, audienceSource } = made;
    const fields = { name, channelId, audienceSource, sendIntervalMs: 250 };
    await api.put(path, { ...fields, channelTemplateId: pictureId, mediaUrl: photo.url });
    await api.put(path, { ...fields, channelTemplateId: plainId });
    expect((await api.post(`${path}/start`, {})).status).toBe(200);
    await run(1_000);
    expect((await sent()).map((message) => message.type)).toEqual(['TEXT']);
    await launch(people(1, 5), { channelTemplateId: pictureId, mediaUrl: photo.url });
  });

  test('accepts only a file of the right kind, type and size, and no file for a template without such a header', async () => {
    const { api, channel, pictureId, plainId, photo } = await openWithPicture();
    const body = { name: 'x', channelId: channel.id, audienceSource: 'CSV', channelTemplateId: pictureId };
    const make = (fields: object) => api.post('/api/marketing-campaigns', { ...body, ...fields });
    const film = (await api.upload(uploadPath, makeFilm(), 'a.mp4')).body.url;
    const gif = Buffer.from(
      '47494638396101000100800000ffffff00000021f90401000000002c00000000010001000002024401003b',
      'hex',
    );
    const moving = (await api.upload(uploadPath, gif, 'a.gif')).body.url;
    for (const fields of [
      { mediaUrl: film },
      { mediaUrl: moving },
      { mediaUrl: photo.url, channelTemplateId: plainId },
      { mediaUrl: `${photo.url}x` },
      { mediaUrl: 'http://127.0.0.1:9/a.jpg' },
      { mediaUrl: '' },
    ]) {
      const refused = await make(fields);
      expect([refused.status, ...faultsOf(refused)], JSON.stringify(fields)).toEqual([400, 'body.mediaUrl']);
    }
    expect((await api.get('/api/marketing-campaigns')).body.total).toBe(0);
  });

  test("does not take another shop's file", async () => {
    const { shop, api, channel, pictureId } = await openWithPicture();
    const other = await shop.otherWorkspace();
    const theirs = (await other.upload(uploadPath, await makePhoto(), 'a.jpg')).body.url;
    const body = { name: 'x', channelId: channel.id, audienceSource: 'CSV', channelTemplateId: pictureId };
    expect((await api.post('/api/marketing-campaigns', { ...body, mediaUrl: theirs })).status).toBe(400);
  });

  test('fetches an address once, when the draft is made', async () => {
    const photo = await makePhoto();
    let asked = 0;
    const far = createServer((_request, response) => {
      asked += 1;
      response.end(photo);
    });
    await new Promise<void>((resolve) => far.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void far.close());
    const host = `127.0.0.1:${(far.address() as AddressInfo).port}`;
    const { launch, run, sent, pictureId } = await openWithPicture({ env: { FRONTDESK_OUTBOUND_ALLOW: host } });
    await launch(people(2), { channelTemplateId: pictureId, mediaUrl: `http://${host}/menu.jpg` });
    await run(1_000);
    expect(asked).toBe(1);
    expect((await sent()).map((message) => message.type)).toEqual(['IMAGE', 'IMAGE']);
  });

  test('of a local template is sent as a message with the file', async () => {
    const { launch, run, sent, api, channel } = await openCampaigns({ provider: '<QR_PROVIDER>' });
    const { body: made } = await api.post(
      `/api/channels/${channel.id}/chat-templates`,
      promo({ name: 'menu', components: [header('DOCUMENT'), bodyText] }),
    );
    const menu = (await api.upload(uploadPath, makePdf(), 'cardapio.pdf')).body.url;
    await launch(people(1), { channelTemplateId: made.id, mediaUrl: menu });
    await run(2_000);
    expect(await sent()).toMatchObject([{ type: 'DOCUMENT', content: expect.stringContaining('Pessoa') }]);
  });
});
