import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { followKeys, replaceKey, retiredKeyFiles } from './key-folder.ts'

/** Replaced keys are in the folder `retiredMacFolder` (docs/operations/keys.md). */
export const macKeyFile = 'mac.key'
export const retiredMacFolder = 'mac-retired'
const placeIn = (folder: string) => ({ folder, file: macKeyFile, retired: retiredMacFolder })

/** Links live for minutes, offline submissions for days, so old keys verify for 30 days. */
const acceptedMs = 30 * 24 * 3600_000

/** Replaced keys still verify for a while, and decrypt forever. */
export interface MacKeys {
  /** Returns 64 hex digits. A MAC made for one use is not valid for another. */
  mac(use: string, text: string): string
  macMatches(use: string, text: string, mac: string): boolean
  /** MACs of all accepted keys, newest first, for values that hold part of a MAC. */
  acceptedMacs(use: string, text: string): string[]
  /** MACs of all keys, for values that are stored with their records. */
  allMacs(use: string, text: string): string[]
  /** Encrypts with AES-256-GCM, for one use such as `totp:<staff id>`. */
  seal(use: string, text: string): Buffer
  /** @throws Error when the secret was encrypted for another use or with other keys, or was changed. */
  open(use: string, sealed: Buffer): string
  /** false when an older key was used; encrypt the secret again at the next use. */
  isSealedByNewest(sealed: Buffer): boolean
  macKeyIds(): string[]
}

interface MacKey {
  id: string
  secret: Buffer
  /** A key object, because passing bytes would make each call four times slower. */
  object: KeyObject
  /** MACs of the first key carry no key id, because the key is older than ids. */
  tagged: boolean
  retiredAt: number | null
}

/** Hex digits of a key id, from the SHA-256 of the secret. */
const idLength = 8
const macLength = 64

/**
 * Milliseconds: maximum age of the loaded keys before a value of an unknown key is refused; another process may have
 * just made that key.
 */
const freshForUnknown = 250

/** Running processes notice a key rotation themselves. @throws Error when a key is unreadable. */
export function openMacKeys(folder: string): MacKeys {
  const look = followKeys(placeIn(folder), () => load(folder))
  const find = (id: string) => {
    const known = look().find((key) => key.tagged && key.id === id)
    return known ?? look(freshForUnknown).find((key) => key.tagged && key.id === id)
  }
  const first = () => look().find((key) => !key.tagged)
  const accepted = () => look().filter(isAccepted)
  return {
    mac: (use, text) => macBy(newestOf(look()), use, text),
    macMatches: (use, text, given) => {
      if (given.length !== macLength) return false
      const keys = [find(given.slice(-idLength)), first()].filter((key) => key !== undefined)
      return keys.some((key) => isAccepted(key) && equal(macBy(key, use, text), given))
    },
    acceptedMacs: (use, text) => accepted().map((key) => macBy(key, use, text)),
    allMacs: (use, text) => look().map((key) => macBy(key, use, text)),
    seal: (use, text) => sealBy(newestOf(look()), use, text),
    open: (use, sealed) => {
      const tagged = find(tagOf(sealed))
      // A nonce of the first key may look like another key's id, so both are tried.
      if (tagged) return openBy(tagged, use, sealed, () => openFirst(first(), use, sealed))
      return openFirst(first(), use, sealed)
    },
    isSealedByNewest: (sealed) => {
      const newest = newestOf(look())
      return newest.tagged ? tagOf(sealed) === newest.id : find(tagOf(sealed)) === undefined
    },
    macKeyIds: () => look().map(({ id }) => id),
  }
}

/** A key file holds 64 hex digits, then `tagged` except for the first key, then the replacement time. */
export function createMacKey(): string {
  return randomBytes(32).toString('hex')
}

/** An interruption at any point leaves a working key. @throws StartError while another rotation is running. */
export async function rotateMacKey(folder: string, now = new Date()): Promise<{ before: string; now: string }> {
  const before = parse(await readFile(join(folder, macKeyFile), 'utf8'))
  const made = `${createMacKey()}\ntagged\n`
  await replaceKey(placeIn(folder), made, { id: before.id, text: textOf(before, now) })
  return { before: before.id, now: parse(made).id }
}

