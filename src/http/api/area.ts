/**
 * One area of the REST interface: its routes, each with the schemas its input is checked with. The OpenAPI document is made
 * of the same schemas, so that it describes what is checked.
 */
import { Hono } from "hono/tiny";
import type { Context } from "hono";
import * as z from "zod";
import type { Needs } from "../../auth/principal.ts";
import type { AppEnv } from "../app-env.ts";
import { refuseForeignPage, refuseLesser } from "../require-principal.ts";
import { invalidInput } from "./problem.ts";
import { readPrincipalBody } from "../principal-body.ts";
import { parseBody } from "./read-body.ts";

interface DocumentedAnswer {
  readonly description: string;
  /** The schema of a JSON answer; absent for another `type`. */
  readonly schema?: z.ZodType;
  /** The media type of an answer that is not JSON, or several to choose from. */
  readonly type?: string | readonly string[];
}

/** @param schema that of the JSON body; absent for an answer without a body */
export function reply(
  status: number,
  description: string,
  schema?: z.ZodType,
): Readonly<Record<number, DocumentedAnswer>> {
  return { [status]: { description, ...(schema && { schema }) } };
}

type Method = "get" | "post" | "put" | "patch" | "delete";

/** A method and a path below /api/v1, with `:name` for parameters: "get /runs/:id". */
type Route = `${Method} /${string}`;

interface Endpoint<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType> {
  readonly summary: string;
  /** The credentials that the endpoint needs; any suffice if this is absent. */
  readonly needs?: Needs;
  /**
   * Set where a page of another origin may ask on an open gateway, although the method is another than GET: it runs something or only answers.
   * An endpoint that keeps or changes something does not have it, because that outlives the page (docs/auth.md).
   */
  readonly isForPages?: true;
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  /** The whole body is the arguments of a tool. */
  readonly hasArguments?: true;
  readonly answers: Readonly<Record<number, DocumentedAnswer>>;
}

type AnyEndpoint = Endpoint<z.ZodType, z.ZodType, z.ZodType>;

export interface RoutedEndpoint extends AnyEndpoint {
  readonly method: Method;
  readonly path: string;
}

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
  readonly endpoints: RoutedEndpoint[] = [];

  constructor(name: string) {
    this.name = name;
  }

  /** Adds an endpoint to the OpenAPI document; its route is made elsewhere. */
  document(route: Route, endpoint: AnyEndpoint): RoutedEndpoint {
    const [method, path] = route.split(" ") as [Method, string];
    const routed = { ...endpoint, method, path };
    this.endpoints.push(routed);
    return routed;
  }

  on<P extends z.ZodType = z.ZodType, Q extends z.ZodType = z.ZodType, B extends z.ZodType = z.ZodType>(
    route: Route,
    endpoint: Endpoint<P, Q, B>,
    handle: (request: RouteRequest<P, Q, B>) => Response | Promise<Response>,
  ): void {
    const { method, path } = this.document(route, endpoint);
    const isForPages = method === "get" || endpoint.isForPages === true;
    this.app.on(method.toUpperCase(), path, async (c) => {
      const refusal = (isForPages ? undefined : refuseForeignPage(c)) ?? refuseLesser(c, endpoint.needs);
      if (refusal) return refusal;
      const params = (endpoint.params ?? NOTHING).safeParse(c.req.param());
      if (!params.success) return invalidInput("path", params.error, c.req.param());
      const asked = queryOf(c.req.url);
      const query = (endpoint.query ?? NOTHING).safeParse(asked);
      if (!query.success) return invalidInput("query", query.error, asked);
      const body = endpoint.body && parseBody(await readPrincipalBody(c), endpoint.body, endpoint.hasArguments);
      if (body instanceof Response) return body;
      // While the body arrived, the credentials may have been restricted.
      const refusalNow = body && refuseLesser(c, endpoint.needs);
      if (refusalNow) return refusalNow;
      return handle({
        params: params.data as z.output<P>,
        query: query.data as z.output<Q>,
        body: body?.value as z.output<B>,
        c,
      });
    });
  }
}

/** A parameter that is given twice becomes a list, which every schema refuses. `fromEntries` accepts a parameter named `__proto__`. */
function queryOf(url: string): Record<string, string | readonly string[]> {
  const { searchParams } = new URL(url);
  const entries = Array.from(new Set(searchParams.keys()), (name) => {
    const values = searchParams.getAll(name);
    return [name, values.length > 1 ? values : (values[0] ?? "")] as const;
  });
  return Object.fromEntries(entries);
}
