import { z } from 'zod';

export const LanChanges = z.strictObject({
  enabled: z.boolean().optional(),
  tls: z.boolean().optional().describe('https with a certificate of this machine; http is then for this machine only.'),
});
export type LanChanges = z.infer<typeof LanChanges>;

export const LanState = z.object({
  enabled: z.boolean(),
  isForced: z.boolean().describe('Opened by FRONTDESK_HOST, so it cannot be closed here.'),
  tls: z.boolean(),
  port: z.int(),
  addresses: z.array(
    z.object({
      url: z.string().describe('Where other machines open the console.'),
      qrSvg: z.string().describe('The URL as a QR code (SVG document).'),
    }),
  ),
  mdnsName: z.string().nullable().describe('The name of this machine announced on the network.'),
  fingerprint: z.string().nullable().describe('SHA-256 of the certificate, to compare with what a browser shows.'),
  certificateEndsAt: z.string().nullable(),
  passphraseSet: z.boolean().describe('Whether anybody has a passphrase: without one no other machine can sign in.'),
  fault: z.string().nullable().describe('Why other machines cannot reach it as intended.'),
});
export type LanState = z.infer<typeof LanState>;
