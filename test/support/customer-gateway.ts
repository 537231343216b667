/** Gateways on plain workerd in front of upstreams with personal data. */
import { startCustomerUpstreams, type CustomerUpstreams } from "../fixtures/upstreams/customer-upstreams.ts";
import { BusinessGateways, type BusinessGateway } from "./business-gateway.ts";
import { SameAddress } from "./same-address.ts";
import type { Bundle } from "./workerd/uploaded-files.ts";

const ENCRYPTION_KEY = "a-key-of-a-test-with-more-than-32-characters";

export interface CustomerGateway extends BusinessGateway {
  readonly directory: string;
  readonly customers: CustomerUpstreams;
}

export class CustomerGateways {
  readonly #gateways: BusinessGateways;
  readonly #customers = new SameAddress(startCustomerUpstreams);
  readonly #lasting = new AsyncDisposableStack();

  constructor(bundle: Bundle) {
    this.#gateways = new BusinessGateways(bundle);
  }

  /** @param encryptionKey empty for a deployment without one @param directory of a stopped gateway, whose storage is used again */
  async start(
    policy: object,
    { encryptionKey = ENCRYPTION_KEY, directory }: { encryptionKey?: string | undefined; directory?: string } = {},
  ): Promise<CustomerGateway> {
    const place = directory ?? (await this.#gateways.directory());
    const customers = await this.#customers.startFor(place);
    this.#lasting.defer(() => customers.close());
    const { mcpServers } = customers;
    const vars = { ISOGATE_OPEN: "local", ISOGATE_ENCRYPTION_KEY: encryptionKey };
    const settings = { policy, mcpServers, vars, fetch: { allow: ["fetch.example.com", "127.0.0.1"] } };
    const gateway = await this.#gateways.start(settings, place);
    // Lists every upstream once.
    await gateway.search({ detail: "names" });
    return { ...gateway, customers };
  }

  async stop(): Promise<void> {
    await this.#gateways.stop();
    await this.#lasting.disposeAsync();
  }
}
