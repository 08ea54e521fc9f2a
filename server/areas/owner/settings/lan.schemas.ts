import { z } from 'zod';

export const LanChanges = z.strictObject({
  enabled: z.boolean().optional(),
  tls: z
    .boolean()
    .optional()
    .describe('https with a certificate of this machine; http is then for this machine alone.'),
});
export type LanChanges = z.infer<typeof LanChanges>;

export const LanState = z.object({
  enabled: z.boolean(),
  isForced: z.boolean().describe('Switched on by FRONTDESK_HOST: it cannot be switched off here.'),
  tls: z.boolean(),
  port: z.int(),
  addresses: z.array(
    z.object({
      url: z.string().describe('Where other machines open the console.'),
      qrSvg: z.string().describe('The same as a QR code, an SVG document.'),
    }),
  ),
  mdnsName: z.string().nullable().describe('The name of this machine that was told to the network.'),
  fingerprint: z.string().nullable().describe('SHA-256 of the certificate, to be compared with what a browser shows.'),
  certificateEndsAt: z.string().nullable(),
  passphraseSet: z.boolean().describe('Without one the console signs nobody in from another machine.'),
  fault: z.string().nullable().describe('Why other machines do not reach it as they should.'),
});
export type LanState = z.infer<typeof LanState>;
