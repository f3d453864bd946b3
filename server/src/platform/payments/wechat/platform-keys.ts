import { createPublicKey, type KeyObject, X509Certificate } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { logWarning } from '../../observability/log.ts'

/** Milliseconds between two look-ups, so that strangers cannot cause many. */
const lookAgainMs = 2000
const mostFiles = 100
const mostBytes = 256 * 1024

interface PlatformKey {
  key: KeyObject
  from: Date | null
  until: Date | null
}

/** WeChat's console also offers the merchant's own keys for download, so both kinds are told apart here. */
export interface PlatformKeyLocation {
  place: string
  /** WeChat's console names every public key file pub_key.pem, so the file name does not hold the id. */
  publicKeyId: string | null
  merchant: { serial: string; publicKey: KeyObject }
}

/** An unknown serial causes the folder to be read again, and then a download of certificates. */
export class PlatformKeys {
  readonly #place: PlatformKeyLocation
  readonly #download: (() => Promise<string[]>) | null
  #keys = new Map<string, PlatformKey>()
  #lookedAt = Number.NEGATIVE_INFINITY
  #looking: Promise<void> | null = null

  /** @param download returns the channel's certificates as PEM, verified by the APIv3 key */
  constructor(place: PlatformKeyLocation, download: (() => Promise<string[]>) | null) {
    this.#place = place
    this.#download = download
  }

  /** @returns the number of keys @throws Error when the folder is unreadable or a file is no platform key. */
  async load(): Promise<number> {
    const { place, publicKeyId } = this.#place
    const files = await keyFiles(place)
    const found = new Map<string, PlatformKey>()
    for (const file of files)
      for (const [serial, key] of keysIn(file, this.#place)) {
        const other = found.get(serial)
        if (other && !other.key.equals(key.key))
          throw new Error(`two different keys have the id ${serial}: one of them is another one`)
        found.set(serial, key)
      }
    if (publicKeyId && !found.has(publicKeyId))
      throw new Error(`WECHAT_PUBLIC_KEY_ID is set, and there is no public key for it`)
    for (const [serial, key] of found) this.#keys.set(serial, key)
    return this.#keys.size
  }

  get publicKeyId(): string | null {
    const { publicKeyId } = this.#place
    return publicKeyId ?? [...this.#keys].find(([, key]) => key.until === null)?.[0] ?? null
  }

  get all(): { id: string; key: KeyObject; until: Date | null }[] {
    return [...this.#keys].map(([id, { key, until }]) => ({ id, key, until }))
  }

  /** @param at time of the signature, at which the certificate must be valid */
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
    for (const pem of certificates) {
      const certificate = new X509Certificate(pem)
      this.#keys.set(certificate.serialNumber, keyOfCertificate(certificate))
    }
  }
}

interface KeyFile {
  name: string
  content: Buffer
}

async function keyFiles(place: string): Promise<KeyFile[]> {
  const folder = (await stat(place)).isDirectory()
  const names = folder ? (await readdir(place)).filter((name) => !name.startsWith('.')) : [place]
  if (names.length > mostFiles) throw new Error('there are too many files in it')
  const files: KeyFile[] = []
  for (const name of names.toSorted()) {
    const path = folder ? join(place, name) : place
    const { size, isFile } = await factsOf(path)
    if (!isFile) continue
    if (size > mostBytes) throw new Error(`${basename(path)} is too large for a key`)
    files.push({ name: basename(path), content: await readFile(path) })
  }
  return files
}

async function factsOf(path: string): Promise<{ size: number; isFile: boolean }> {
  const facts = await stat(path)
  return { size: facts.size, isFile: facts.isFile() }
}

const pemBlocks = /-----BEGIN ([A-Z0-9 ]+)-----[^-]+-----END \1-----/g
const publicKeyIdShape = /PUB_KEY_ID_[0-9A-Za-z]+/

/** @throws Error with one sentence about the unusable key file. */
function keysIn({ name, content }: KeyFile, place: PlatformKeyLocation): [string, PlatformKey][] {
  const blocks = [...content.toString('latin1').matchAll(pemBlocks)]
  if (blocks.length === 0 && /^\.(cer|crt|der)$/i.test(extname(name)))
    return [certified(name, new X509Certificate(content), place)]
  // Other files in the folder, such as a note, are ignored.
  if (blocks.length === 0 && !/^\.(pem|key|pub)$/i.test(extname(name))) return []
  if (blocks.length === 0) throw new Error(`${name} holds no key`)
  return blocks.map(([pem, kind]) => {
    if (kind?.endsWith('PRIVATE KEY')) throw new Error(`${name} holds a private key, which is never the platform’s`)
    if (kind === 'CERTIFICATE') return certified(name, new X509Certificate(pem), place)
    const key = createPublicKey(pem)
    if (key.equals(place.merchant.publicKey))
      throw new Error(`${name} is the merchant’s own public key, not the platform’s`)
    const id = publicKeyIdShape.exec(name)?.[0] ?? place.publicKeyId
    if (!id)
      throw new Error(
        `${name} is a public key, and nothing says its id: set WECHAT_PUBLIC_KEY_ID to what the merchant console shows beside it (PUB_KEY_ID_…)`,
      )
    return [id, { key, from: null, until: null }]
  })
}

function certified(
  name: string,
  certificate: X509Certificate,
  { merchant }: PlatformKeyLocation,
): [string, PlatformKey] {
  const { serialNumber, publicKey } = certificate
  if (serialNumber === merchant.serial || publicKey.equals(merchant.publicKey))
    throw new Error(`${name} is the merchant’s own certificate, not the platform’s`)
  return [serialNumber, keyOfCertificate(certificate)]
}

function keyOfCertificate(certificate: X509Certificate): PlatformKey {
  const { publicKey: key, validFromDate: from, validToDate: until } = certificate
  return { key, from, until }
}
