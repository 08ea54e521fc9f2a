/** Lower case without accents: how names are compared where a search must not mind either. */
export const fold = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
