/** The part of Node's module that the platform has and the gateway uses. */
declare module "node:async_hooks" {
  export class AsyncLocalStorage<T> {
    getStore(): T | undefined;
    run<R>(store: T, work: () => R): R;
  }
}
