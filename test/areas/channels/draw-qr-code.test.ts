import QRCode from 'qrcode';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { drawQrCode } from '../../../server/areas/channels/draw-qr-code.ts';

test.each(['a', '2@'.padEnd(240, 'Zx9/+')])(
  'the image of a QR code has all its modules and a quiet zone',
  async (text) => {
    const [head, png = ''] = (await drawQrCode(text)).split(',');
    expect(head).toBe('data:image/png;base64');
    const { data, info } = await sharp(Buffer.from(png, 'base64'))
      .greyscale()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const { size, data: modules } = QRCode.create(text, { errorCorrectionLevel: 'M' }).modules;
    const scale = info.width / (size + 4);
    expect([info.width, info.height, scale % 1]).toEqual([expect.any(Number), info.width, 0]);
    expect(info.width).toBeGreaterThanOrEqual(320);
    const isDark = (row: number, column: number) => (data[row * scale * info.width + column * scale] as number) < 128;
    for (let row = 0; row < size + 4; row++) {
      for (let column = 0; column < size + 4; column++) {
        const isWithin = Math.min(row, column) >= 2 && Math.max(row, column) < size + 2;
        const expected = isWithin && modules[(row - 2) * size + column - 2] === 1;
        if (isDark(row, column) !== expected) expect([row, column]).toBe(expected ? 'dark' : 'light');
      }
    }
  },
);
