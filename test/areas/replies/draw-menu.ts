import sharp from 'sharp';

interface Row {
  text: string;
  size: number;
}

/** A menu line; `size` in pixels. */
export const row = (text: string, size = 24): Row => ({ text, size });

/** Draws a menu with one line below the other. */
export async function drawMenu(rows: Row[], { ink = '#222', paper = '#fff' } = {}): Promise<Buffer> {
  let y = 30;
  const texts = rows.map(({ text, size }) => {
    y += size * 1.8;
    return `<text xml:space="preserve" x="40" y="${y}" font-family="sans-serif" font-size="${size}" fill="${ink}">${text}</text>`;
  });
  const frame = `<svg xmlns="http://www.w3.org/2000/svg" width="760" height="${y + 40}">`;
  const svg = `${frame}<rect width="100%" height="100%" fill="${paper}"/>${texts.join('')}</svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}
