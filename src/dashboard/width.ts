/** Measures the width of an element, and follows its changes. */
import type { RefObject } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";

/** @returns pixels; 0 before the element is in the document */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const { current } = element;
    if (current === null) return undefined;
    setWidth(current.clientWidth);
    const observer = new ResizeObserver(() => setWidth(current.clientWidth));
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
