import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { errorCode } from './error-code.ts'
import { makeFolder, syncFolder, writeNew, writeWhole } from './files/durable.ts'
import { logFault } from './observability/log.ts'
import { StartError } from './start-error.ts'

/** the private key that signs now, and the folder of the public keys that signed before, in KEYS_DIR */
export const signingFile = 'proof-ed25519.pem'
export const retiredFolder = 'proof-retired'
const nextFile = 'proof-ed25519.next.pem'

/** A key as anybody may know it. */
export interface PublishedKey {
  /** the first 16 hex characters of the SHA-256 of the key's SPKI DER */
  keyId: string
  /** the 32 bytes of the Ed25519 public key, base64url: JWK's `x` */
  x: string
  /** whether new proofs are signed with it */
  signing: boolean
}

export type SignatureState = 'VALID' | 'INVALID' | 'UNKNOWN_KEY'

/** One key signs proofs; it and every older one verify them (docs/proof-format.md, decision 019). */
export interface ProofKeys {
  sign(text: string): { signature: Buffer; keyId: string }
  /** UNKNOWN_KEY: of a key that never was ours */
  verify(text: string, signature: Buffer, keyId: string): SignatureState
  /** the signing one first */
  published(): PublishedKey[]
}

interface Loaded {
  stamp: string
  signing: KeyObject
  keyId: string
  known: Map<string, KeyObject>
}

/** how long a rotation by another process may stay unseen, in milliseconds */
const fresh = 5_000

/** The keys of a folder as they are now: a rotation reaches running processes by itself. @throws Error when unreadable */
export function openProofKeys(folder: string): ProofKeys {
  let keys = load(folder)
  let lookedAt = performance.now()
  const look = (atOnce = false) => {
    if (!atOnce && performance.now() - lookedAt < fresh) return keys
    lookedAt = performance.now()
    try {
      if (stampOf(folder) !== keys.stamp) keys = load(folder)
    } catch (error) {
      // what was read before still signs and verifies: a folder out of reach stops nobody's proof
      logFault('the keys of proofs cannot be read anew', error)
    }
    return keys
  }
  return {
    sign: (text) => {
      const { signing, keyId } = look()
      return { signature: sign(null, Buffer.from(text), signing), keyId }
    },
    verify: (text, signature, keyId) => {
      // a key unknown here may be seconds old
      const key = keys.known.get(keyId) ?? look(true).known.get(keyId)
      if (!key) return 'UNKNOWN_KEY'
      return verify(null, Buffer.from(text), key, signature) ? 'VALID' : 'INVALID'
    },
    published: () => {
      const { known, keyId } = look()
      return [...known].map(([id, key]) => ({ keyId: id, x: rawOf(key), signing: id === keyId }))
    },
  }
}

/** An Ed25519 private key, PKCS#8 in PEM. */
export function newProofKey(): string {
  const { privateKey } = generateKeyPairSync('ed25519')
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
}

/**
 * Puts a new signing key in place of the present one, whose public half stays to verify what it signed; its private half is gone.
 * Killed anywhere, it leaves a key that signs. @throws StartError while another rotation is under way
 */
export async function rotateProofKey(folder: string): Promise<{ before: string; now: string }> {
  const next = join(folder, nextFile)
  const before = createPublicKey(await readFile(join(folder, signingFile), 'utf8'))
  const made = newProofKey()
  await writeNew(next, made).catch((error: Error) => {
    if (errorCode(error) !== 'EEXIST')
      throw new StartError(`cannot write ${next}: ${error.message}`)
    throw new StartError(`another rotation is under way, or one was cut short: remove ${next}`)
  })
  try {
    await makeFolder(join(folder, retiredFolder), 0o700)
    const kept = join(folder, retiredFolder, `${keyIdOf(before)}.pem`)
    // on disk before the private half goes: with neither, nobody could verify what it signed
    await writeWhole(kept, before.export({ type: 'spki', format: 'pem' }))
    await rename(next, join(folder, signingFile))
    await syncFolder(folder)
  } catch (error) {
    await rm(next, { force: true })
    throw error
  }
  return { before: keyIdOf(before), now: keyIdOf(createPublicKey(made)) }
}

function load(folder: string): Loaded {
  const stamp = stampOf(folder)
  const signing = createPrivateKey(readFileSync(join(folder, signingFile), 'utf8'))
  const current = createPublicKey(signing)
  const retired = retiredFiles(folder).map((file) => createPublicKey(readFileSync(file, 'utf8')))
  for (const key of [current, ...retired])
    if (key.asymmetricKeyType !== 'ed25519') throw new Error('a key of proofs is not Ed25519')
  const known = new Map([current, ...retired].map((key) => [keyIdOf(key), key]))
  return { stamp, signing, keyId: keyIdOf(current), known }
}

/** Differs as soon as a key is added or replaced. */
function stampOf(folder: string): string {
  const { mtimeMs, ino } = statSync(join(folder, signingFile))
  return [mtimeMs, ino, ...retiredFiles(folder)].join('\n')
}

function retiredFiles(folder: string): string[] {
  const place = join(folder, retiredFolder)
  if (!statSync(place, { throwIfNoEntry: false })) return []
  const names = readdirSync(place).filter((name) => name.endsWith('.pem'))
  return names.sort().map((name) => join(place, name))
}

function keyIdOf(key: KeyObject): string {
  const der = key.export({ type: 'spki', format: 'der' })
  return createHash('sha256').update(der).digest('hex').slice(0, 16)
}

function rawOf(key: KeyObject): string {
  return key.export({ format: 'jwk' }).x ?? ''
}
