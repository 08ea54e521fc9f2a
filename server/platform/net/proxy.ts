import type { Config } from '../../config.ts';

declare module '../wiring.ts' {
  interface Extensions {
    /**
     * True for a URL on a host that is fixed in our code, whoever wrote the URL. Only such hosts are reached through a
     * proxy: behind it the address cannot be checked.
     */
    fixedHost: (url: URL, config: Config) => boolean;
  }
}
