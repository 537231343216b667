/** One Chromium for a test file, and pages in it that take note of everything that went wrong. */
import { chromium, type Browser, type Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, onTestFinished } from "vitest";

const { chromium: executablePath, ...gateways } = inject("browser");

export const { open, closed, key } = gateways;

export const DESKTOP = { width: 1280, height: 800 } as const;
export const PHONE = { width: 390, height: 800 } as const;

export interface Visit {
  /** Of the gateway; the open one when left out. */
  readonly origin?: string;
  readonly size?: { readonly width: number; readonly height: number };
  readonly scheme?: "light" | "dark";
}

export interface Visitor {
  readonly page: Page;
  /** What the browser complained of: errors, refusals by the page's policy. */
  readonly complaints: string[];
}

/** Suites are then skipped, under their names. */
export const noBrowser = executablePath === undefined;

let browser: Browser;

/** Called once in a suite. */
export function useBrowser(): void {
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: executablePath ?? "", args: ["--no-sandbox", "--disable-gpu"] });
  });
  afterAll(() => browser.close());
}

/**
 * A person's browser, with cookies of its own, until the end of the test: a page that stays open follows its runs, and draws them, for as long
 * as the file lasts.
 */
export async function visitor(visit: Visit = {}): Promise<Visitor> {
  const opened = await lastingVisitor(visit);
  onTestFinished(() => opened.page.context().close());
  return opened;
}

/** The same for a page that several tests share. */
export async function lastingVisitor(visit: Visit): Promise<Visitor> {
  const { origin = open, size = DESKTOP, scheme = "light" } = visit;
  const context = await browser.newContext({ baseURL: origin, viewport: size, colorScheme: scheme });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("pageerror", ({ message }) => complaints.push(message));
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
  });
  return { page, complaints };
}

/** Writes a script into the playground, in the place of what is there. */
export async function write(page: Page, code: string): Promise<void> {
  const editor = page.getByRole("textbox", { name: /^Script/ });
  await editor.click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.insertText(code);
}

/** A request of a program to the open gateway's REST interface. */
export async function send(path: string, body: object): Promise<Response> {
  const headers = { "content-type": "application/json" };
  const response = await fetch(`${open}/api/v1/${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  expect(response.ok, await response.clone().text()).toBe(true);
  return response;
}

/** A run as a program starts it. @returns its id */
export async function runNow(code: string, more: object = {}): Promise<string> {
  const response = await send("code/exec", { code, ...more });
  const { run } = (await response.json()) as { run: string };
  return run;
}

export async function heading(page: Page): Promise<string> {
  return (await page.getByRole("heading", { level: 1 }).textContent()) ?? "";
}

/** Nothing can be scrolled sideways but what is meant to be. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
}
