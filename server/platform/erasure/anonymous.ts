/** Replaces the name of an erased person in the books, in all languages. */
export const anonymous = '–';
