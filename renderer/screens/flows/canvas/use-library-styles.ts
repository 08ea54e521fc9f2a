import sheet from '@xyflow/react/dist/base.css?inline';
import { useLayoutEffect } from 'react';

/** The library's style sheet for as long as a canvas is shown: it comes with this part, not with the first load. */
export function useLibraryStyles(): void {
  useLayoutEffect(() => {
    const styles = new CSSStyleSheet();
    styles.replaceSync(sheet);
    document.adoptedStyleSheets.push(styles);
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== styles);
    };
  }, []);
}
