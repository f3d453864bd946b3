import type { ClientOutput } from '@ce/client/call.ts'
import { formatDate } from '@ce/client/format.ts'
import { formatProofCode, proofCodeNames } from '@ce/contract/proof-codes'
import { quoteLetters } from '@ce/contract/waiting-text'

export type Proof = ClientOutput<'GET /certification_grant/v1/info'>

export const proofTitle = '执业药师继续教育学时证明'

export function proofCodes({ number, code }: Proof): { number: string; code: string } {
  return {
    number: `${proofCodeNames.number} ${number}`,
    code: `${proofCodeNames.code} ${formatProofCode(code)}`,
  }
}

/** Returns null unless the proof is revoked. */
export function revokedProofText(proof: Proof): string | null {
  const { state, revokedAt, revokeReason, replacedBy } = proof
  if (state !== 'REVOKED') return null
  const next = replacedBy ? `。已换发新证明，证明编号 ${replacedBy.number}` : ''
  return `本证明已于 ${formatDate(revokedAt)} 撤销：${revokeReason}${next}`
}

/** Returns null when the proof replaces no other one. */
export function replacedProofText({ replaces }: Proof): string | null {
  return replaces ? `本证明取代已撤销的证明 ${replaces}` : null
}

export function noPdfText(letters: string): string {
  return `${quoteLetters(letters)}字打印字体里还没有，PDF 暂时不能打开；证明有效，可以扫码核验。工作人员补充字体后就可以打印。`
}
