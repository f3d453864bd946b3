import { createPublicKey, type KeyObject, X509Certificate } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { logWarning } from '../../observability/log.ts'

/** Whoever sends unknown serials makes us look no oftener than this, ms. */
const lookAgainMs = 2000

interface PlatformKey {
  key: KeyObject
  /** null: a public key, which does not end */
  from: Date | null
  until: Date | null
}

/**
 * The keys WeChat Pay signs with, by serial: certificates and public keys (`PUB_KEY_ID_….pem`) of a folder. Keys rotate:
 * a serial we do not know has us read the folder again, and then ask the channel for its certificates.
 */
export class PlatformKeys {
  readonly #place: string
  readonly #download: (() => Promise<string[]>) | null
  #keys = new Map<string, PlatformKey>()
  #lookedAt = Number.NEGATIVE_INFINITY
  #looking: Promise<void> | null = null

  /** @param download the channel's certificates as PEM, proven by the APIv3 key */
  constructor(place: string, download: (() => Promise<string[]>) | null) {
    this.#place = place
    this.#download = download
  }

  /** @returns how many keys there are. @throws Error when the place cannot be read, or a file in it is no key */
  async load(): Promise<number> {
    const folder = (await stat(this.#place)).isDirectory()
    const files = folder
      ? (await readdir(this.#place)).filter((name) => name.endsWith('.pem'))
      : [basename(this.#place)]
    for (const name of files) {
      const path = folder ? join(this.#place, name) : this.#place
      this.#add(await readFile(path, 'utf8'), name.replace(/\.pem$/, ''))
    }
    return this.#keys.size
  }

  /** A public key by its id, for requests: the channel then signs its answers with that one. */
  get publicKeyId(): string | null {
    return [...this.#keys].find(([, key]) => key.until === null)?.[0] ?? null
  }

  /** @param at when it was signed: a certificate counts while it is valid */
  async find(serial: string, at: Date): Promise<KeyObject | null> {
    if (!this.#keys.has(serial)) await this.#lookAgain(serial)
    const found = this.#keys.get(serial)
    if (!found || (found.from && at < found.from) || (found.until && at > found.until)) return null
    return found.key
  }

  async #lookAgain(serial: string): Promise<void> {
    if (this.#looking) return this.#looking
    const now = performance.now()
    if (now - this.#lookedAt < lookAgainMs) return
    this.#lookedAt = now
    this.#looking = this.#look(serial).finally(() => {
      this.#looking = null
    })
    return this.#looking
  }

  async #look(serial: string): Promise<void> {
    await this.load().catch((error) => logWarning(`WECHAT_PLATFORM_KEYS: ${error.message}`))
    if (this.#keys.has(serial) || !this.#download) return
    const certificates = await this.#download().catch((error) => {
      logWarning(`payment channel, certificates: ${error.message}`)
      return []
    })
    for (const pem of certificates) this.#add(pem, '')
  }

  #add(pem: string, name: string): void {
    if (pem.includes('BEGIN CERTIFICATE')) {
      const certificate = new X509Certificate(pem)
      this.#keys.set(certificate.serialNumber, {
        key: certificate.publicKey,
        from: certificate.validFromDate,
        until: certificate.validToDate,
      })
    } else this.#keys.set(name, { key: createPublicKey(pem), from: null, until: null })
  }
}
