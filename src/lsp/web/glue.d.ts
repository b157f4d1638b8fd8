// The bindings that `wasm-bindgen` writes for the crate.
declare module "limn-glue" {
  export function initSync(options: { module: BufferSource }): void;
  export class Server {
    constructor(manual?: string);
    put(uri: string, bytes: Uint8Array, length: number): void;
    remove(uri: string): void;
    handle(messages: string[]): string[];
  }
}
