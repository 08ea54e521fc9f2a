import { createContext, useContext } from 'react';
import type { Reference } from '../document.ts';

export const ReferenceContext = createContext<Reference | null>(null);

/** What the document says; use only below `App`. */
export function useReference(): Reference {
  const reference = useContext(ReferenceContext);
  if (!reference) throw new Error('The API document is not loaded');
  return reference;
}
