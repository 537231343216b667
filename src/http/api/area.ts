/**
 * One area of the REST interface: its routes, each with the schemas its input is checked with. The OpenAPI document is made
 * of the same schemas, so it cannot say anything else than what is checked.
 */
import { Hono } from "hono/tiny";
import type { Context } from "hono";
import * as z from "zod";
import type { Needs } from "../../auth/principal.ts";
import type { AppEnv } from "../app-env.ts";
import { refuseLesser } from "../require-principal.ts";
import { invalidInput } from "./problem.ts";
import { readPrincipalBody } from "../request-body.ts";
import { parseBody } from "./read-body.ts";

export interface Answer {
  readonly description: string;
  /** JSON; absent: see `type`. */
  readonly schema?: z.ZodType;
  /** Media type of what is not JSON. */
  readonly type?: string;
}

type Method = "get" | "post" | "put" | "patch" | "delete";

export interface Endpoint<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType> {
  readonly method: Method;
  /** Below /api/v1, with `:name` for parameters. */
  readonly path: string;
  readonly summary: string;
  /** Any credentials when left out. */
  readonly needs?: Needs;
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  readonly answers: Readonly<Record<number, Answer>>;
}

export type AnyEndpoint = Endpoint<z.ZodType, z.ZodType, z.ZodType>;

interface RouteRequest<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType> {
  readonly params: z.output<P>;
  readonly query: z.output<Q>;
  readonly body: z.output<B>;
  readonly c: Context<AppEnv>;
}

const NOTHING = z.strictObject({});

export class Area {
  readonly name: string;
  readonly app = new Hono<AppEnv>();
  readonly endpoints: AnyEndpoint[] = [];

  constructor(name: string) {
    this.name = name;
  }

  /** An endpoint whose route is made elsewhere. */
  document(endpoint: AnyEndpoint): void {
    this.endpoints.push(endpoint);
  }

  on<P extends z.ZodType = z.ZodType, Q extends z.ZodType = z.ZodType, B extends z.ZodType = z.ZodType>(
    endpoint: Endpoint<P, Q, B>,
    handle: (request: RouteRequest<P, Q, B>) => Response | Promise<Response>,
  ): void {
    this.endpoints.push(endpoint);
    this.app.on(endpoint.method.toUpperCase(), endpoint.path, async (c) => {
      const refusal = refuseLesser(c, endpoint.needs);
      if (refusal) return refusal;
      const params = (endpoint.params ?? NOTHING).safeParse(c.req.param());
      if (!params.success) return invalidInput("path", params.error);
      const query = (endpoint.query ?? NOTHING).safeParse(queryOf(c.req.url));
      if (!query.success) return invalidInput("query", query.error);
      const body = endpoint.body && parseBody(await readPrincipalBody(c), endpoint.body);
      if (body instanceof Response) return body;
      return handle({
        params: params.data as z.output<P>,
        query: query.data as z.output<Q>,
        body: body?.value as z.output<B>,
        c,
      });
    });
  }
}

/** A parameter given twice is refused by every schema: none takes a list. `fromEntries`, because one may be called `__proto__`. */
function queryOf(url: string): Record<string, string | readonly string[]> {
  const { searchParams } = new URL(url);
  const entries = Array.from(new Set(searchParams.keys()), (name) => {
    const values = searchParams.getAll(name);
    return [name, values.length > 1 ? values : (values[0] ?? "")] as const;
  });
  return Object.fromEntries(entries);
}
