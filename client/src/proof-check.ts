import type { ClientCalls } from '@ce/contract'
import { nameComparisonKey } from '@ce/contract/fold-text'
import {
  entriesTextToHash,
  findDifferingSignedFields,
  nameTextToHash,
  parseSignedText,
  type SignedField,
  type SignedProof,
  signedFieldNames,
  signedFields,
  signedFieldText,
} from '@ce/contract/signed-proof'
import { hashes, verify as verifyEd25519 } from '@noble/ed25519'
import { sha256, sha512 } from '@noble/hashes/sha2.js'

/* Checks a proof's signed text (docs/proof-format.md) by a library, because many browsers lack Ed25519. */
hashes.sha512 = sha512

export type ProofVerifyResponse = ClientCalls['GET /certification_grant/v1/verify']['response']
export interface ProofKey {
  kid: string
  x: string
}

export type ProofVerdict =
  | ProofVerifyResponse['verdict']
  /** The signing key of the proof is not in the list. */
  | 'UNKNOWN_KEY'
  /** The proof is validly signed in a newer format. */
  | 'NEWER'
  /** There is only a code without signed text, so only the server can check it. */
  | 'CODE_ALONE'
  | 'UNREADABLE'

export interface CheckedProofField {
  field: SignedField
  name: string
  /** Value in the QR code; null when unreadable or only a hash. */
  scanned: string | null
  /** Value on the server; null when unknown here or only a hash. */
  registered: string | null
  /** Whether both values are equal; null when there is nothing to compare. */
  same: boolean | null
}

export interface ProofCheck {
  verdict: ProofVerdict
  /** NONE when the QR code has no signed text. */
  signature: 'NONE' | 'VALID' | 'INVALID' | 'UNKNOWN_KEY'
  keyId: string | null
  /** Trust these values only if `signature` is VALID. */
  scanned: SignedProof | null
  fields: CheckedProofField[]
  differing: string[]
  trial: boolean
  /** null when the server was not asked, so a revocation is unknown. */
  answer: ProofVerifyResponse | null
}

interface Given {
  text: string
  keys: readonly ProofKey[]
  answer: ProofVerifyResponse | null
}

/** Checks a proof by its QR code, the server's data, or both. */
export function checkProof({ text, keys, answer }: Given): ProofCheck {
  const read = readScanned(text)
  const signature = read ? signatureOf(read, keys) : 'NONE'
  const scanned = read ? parseSignedText(new TextDecoder().decode(read.payload)) : null
  const fields = compareFields(scanned, read?.address ?? '', answer)
  const differing = fields.filter(({ same }) => same === false).map(({ name }) => name)
  // Ignore the scanned values unless their signature is valid.
  const signed = signature === 'VALID' ? scanned : null
  const trial = (answer?.proof ?? signed)?.trial ?? false
  const verdict = read ? scannedVerdict(signature, scanned, differing.length > 0, answer) : unreadVerdict(text, answer)
  const keyId = read?.keyId ?? null
  return { verdict, signature, keyId, scanned, fields, differing, trial, answer }
}

function scannedVerdict(
  signature: ProofCheck['signature'],
  scanned: SignedProof | null,
  differs: boolean,
  answer: ProofVerifyResponse | null,
): ProofVerdict {
  if (signature === 'UNKNOWN_KEY') return 'UNKNOWN_KEY'
  if (signature === 'INVALID') return 'ALTERED'
  if (!scanned) return 'NEWER'
  if (differs) return 'ALTERED'
  return answer?.verdict ?? 'GENUINE'
}

/**
 * Returns the verdict for a text that could not be read as signed text. A dot after `#` means that it should have been
 * signed, so it is unreadable.
 */
function unreadVerdict(text: string, answer: ProofVerifyResponse | null): ProofVerdict {
  if (text.slice(text.indexOf('#') + 1).includes('.') && text.includes('#')) return 'UNREADABLE'
  if (answer) return answer.verdict
  return /\/verify\/[0-9A-Za-z]+#?\s*$/.test(text) ? 'CODE_ALONE' : 'UNREADABLE'
}

/**
 * Whether a typed name is the name on the proof. Their hashes are compared, because the QR code does not contain the
 * name.
 */
export function nameMatches(typed: string, { code, nameHash }: SignedProof): boolean {
  // Old proofs were signed with unnormalized names, so the typed form is tried too.
  const names = [nameTextToHash(code, nameComparisonKey(typed)), `${code}|${typed.trim()}`]
  return names.some((name) => digestOf(name) === nameHash)
}

interface ScannedText {
  /** Proof code in the address, which is not signed; '' without one. */
  address: string
  payload: Uint8Array
  signature: Uint8Array
  keyId: string
}

function readScanned(text: string): ScannedText | null {
  const found = /^\s*(?:\S*\/verify\/([0-9A-Za-z]+))?#?([\w-]+)\.([\w-]+)\.([0-9a-f]{16})\s*$/.exec(text)
  const [, address = '', payload = '', signature = '', keyId = ''] = found ?? []
  try {
    return found
      ? {
          ...{ address: address.toUpperCase(), keyId },
          ...{ payload: bytesOf(payload), signature: bytesOf(signature) },
        }
      : null
  } catch {
    return null
  }
}

function signatureOf({ payload, signature, keyId }: ScannedText, keys: readonly ProofKey[]) {
  const key = keys.find(({ kid }) => kid === keyId)
  if (!key) return 'UNKNOWN_KEY'
  try {
    const valid = verifyEd25519(signature, payload, bytesOf(key.x), { zip215: false })
    return valid ? 'VALID' : 'INVALID'
  } catch {
    // A signature of another length is invalid.
    return 'INVALID'
  }
}

function compareFields(
  scanned: SignedProof | null,
  address: string,
  answer: ProofVerifyResponse | null,
): CheckedProofField[] {
  const registered = answer?.proof ? registeredProof(answer.proof, scanned) : null
  const differing = new Set<SignedField>(answer?.changed)
  if (scanned && registered) for (const field of findDifferingSignedFields(scanned, registered)) differing.add(field)
  const elsewhere = scanned !== null && address !== '' && address !== scanned.code
  if (elsewhere) differing.add('code')
  return signedFields.map((field) => {
    // The name is not compared, because the server never shows its hash.
    const compared = scanned !== null && registered !== null && field !== 'name'
    return {
      field,
      name: signedFieldNames[field],
      scanned: scanned && signedFieldText(scanned, field),
      registered: registered ? signedFieldText(registered, field) : null,
      same: differing.has(field) ? false : compared ? true : null,
    }
  })
}

/** The server's values in signed form, without the name. */
function registeredProof(proof: NonNullable<ProofVerifyResponse['proof']>, scanned: SignedProof | null): SignedProof {
  const entriesHash = digestOf(entriesTextToHash(proof.entries))
  return { ...proof, entriesHash, nameHash: scanned?.nameHash ?? '' }
}

function digestOf(text: string): string {
  const digest = sha256(new TextEncoder().encode(text))
  const letters = btoa(String.fromCharCode(...digest))
  return letters.replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '')
}

function bytesOf(text: string): Uint8Array {
  const letters = atob(text.replace(/-/g, '+').replace(/_/g, '/'))
  return Uint8Array.from(letters, (letter) => letter.charCodeAt(0))
}
