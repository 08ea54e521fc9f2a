import { useMediaQuery } from '@mantine/hooks';

/** The same widths as in `nav.css`. */
const phone = '(max-width: 700px)';
const narrow = '(max-width: 1100px)';

/** Room for the menu: a bar on a phone, icons in a narrow window, else words. */
export function useFrameSize(): 'phone' | 'narrow' | 'wide' {
  const isPhone = useMediaQuery(phone, undefined, { getInitialValueInEffect: false });
  const isNarrow = useMediaQuery(narrow, undefined, { getInitialValueInEffect: false });
  return isPhone ? 'phone' : isNarrow ? 'narrow' : 'wide';
}
