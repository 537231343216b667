/** The version of the gateway, which the bundler reads from package.json: clients, upstreams and registries are told the same one. */
export { version as VERSION } from "../../package.json";
