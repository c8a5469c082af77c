// The package names a file of types that it doesn't carry.
declare module '@php-wasm/node-8-3' {
  import type { PHPLoaderModule } from '@php-wasm/universal'
  export function getPHPLoaderModule(): Promise<PHPLoaderModule>
}
