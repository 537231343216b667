/** What is wrong with how a page is laid out. The functions run inside the page, so they use nothing from outside themselves. */

/** @returns one sentence for each element that cannot be seen whole or be clicked; nothing in the page may move meanwhile */
export function layoutProblems(): string[] {
  /** What may be scrolled sideways: code, and the navigation of a phone. */
  const SCROLLERS = ".code, .signature, .cm-scroller, .side nav";
  const INTERACTIVE = "a[href], button, input, select, textarea, summary, [tabindex], [contenteditable=true]";
  const SLACK = 1;
  const problems: string[] = [];
  const scope = document.querySelector("dialog[open]") ?? document.body;

  const say = (element: Element, what: string): void => {
    const name = element.getAttribute("aria-label") ?? element.textContent ?? "";
    const place = `${element.localName}.${element.getAttribute("class") ?? ""}`.replace(/\.$/, "");
    problems.push(`${place} "${name.trim().replaceAll(/\s+/g, " ").slice(0, 40)}" ${what}`);
  };
  const parentOf = (element: Element): Element | null => {
    const root = element.getRootNode();
    return element.parentElement ?? (root instanceof ShadowRoot ? root.host : null);
  };
  const all = (root: Element | ShadowRoot, selector: string): Element[] => [
    ...root.querySelectorAll(selector),
    ...[...root.querySelectorAll("*")].flatMap(({ shadowRoot }) => (shadowRoot ? all(shadowRoot, selector) : [])),
  ];
  const isShown = (element: Element): boolean => {
    const { width, height } = element.getBoundingClientRect();
    if (width <= 1 || height <= 1 || !element.checkVisibility() || element.matches(".skip")) return false;
    for (let one: Element | null = element; one !== null; one = parentOf(one)) {
      if (getComputedStyle(one).clipPath !== "none") return false;
    }
    return true;
  };
  const isWithin = (inner: DOMRect, outer: DOMRect, sidewaysOnly: boolean): boolean =>
    inner.left >= outer.left - SLACK &&
    inner.right <= outer.right + SLACK &&
    (sidewaysOnly || (inner.top >= outer.top - SLACK && inner.bottom <= outer.bottom + SLACK));

  /** Of what is seen of the texts in it: what an ellipsis takes away is not. */
  const seenTexts = (element: Element): DOMRect[] => {
    const boxes: DOMRect[] = [];
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      const parent = text.parentElement;
      if (parent === null || text.textContent?.trim() === "" || !isShown(parent)) continue;
      const range = document.createRange();
      range.selectNode(text);
      const clipping = parent.closest(".ellipsis, .whole, .why");
      boxes.push((clipping ?? range).getBoundingClientRect());
    }
    return boxes;
  };

  const sideways = document.documentElement.scrollWidth - innerWidth;
  if (sideways > 0) problems.push(`the page can be scrolled sideways by ${sideways} px`);

  for (const element of all(scope, "*")) {
    const { overflowX, textOverflow } = getComputedStyle(element);
    if (overflowX === "visible" || element.matches(`${SCROLLERS}, textarea, input, select`) || !isShown(element))
      continue;
    if (textOverflow === "ellipsis" || element.closest(".cm-editor") !== null) continue;
    const cut = element.scrollWidth - element.clientWidth;
    if (cut > SLACK) say(element, `cuts ${cut} px of what is in it`);
  }

  for (const element of all(scope, INTERACTIVE)) {
    if (element.getAttribute("tabindex") === "-1" || !isShown(element)) continue;
    element.scrollIntoView({ block: "center", inline: "nearest" });
    const scroller = element.closest(SCROLLERS);
    const box = (scroller ?? element).getBoundingClientRect();
    for (let outer = parentOf(scroller ?? element); outer !== null && outer !== scope; outer = parentOf(outer)) {
      const { display, overflowY } = getComputedStyle(outer);
      if (display === "inline" || display === "contents") continue;
      if (isWithin(box, outer.getBoundingClientRect(), overflowY !== "visible")) continue;
      say(element, `is not inside ${outer.localName}.${outer.getAttribute("class") ?? ""}`);
      break;
    }
    const [first] = element.getClientRects();
    if (first === undefined) continue;
    const root = element.getRootNode() as Document | ShadowRoot;
    const [x, y] = [first.left + first.width / 2, first.top + Math.min(first.height / 2, innerHeight / 2)];
    const hit = root.elementFromPoint(x, y);
    const label = hit?.closest("label")?.control ?? null;
    if (hit === null || !(element.contains(hit) || label === element)) {
      say(
        element,
        `cannot be clicked: at its middle is ${hit?.localName ?? "nothing"}.${hit?.getAttribute("class") ?? ""}`,
      );
    }
  }

  for (const cell of all(scope, "td, th")) {
    if (!isShown(cell)) continue;
    const { paddingLeft, paddingRight } = getComputedStyle(cell);
    const { left, right, top, height } = cell.getBoundingClientRect();
    const start = left + Number.parseFloat(paddingLeft);
    const column = new DOMRect(start, top, right - Number.parseFloat(paddingRight) - start, height);
    if (seenTexts(cell).some((box) => !isWithin(box, column, true))) say(cell, "leaves its column");
  }

  for (const text of all(scope, "svg text")) {
    const box = text.getBoundingClientRect();
    const svg = text.closest("svg");
    if (svg !== null && !isWithin(box, svg.getBoundingClientRect(), false)) say(text, "is clipped by its chart");
    if (box.height < 9 || box.height > 18) say(text, `is ${Math.round(box.height)} px high`);
  }
  return problems;
}

/** @returns why the page does not look like one of the gateway's own */
export async function styleProblems(scheme: "light" | "dark"): Promise<string[]> {
  const problems: string[] = [];
  const { backgroundColor, fontFamily } = getComputedStyle(document.documentElement);
  const channels = (backgroundColor.match(/\d+/g) ?? []).slice(0, 3).map(Number);
  const brightness = channels.reduce((sum, channel) => sum + channel, 0) / 3;
  if (channels.length < 3 || (scheme === "dark" ? brightness > 60 : brightness < 200)) {
    problems.push(`its background is ${backgroundColor} when the scheme is ${scheme}`);
  }
  if (!fontFamily.includes("sans-serif")) problems.push(`its font is ${fontFamily}`);
  const mark = document.querySelector<HTMLImageElement>("a[href] > img[src$='/icon.svg']");
  const isLoaded = await mark?.decode().then(
    () => true,
    () => false,
  );
  if (isLoaded !== true) problems.push("it has no mark that leads home");
  for (const control of document.querySelectorAll("button, input:not([type=hidden], [type=checkbox])")) {
    const { borderTopStyle } = getComputedStyle(control);
    if (/outset|inset/.test(borderTopStyle)) problems.push(`a ${control.localName} looks like the browser's own`);
  }
  return problems;
}
