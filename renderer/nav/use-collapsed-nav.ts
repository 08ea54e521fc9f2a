import { createContext, useContext, useLayoutEffect } from 'react';

/** Tells the frame whether the screen needs the width of the menu. */
export const CollapseContext = createContext<(isCollapsed: boolean) => void>(() => {});

/**
 * Collapses the menu to icons for as long as `isCollapsed` holds and the screen is shown.
 * @public
 */
export function useCollapsedNav(isCollapsed: boolean): void {
  const collapse = useContext(CollapseContext);
  useLayoutEffect(() => {
    collapse(isCollapsed);
    return () => collapse(false);
  }, [collapse, isCollapsed]);
}
