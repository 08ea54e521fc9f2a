import { type BinaryNode, hmacSign, proto, WA_ADV_ACCOUNT_SIG_PREFIX } from 'baileys';
import type { SignalPhone } from './chat-server-phone.ts';

/** The server's record of the linked device. */
export interface Pairing {
  /** Its long-lived Noise key, base64, required to log in. */
  noise: string;
  identity: Buffer;
}

/** The phone's signed identity for the new device, proven by the secret of the code. */
export function signPairing(phone: SignalPhone, identity: Buffer, secret: string): BinaryNode {
  const timestamp = Math.floor(Date.now() / 1_000);
  const details = proto.ADVDeviceIdentity.encode({ rawId: 1, timestamp, keyIndex: 1 }).finish();
  const accountSignature = phone.sign(Buffer.concat([WA_ADV_ACCOUNT_SIG_PREFIX, details, identity]));
  const accountSignatureKey = phone.creds.signedIdentityKey.public;
  const signed = proto.ADVSignedDeviceIdentity.encode({ details, accountSignatureKey, accountSignature }).finish();
  const hmac = hmacSign(Buffer.from(signed), Buffer.from(secret, 'base64'));
  const proven = proto.ADVSignedDeviceIdentityHMAC.encode({ details: signed, hmac }).finish();
  const content: BinaryNode[] = [
    { tag: 'device-identity', attrs: {}, content: Buffer.from(proven) },
    { tag: 'biz', attrs: { name: phone.name } },
    { tag: 'device', attrs: { jid: `${phone.number}:1@s.whatsapp.net`, lid: `${phone.lid}:1@lid` } },
    { tag: 'platform', attrs: { name: 'smba' } },
  ];
  const attrs = { from: 's.whatsapp.net', type: 'set', id: 'pair-success', xmlns: 'md' };
  return { tag: 'iq', attrs, content: [{ tag: 'pair-success', attrs: {}, content }] };
}
