import { type Operations, operation } from '../../../http/operation.ts';
import { listUsers } from '../../../platform/access/users.ts';
import type { Db } from '../../../platform/database/database.ts';
import { type LanStatus, listLanUrls, saveLanSettings } from '../../../platform/net/lan.ts';
import { LanChanges, LanState } from './lan.schemas.ts';

export const lanOperations = {
  getLan: operation({
    method: 'get',
    path: '/owner/lan',
    scope: 'owner',
    summary: 'Get how other machines of the local network reach this one',
    tx: 'none',
    success: 200,
    response: LanState,
    run: ({ platform, db }) => show(db, platform.lan.status),
  }),

  changeLan: operation({
    method: 'patch',
    path: '/owner/lan',
    scope: 'owner',
    summary: 'Open or close the server to the local network',
    tx: 'none',
    body: LanChanges,
    success: 200,
    response: LanState,
    errors: ['invalid_transition'],
    async run({ platform, db, body, write, fail }) {
      if (body.enabled === false && platform.lan.status.isForced) {
        throw fail('invalid_transition', 'FRONTDESK_HOST opens the server: start it without that to close it');
      }
      await write((work) => saveLanSettings(work.db, body));
      return show(db, await platform.lan.apply());
    },
  }),

  renewLanCertificate: operation({
    method: 'post',
    path: '/owner/lan/certificate',
    scope: 'owner',
    summary: 'Renew the certificate for the present names and addresses of this machine',
    tx: 'none',
    success: 200,
    response: LanState,
    run: async ({ platform, db }) => show(db, await platform.lan.renewCertificate()),
  }),
} satisfies Operations;

async function show(db: Db, status: LanStatus): Promise<LanState> {
  const { enabled, isForced, tls, port, mdnsName, certificate, fault } = status;
  return {
    ...{ enabled, isForced, tls, port, mdnsName, fault },
    addresses: await Promise.all(listLanUrls(status).map(async (url) => ({ url, qrSvg: await drawQr(url) }))),
    fingerprint: certificate?.fingerprint ?? null,
    certificateEndsAt: certificate?.validTo ?? null,
    passphraseSet: (await listUsers(db)).some(({ passphrase, disabledAt }) => passphrase && !disabledAt),
  };
}

async function drawQr(url: string): Promise<string> {
  const { default: QRCode } = await import('qrcode');
  return QRCode.toString(url, { type: 'svg', margin: 2 });
}
