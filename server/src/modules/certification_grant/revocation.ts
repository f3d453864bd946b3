/** Why a proof is void: decides what the public is told of it. */
export type RevokeCause = keyof typeof publicWords | 'STAFF'

export interface Revocation {
  cause: RevokeCause
  /** what its student and staff read */
  reason: string
}

/** A reason may tell of an exam, an application or a person; the public is told what it means for the paper. */
const publicWords = {
  HOURS_WITHDRAWN: '证明所依据的学时已撤回',
  HOURS_RESTORED: '学时更正',
  PERSON_CORRECTED: '持证人信息更正',
  FORM_UNIFIED: '姓名或证件的写法更正',
  ACCOUNTS_MERGED: '持证人的账号合并，学时已转入其保留的账号',
} as const

const isKnown = (cause: string): cause is keyof typeof publicWords =>
  Object.hasOwn(publicWords, cause)

/** Staff are told, where they type it, that their reason is shown to whoever verifies the proof. */
export function publicReason(proof: { revokeCause: string | null; revokeReason: string | null }) {
  const { revokeCause, revokeReason } = proof
  return revokeCause !== null && isKnown(revokeCause)
    ? publicWords[revokeCause]
    : (revokeReason ?? '')
}
