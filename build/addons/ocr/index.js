import { fileURLToPath } from 'node:url';

export { createWorker, OEM, PSM } from 'tesseract.js';

/** The folder with the data of a language: `eng`, `por` or `spa`. */
export const dataFolder = (language) =>
  fileURLToPath(new URL('4.0.0_best_int', import.meta.resolve(`@tesseract.js-data/${language}/package.json`)));
