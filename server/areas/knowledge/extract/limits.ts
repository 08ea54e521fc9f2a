/** Of text that a source may have. */
export const maxCharacters = 5_000_000;
