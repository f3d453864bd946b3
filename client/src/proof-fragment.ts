import type { ClientCalls } from '@ce/contract'

type Proof = ClientCalls['GET /certification_grant/v1/verify']['response']

/** What the QR itself says, held against the registered proof. */
export type FragmentCheck = 'NONE' | 'SAME' | 'DIFFERENT'

/**
 * Compares the signed payload in a QR's fragment (docs/proof-format.md) with what the server has registered:
 * a code copied onto somebody else's proof shows. The fragment never leaves this device.
 */
export function compareFragment(hash: string, proof: Proof): FragmentCheck {
  const [payload] = hash.replace(/^#/, '').split('.')
  if (!payload) return 'NONE'
  return JSON.stringify(readPayload(payload)) === JSON.stringify(printed(proof))
    ? 'SAME'
    : 'DIFFERENT'
}

/** The fields both sides show, in the payload's order. */
function printed(proof: Proof): unknown[] {
  return [
    proof.code,
    proof.number,
    proof.year,
    proof.idTypeLabel,
    proof.idNoMasked,
    proof.certificateNo,
    proof.employer,
    [proof.required.professional, proof.required.public],
    [proof.earned.professional, proof.earned.public],
    proof.issuer,
    proof.issuedOn,
    ...(proof.trial ? ['TRIAL'] : []),
  ]
}

function readPayload(payload: string): unknown[] | null {
  try {
    const bytes = Uint8Array.from(atob(payload.replace(/-/g, '+').replace(/_/g, '/')), (letter) =>
      letter.charCodeAt(0),
    )
    const fields: unknown = JSON.parse(new TextDecoder().decode(bytes))
    // 0 is the version; 4 and 11 are hashes nobody can read
    return Array.isArray(fields) ? fields.filter((_, index) => ![0, 4, 11].includes(index)) : null
  } catch {
    return null
  }
}
