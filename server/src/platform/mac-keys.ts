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
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { errorCode } from './error-code.ts'
import { makeFolder, syncFolder, writeNew, writeWhole } from './files/durable.ts'
import { logFault } from './observability/log.ts'
import { StartError } from './start-error.ts'

/** the key that signs and seals now, and the folder of those before it, in KEYS_DIR (docs/operations/keys.md) */
export const macFile = 'mac.key'
export const retiredMacFolder = 'mac-retired'
const nextFile = 'mac.next.key'

/** How long MACs of a replaced key are accepted. Links and codes live for minutes, an exam sealed offline for days. */
const acceptedMs = 30 * 24 * 3600_000

/** One secret makes MACs and seals; older ones verify for a while, and open what they sealed for ever. */
export interface MacKeys {
  /** 64 hex digits for one use (`file`, `challenge` …), so that one use's MAC is worth nothing in another */
  mac(use: string, text: string): string
  macMatches(use: string, text: string, mac: string): boolean
  /** what `mac` gives under each key that is accepted now, the newest first: for values that hold a part of a MAC */
  acceptedMacs(use: string, text: string): string[]
  /** the same under every key there ever was: for what is kept with the records it belongs to */
  allMacs(use: string, text: string): string[]
  /** encrypts a secret that the database keeps (AES-256-GCM), for one use, as `totp:<staff id>` */
  seal(use: string, text: string): Buffer
  /** @throws Error when it was sealed for another use, with other keys, or was changed */
  open(use: string, sealed: Buffer): string
  /** false: sealed with an older key, seal it anew when it is at hand */
  isSealedByNewest(sealed: Buffer): boolean
  /** the newest first */
  macKeyIds(): string[]
}

interface MacKey {
  id: string
  secret: Buffer
  /** as a key object: given bytes, each call would make one anew, at four times the price */
  object: KeyObject
  /** values of the first key have no id: they are older than ids, and processes of older versions read them */
  tagged: boolean
  /** when another took its place */
  retiredAt: number | null
}

/** Hex digits of an id: the first of the SHA-256 of the secret. */
const idLength = 8
const macLength = 64

/** how long a rotation by another process may stay unseen, in milliseconds; a value of an unknown key is looked for sooner */
const fresh = 5_000
const freshForUnknown = 250

/** The secrets of a folder as they are now: a rotation reaches running processes by itself. @throws Error when unreadable */
export function openMacKeys(folder: string): MacKeys {
  let loaded = load(folder)
  let lookedAt = performance.now()
  const look = (mayBeOld = fresh) => {
    if (performance.now() - lookedAt < mayBeOld) return loaded.keys
    lookedAt = performance.now()
    try {
      if (stampOf(folder) !== loaded.stamp) loaded = load(folder)
    } catch (error) {
      // what was read before goes on working: a folder out of reach ends nobody's session
      logFault('mac.key cannot be read anew', error)
    }
    return loaded.keys
  }
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
      // of the first key, a nonce may begin like another's id: then only the first opens it
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

/** A file of a secret: 64 hex digits; then, but for the first, `tagged`; and of a replaced one since when. */
export function newMacKey(): string {
  return randomBytes(32).toString('hex')
}

/**
 * Puts a new secret in place of the present one, which stays to verify and open what it made.
 * Killed anywhere, it leaves a secret that works. @throws StartError while another rotation is under way
 */
export async function rotateMacKey(
  folder: string,
  now = new Date(),
): Promise<{ before: string; now: string }> {
  const next = join(folder, nextFile)
  const before = parse(await readFile(join(folder, macFile), 'utf8'))
  const made = `${newMacKey()}\ntagged\n`
  await writeNew(next, made).catch((error: Error) => {
    if (errorCode(error) !== 'EEXIST')
      throw new StartError(`cannot write ${next}: ${error.message}`)
    throw new StartError(`another rotation is under way, or one was cut short: remove ${next}`)
  })
  try {
    await makeFolder(join(folder, retiredMacFolder), 0o700)
    // on disk before it is replaced: without it, nobody could open what it sealed
    await writeWhole(join(folder, retiredMacFolder, `${before.id}.key`), textOf(before, now))
    await rename(next, join(folder, macFile))
    await syncFolder(folder)
  } catch (error) {
    await rm(next, { force: true })
    throw error
  }
  return { before: before.id, now: parse(made).id }
}

function textOf({ secret, tagged }: MacKey, retiredAt: Date): string {
  const lines = [secret.toString('hex'), ...(tagged ? ['tagged'] : [])]
  return [...lines, `retired ${retiredAt.toISOString()}`, ''].join('\n')
}

/** An empty or cut file would be a key that everybody knows. */
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

function load(folder: string): { stamp: string; keys: MacKey[] } {
  const stamp = stampOf(folder)
  const newest = parse(readFileSync(join(folder, macFile), 'utf8'))
  const retired = retiredFiles(folder)
    .map((path) => parse(readFileSync(path, 'utf8')))
    // a rotation that was cut short has written it down as replaced already
    .filter(({ id }) => id !== newest.id)
    .sort((a, b) => (b.retiredAt ?? 0) - (a.retiredAt ?? 0))
  return { stamp, keys: [{ ...newest, retiredAt: null }, ...retired] }
}

/** Differs as soon as a secret is added or replaced. */
function stampOf(folder: string): string {
  const { mtimeMs, ino } = statSync(join(folder, macFile))
  return [mtimeMs, ino, ...retiredFiles(folder)].join('\n')
}

function retiredFiles(folder: string): string[] {
  const place = join(folder, retiredMacFolder)
  if (!statSync(place, { throwIfNoEntry: false })) return []
  const names = readdirSync(place).filter((name) => name.endsWith('.key'))
  return names.sort().map((name) => join(place, name))
}

function newestOf(keys: MacKey[]): MacKey {
  const [newest] = keys
  if (!newest) throw new Error('no mac.key')
  return newest
}

function isAccepted({ retiredAt }: MacKey): boolean {
  return retiredAt === null || Date.now() - retiredAt < acceptedMs
}

/** The id stands at the end: whoever keeps only the beginning of a MAC keeps what is secret of it. */
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

/** Which key a sealed secret may be of, by its first bytes. */
function tagOf(sealed: Buffer): string {
  return sealed.subarray(0, tagBytes).toString('hex')
}

/** A key of its own for each use. */
function keyFor({ secret }: MacKey, use: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `seal\n${use}`, 32))
}

/** The id, but for the first key; nonce, authentication tag, ciphertext. */
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
