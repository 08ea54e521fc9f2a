import { z } from 'zod';
import { NextAlarm } from '../clock.ts';
import type { Db } from '../database/database.ts';
import type { Platform } from '../platform.ts';
import { readSetting, saveSetting } from '../settings.ts';
import { advertise } from './mdns.ts';
import { hostAndPort, isWildcard, listLanAddresses, localName } from './network-addresses.ts';
import { type Certificate, ensureCertificate, makeCertificate } from './tls.ts';

const settingsKey = 'lan';
/** How often the machine's addresses are re-read while LAN access is on: a laptop changes networks. */
const lookEveryMs = 10_000;

const Settings = z.object({ enabled: z.boolean(), tls: z.boolean() });
export type LanSettings = z.infer<typeof Settings>;

/** The addresses at which other machines are served; with `certificate` by https. */
export interface LanTarget {
  addresses: string[];
  port: number;
  certificate: Certificate | null;
}

/** Opens and closes the ports; implemented by the HTTP frame. */
export interface LanListeners {
  /**
   * Serves exactly this target from now on, nothing when null. Returns the addresses that are open and, for the owner,
   * why others are not.
   */
  serve(target: LanTarget | null): Promise<{ open: string[]; fault: string | null }>;
}

export interface LanStatus extends LanSettings {
  /** Switched on by FRONTDESK_HOST, so it cannot be switched off in the console. */
  isForced: boolean;
  /** Port of `addresses`. */
  port: number;
  /** Addresses at which the server is currently reachable. */
  addresses: string[];
  /** Name announced by mDNS; null when none is. */
  mdnsName: string | null;
  certificate: Certificate | null;
  /** Why the settings could not be applied; null when they are. */
  fault: string | null;
}

const off = { addresses: [], mdnsName: null, certificate: null, fault: null };

/** URLs at which other machines reach this one, IPv4 first: `https://192.168.0.10:7421`. */
export const listLanUrls = ({ tls, addresses, port }: LanStatus): string[] =>
  addresses.map((address) => `${tls ? 'https' : 'http'}://${hostAndPort(address, port)}`);

export const readLanSettings = async (db: Db): Promise<LanSettings> =>
  (await readSetting(db, settingsKey, Settings)) ?? { enabled: false, tls: false };

/** Stores the given changes; `platform.lan.apply()` puts them into effect. */
export async function saveLanSettings(db: Db, changes: Partial<LanSettings>): Promise<void> {
  await saveSetting(db, settingsKey, { ...(await readLanSettings(db)), ...changes });
}

/** https gets a port next to http: this machine's own browser keeps its plain address. */
const tlsPort = (port: number): number => (port === 65_535 ? port - 1 : port + 1);

/**
 * Opens this installation to the local network as configured by the owner, and follows the machine from network to
 * network.
 */
export class Lan {
  readonly #platform: Platform;
  readonly #alarm: NextAlarm;
  #listeners: LanListeners | null = null;
  #mainPort = 0;
  #status: LanStatus = { enabled: false, tls: false, isForced: false, port: 0, ...off };
  #last: Promise<unknown> = Promise.resolve();
  #advertised = '';
  #withdraw: (() => Promise<void>) | null = null;

  constructor(platform: Platform) {
    this.#platform = platform;
    this.#alarm = new NextAlarm(platform.clock, () => {
      this.apply().catch((error) => platform.log.error({ err: error }, 'the local network could not be followed'));
    });
  }

  get status(): LanStatus {
    return this.#status;
  }

  /** Starts once the main address is served; `mainPort` is its port. */
  async start(listeners: LanListeners, mainPort: number): Promise<void> {
    this.#listeners = listeners;
    this.#mainPort = mainPort;
    await this.apply();
  }

  /** Applies the settings and the machine's current addresses to the open ports and the announcement. */
  apply(): Promise<LanStatus> {
    return this.#queue(() => this.#apply());
  }

  /** Creates a new certificate and serves with it at once. */
  renewCertificate(): Promise<LanStatus> {
    return this.#queue(async () => {
      await makeCertificate(this.#platform.config.home, this.#platform.clock.now());
      return this.#apply();
    });
  }

  async stop(): Promise<void> {
    this.#listeners = null;
    this.#alarm.clear();
    await this.#queue(() => this.#announce(null));
  }

  /** Serializes changes: two at once would open and close the same port. */
  #queue<T>(run: () => Promise<T>): Promise<T> {
    const done = this.#last.then(run);
    this.#last = done.catch(() => {});
    return done;
  }

  async #apply(): Promise<LanStatus> {
    const { config, clock, database } = this.#platform;
    const settings = await readLanSettings(database.read);
    const isForced = isWildcard(config.host);
    const enabled = settings.enabled || isForced;
    const port = settings.tls ? tlsPort(this.#mainPort) : this.#mainPort;
    const status: LanStatus = { ...settings, enabled, isForced, port, ...off };
    if (this.#listeners && enabled) {
      const certificate = settings.tls ? await ensureCertificate(config.home, clock.now()) : null;
      const addresses = listLanAddresses().filter((address) => address !== config.host);
      const { open, fault } = await this.#listeners.serve({ addresses, port, certificate });
      Object.assign(status, { addresses: open, certificate, fault });
      this.#alarm.by(clock.now().getTime() + lookEveryMs);
    } else {
      await this.#listeners?.serve(null);
      this.#alarm.clear();
    }
    status.mdnsName = status.addresses.length > 0 ? localName() : null;
    await this.#announce(status.mdnsName === null ? null : status);
    this.#status = status;
    return status;
  }

  /** Announces the state by mDNS when it differs from the last announcement. */
  async #announce(status: LanStatus | null): Promise<void> {
    const wanted = status ? JSON.stringify([status.port, status.tls, status.addresses]) : '';
    if (wanted === this.#advertised) return;
    await this.#withdraw?.();
    this.#withdraw = status ? await advertise(this.#platform.log, { port: status.port, isTls: status.tls }) : null;
    this.#advertised = wanted;
  }
}