function textOf({ secret, tagged }: MacKey, retiredAt: Date): string {
  const lines = [secret.toString('hex'), ...(tagged ? ['tagged'] : [])]
  return [...lines, `retired ${retiredAt.toISOString()}`, ''].join('\n')
}

/** An empty or truncated key is refused, because anybody could guess it. */
function parse(text: string): MacKey {
  const [digits = '', ...marks] = text.trim().split('\n')
  if (!/^[0-9a-f]{64}$/i.test(digits))
    throw new Error('mac.key is not 64 hexadecimal digits: bring it back from the backup')
  const secret = Buffer.from(digits, 'hex')
  const retired = marks.find((mark) => mark.startsWith('retired '))
  return {
    id: createHash('sha256').update(secret).digest('hex').slice(0, idLength),
    secret,
    object: createSecretKey(secret),
    tagged: marks.includes('tagged'),
    retiredAt: retired ? Date.parse(retired.slice('retired '.length)) : null,
  }
}

function load(folder: string): MacKey[] {
  const newest = parse(readFileSync(join(folder, macKeyFile), 'utf8'))
  const retired = retiredKeyFiles(placeIn(folder))
    .map((path) => parse(readFileSync(path, 'utf8')))
    // Leaves out the current key, which an interrupted rotation has already listed as replaced.
    .filter(({ id }) => id !== newest.id)
    .sort((a, b) => (b.retiredAt ?? 0) - (a.retiredAt ?? 0))
  return [{ ...newest, retiredAt: null }, ...retired]
}

function newestOf(keys: MacKey[]): MacKey {
  const [newest] = keys
  if (!newest) throw new Error('no mac.key')
  return newest
}

function isAccepted({ retiredAt }: MacKey): boolean {
  return retiredAt === null || Date.now() - retiredAt < acceptedMs
}

/** The key id is at the end, so that a shortened MAC keeps only secret digits. */
function macBy({ object, tagged, id }: MacKey, use: string, text: string): string {
  const digest = createHmac('sha256', object).update(`${use}\n${text}`).digest('hex')
  return tagged ? digest.slice(0, macLength - idLength) + id : digest
}

function equal(right: string, given: string): boolean {
  const [a, b] = [Buffer.from(right), Buffer.from(given)]
  return a.length === b.length && timingSafeEqual(a, b)
}

const tagBytes = idLength / 2
const nonceBytes = 12
const authTagBytes = 16

function tagOf(sealed: Buffer): string {
  return sealed.subarray(0, tagBytes).toString('hex')
}

function keyFor({ secret }: MacKey, use: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `seal\n${use}`, 32))
}

/** Layout: key id (except for the first key), nonce, authentication tag, ciphertext. */
function sealBy(key: MacKey, use: string, text: string): Buffer {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', keyFor(key, use), nonce)
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  const tag = key.tagged ? [Buffer.from(key.id, 'hex')] : []
  return Buffer.concat([...tag, nonce, cipher.getAuthTag(), body])
}

function openBy(key: MacKey, use: string, sealed: Buffer, otherwise: () => string): string {
  try {
    return decrypt(key, use, sealed.subarray(tagBytes))
  } catch {
    return otherwise()
  }
}

function openFirst(first: MacKey | undefined, use: string, sealed: Buffer): string {
  if (!first) throw new Error('sealed with a key that is not in KEYS_DIR')
  return decrypt(first, use, sealed)
}

function decrypt(key: MacKey, use: string, sealed: Buffer): string {
  const nonce = sealed.subarray(0, nonceBytes)
  const decipher = createDecipheriv('aes-256-gcm', keyFor(key, use), nonce, {
    authTagLength: authTagBytes,
  })
  decipher.setAuthTag(sealed.subarray(nonceBytes, nonceBytes + authTagBytes))
  const body = sealed.subarray(nonceBytes + authTagBytes)
  return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8')
}
