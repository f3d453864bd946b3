import type { ClientCalls } from '@ce/contract'
import { nameKey } from '@ce/contract/fold-text'
import {
  differingFields,
  entriesText,
  nameText,
  readSignedText,
  type SignedField,
  type SignedProof,
  signedFieldNames,
  signedFields,
  signedValue,
} from '@ce/contract/signed-proof'
import { hashes, verify as verifyEd25519 } from '@noble/ed25519'
import { sha256, sha512 } from '@noble/hashes/sha2.js'

/*
 * The check of a proof's signed text (docs/proof-format.md): one for the public page and for the page without a network. WebCrypto
 * has no Ed25519 in many browsers that learners and inspectors use, so the signature is checked by a library.
 */
hashes.sha512 = sha512

export type VerifyAnswer = ClientCalls['GET /certification_grant/v1/verify']['response']
/** A key that signs or signed proofs, as `GET /certification_grant/v1/keys` has it. */
export interface ProofKey {
  kid: string
  x: string
}

export type ProofVerdict =
  | VerifyAnswer['verdict']
  /** signed by a key that is not in the list */
  | 'UNKNOWN_KEY'
  /** validly signed, in a format that is newer than this check */
  | 'NEWER'
  /** an address and a code without a signed text: only the server can tell */
  | 'CODE_ALONE'
  | 'UNREADABLE'

export interface CheckedField {
  field: SignedField
  name: string
  /** what the QR says; null: nothing readable, or only a hash */
  scanned: string | null
  /** what is registered; null: not known here, or only a hash */
  registered: string | null
  /** null: there is nothing to hold it against */
  same: boolean | null
}

export interface ProofCheck {
  verdict: ProofVerdict
  /** of the QR's text; NONE: it has none */
  signature: 'NONE' | 'VALID' | 'INVALID' | 'UNKNOWN_KEY'
  /** the key that the text names */
  keyId: string | null
  /** what the QR says, to be believed only where `signature` is VALID */
  scanned: SignedProof | null
  /** every signed field, in the order of a proof */
  fields: CheckedField[]
  /** the names of the fields that are not as they were signed or registered */
  differing: string[]
  trial: boolean
  /** the server's answer; null: it was not asked, so that a revocation cannot be known */
  answer: VerifyAnswer | null
}

interface Given {
  /** the whole text of a QR, or the fragment of a page's address; '': none */
  text: string
  keys: readonly ProofKey[]
  answer: VerifyAnswer | null
}

/** The verdict on a proof: by its QR's text, by what the server has registered, or by both. */
export function checkProof({ text, keys, answer }: Given): ProofCheck {
  const read = readScanned(text)
  const signature = read ? signatureOf(read, keys) : 'NONE'
  const scanned = read ? readSignedText(new TextDecoder().decode(read.payload)) : null
  const fields = compareFields(scanned, read?.address ?? '', answer)
  const differing = fields.filter(({ same }) => same === false).map(({ name }) => name)
  // what is not signed says nothing of itself
  const signed = signature === 'VALID' ? scanned : null
  const trial = (answer?.proof ?? signed)?.trial ?? false
  const verdict = read
    ? scannedVerdict(signature, scanned, differing.length > 0, answer)
    : unreadVerdict(text, answer)
  const keyId = read?.keyId ?? null
  return { verdict, signature, keyId, scanned, fields, differing, trial, answer }
}

function scannedVerdict(
  signature: ProofCheck['signature'],
  scanned: SignedProof | null,
  differs: boolean,
  answer: VerifyAnswer | null,
): ProofVerdict {
  if (signature === 'UNKNOWN_KEY') return 'UNKNOWN_KEY'
  if (signature === 'INVALID') return 'ALTERED'
  if (!scanned) return 'NEWER'
  if (differs) return 'ALTERED'
  return answer?.verdict ?? 'GENUINE'
}

/** The page's own anchors and the address with the code alone have no dots: only a text with dots was meant to be a signed one. */
function unreadVerdict(text: string, answer: VerifyAnswer | null): ProofVerdict {
  if (text.slice(text.indexOf('#') + 1).includes('.') && text.includes('#')) return 'UNREADABLE'
  if (answer) return answer.verdict
  return /\/verify\/[0-9A-Za-z]+#?\s*$/.test(text) ? 'CODE_ALONE' : 'UNREADABLE'
}

/** Whether a typed name is the one that was signed: only its hash is in the QR. */
export function nameMatches(typed: string, { code, nameHash }: SignedProof): boolean {
  // as it was typed, too: a proof from before there was one normal form was signed with any letter
  const names = [nameText(code, nameKey(typed)), `${code}|${typed.trim()}`]
  return names.some((name) => digestOf(name) === nameHash)
}

interface ScannedText {
  /** the code in the address, which is not signed; '': the text has no address */
  address: string
  payload: Uint8Array
  signature: Uint8Array
  keyId: string
}

function readScanned(text: string): ScannedText | null {
  const found = /^\s*(?:\S*\/verify\/([0-9A-Za-z]+))?#?([\w-]+)\.([\w-]+)\.([0-9a-f]{16})\s*$/.exec(
    text,
  )
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
    // a signature of another length
    return 'INVALID'
  }
}

function compareFields(
  scanned: SignedProof | null,
  address: string,
  answer: VerifyAnswer | null,
): CheckedField[] {
  const registered = answer?.proof ? registeredProof(answer.proof, scanned) : null
  const differing = new Set<SignedField>(answer?.changed)
  if (scanned && registered)
    for (const field of differingFields(scanned, registered)) differing.add(field)
  const elsewhere = scanned !== null && address !== '' && address !== scanned.code
  if (elsewhere) differing.add('code')
  return signedFields.map((field) => {
    // the name's hash is held against nothing: the server never shows it
    const compared = scanned !== null && registered !== null && field !== 'name'
    return {
      field,
      name: signedFieldNames[field],
      scanned: scanned && signedValue(scanned, field),
      registered: registered ? signedValue(registered, field) : null,
      same: differing.has(field) ? false : compared ? true : null,
    }
  })
}

/** What is registered, as it would be signed; the name stays out of it. */
function registeredProof(
  proof: NonNullable<VerifyAnswer['proof']>,
  scanned: SignedProof | null,
): SignedProof {
  const entriesHash = digestOf(entriesText(proof.entries))
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
