/**
 * Stands in for ajv, which the v1 SDK imports for checking the answers to a server's own questions (see [alias] in wrangler.toml). ajv
 * generates code, which the platform forbids, so it could never have worked here; it only made the upload 45 kB larger.
 */
class NoAjv {
  getSchema(): undefined {
    return undefined;
  }

  compile(): never {
    throw new Error(
      "ajv does not run in a Worker. Give McpServer the option jsonSchemaValidator: new CfWorkerJsonSchemaValidator() " +
        "of @modelcontextprotocol/sdk/validation/cfworker.",
    );
  }
}

// oxlint-disable-next-line import/no-default-export -- ajv has one
export default NoAjv;
