import type { Output } from '@ce/client/call.ts'
import { formatDate } from '@ce/client/format.ts'
import { proofCodeNames, spacedProofCode } from '@ce/contract/proof-codes'
import { quoted } from '@ce/contract/waiting-words'

export type Proof = Output<'GET /certification_grant/v1/info'>

export const proofTitle = '执业药师继续教育学时证明'

/** Both numbers of a proof, each with its name. */
export function proofCodes({ number, code }: Proof): { number: string; code: string } {
  return {
    number: `${proofCodeNames.number} ${number}`,
    code: `${proofCodeNames.code} ${spacedProofCode(code)}`,
  }
}

/** That a proof was revoked, when and why; null while it stands. */
export function revokedWords(proof: Proof): string | null {
  const { state, revokedAt, revokeReason, replacedBy } = proof
  if (state !== 'REVOKED') return null
  const next = replacedBy ? `。已换发新证明，证明编号 ${replacedBy.number}` : ''
  return `本证明已于 ${formatDate(revokedAt)} 撤销：${revokeReason}${next}`
}

/** That it took the place of another; null: of none. */
export function replacesWords({ replaces }: Proof): string | null {
  return replaces ? `本证明取代已撤销的证明 ${replaces}` : null
}

/** Why a proof of before has no PDF now. */
export function noPdfWords(letters: string): string {
  return `${quoted(letters)}字打印字体里还没有，PDF 暂时不能打开；证明有效，可以扫码核验。工作人员补充字体后就可以打印。`
}
