import { loadSharp } from '../../platform/files/images.ts';

/** Minimum width of the image, including the quiet zone; rounded up so that all modules have one size. */
const leastPixels = 320;
/** In modules. */
const quietZone = 2;

/** A QR code as the `data:` URL of a PNG. Encoded in another thread, since it would block the event loop. */
export async function drawQrCode(text: string): Promise<string> {
  const [{ default: QRCode }, sharp] = await Promise.all([import('qrcode'), loadSharp()]);
  const { size, data } = QRCode.create(text, { errorCorrectionLevel: 'M' }).modules;
  const scale = Math.ceil(leastPixels / (size + 2 * quietZone));
  const margin = quietZone * scale;
  const pixels = Uint8Array.from(data, (isDark) => (isDark ? 0 : 255));
  const png = await sharp(pixels, { raw: { width: size, height: size, channels: 1 } })
    .resize({ width: size * scale, kernel: 'nearest' })
    .extend({ top: margin, bottom: margin, left: margin, right: margin, background: 'white' })
    .png({ palette: true, colours: 2, effort: 1 })
    .toBuffer();
  return `data:image/png;base64,${png.toString('base64')}`;
}
