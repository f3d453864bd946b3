import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { followKeys, replaceKey, retiredKeyFiles } from './key-folder.ts'

/** Files in KEYS_DIR: the current private key, and the folder of older public keys. */
export const proofSigningKeyFile = 'proof-ed25519.pem'
export const retiredProofKeyFolder = 'proof-retired'
const placeIn = (folder: string) => ({ folder, file: proofSigningKeyFile, retired: retiredProofKeyFolder })

export interface PublishedProofKey {
  /** First 16 hex digits of the SHA-256 of the SPKI DER. */
  keyId: string
  /** The Ed25519 public key in base64url, as `x` of a JWK. */
  x: string
  signing: boolean
}

export type ProofSignatureState = 'VALID' | 'INVALID' | 'UNKNOWN_KEY'

/** All older keys still verify proofs (docs/proof-format.md, decision 019). */
export interface ProofKeys {
  sign(text: string): { signature: Buffer; keyId: string }
  /** UNKNOWN_KEY means that the portal never had such a key. */
  verify(text: string, signature: Buffer, keyId: string): ProofSignatureState
  /** The first published key is the one that signs. */
  published(): PublishedProofKey[]
}

interface Loaded {
  signing: KeyObject
  keyId: string
  known: Map<string, KeyObject>
}

/** Running processes notice a key rotation themselves. @throws Error when a key is unreadable. */
export function openProofKeys(folder: string): ProofKeys {
  const look = followKeys(placeIn(folder), () => load(folder))
  return {
    sign: (text) => {
      const { signing, keyId } = look()
      return { signature: sign(null, Buffer.from(text), signing), keyId }
    },
    verify: (text, signature, keyId) => {
      // An unknown key id may be new, so the folder is read again.
      const key = look().known.get(keyId) ?? look(0).known.get(keyId)
      if (!key) return 'UNKNOWN_KEY'
      return verify(null, Buffer.from(text), key, signature) ? 'VALID' : 'INVALID'
    },
    published: () => {
      const { known, keyId } = look()
      return [...known].map(([id, key]) => ({ keyId: id, x: rawOf(key), signing: id === keyId }))
    },
  }
}

export function createProofKey(): string {
  const { privateKey } = generateKeyPairSync('ed25519')
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
}

/** An interruption at any point leaves a working key. @throws StartError while another rotation is running. */
export async function rotateProofKey(folder: string): Promise<{ before: string; now: string }> {
  const before = createPublicKey(await readFile(join(folder, proofSigningKeyFile), 'utf8'))
  const made = createProofKey()
  const text = before.export({ type: 'spki', format: 'pem' }).toString()
  await replaceKey(placeIn(folder), made, { id: keyIdOf(before), text })
  return { before: keyIdOf(before), now: keyIdOf(createPublicKey(made)) }
}

function load(folder: string): Loaded {
  const signing = createPrivateKey(readFileSync(join(folder, proofSigningKeyFile), 'utf8'))
  const current = createPublicKey(signing)
  const retired = retiredKeyFiles(placeIn(folder)).map((file) => createPublicKey(readFileSync(file, 'utf8')))
  for (const key of [current, ...retired])
    if (key.asymmetricKeyType !== 'ed25519') throw new Error('a key of proofs is not Ed25519')
  const known = new Map([current, ...retired].map((key) => [keyIdOf(key), key]))
  return { signing, keyId: keyIdOf(current), known }
}

function keyIdOf(key: KeyObject): string {
  const der = key.export({ type: 'spki', format: 'der' })
  return createHash('sha256').update(der).digest('hex').slice(0, 16)
}

function rawOf(key: KeyObject): string {
  return key.export({ format: 'jwk' }).x ?? ''
}
