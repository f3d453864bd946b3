import { formatProofCode, isPracticeProofNumber, proofCodeNames } from '@ce/contract/proof-codes'
import { type PrintedProofData, printedProofFields } from '@ce/contract/proof-fields'
import { invalidProofTexts } from '@ce/contract/trial-text'
import { formatDate } from './format.ts'
import type { ProofCheck } from './proof-check.ts'

export interface ProofVerdictText {
  tone: 'GOOD' | 'WARNING' | 'BAD'
  title: string
  explanation: string
}

/** SVG paths of the verdict icons in a 24 by 24 box. */
export const proofVerdictIcons: Record<ProofVerdictText['tone'], string> = {
  GOOD: 'M12 2 4 5.5v6c0 5 3.4 8.6 8 10.5 4.6-1.9 8-5.5 8-10.5v-6zM8 12l3 3 5.5-6',
  WARNING: 'M12 3 1.8 20.5h20.4zM12 9.5v5M12 17.4v.2',
  BAD: 'M8 2h8l6 6v8l-6 6H8l-6-6V8zM8.5 8.5l7 7M15.5 8.5l-7 7',
}

const askOnline = `有网络时，请再到联网核验页输入${proofCodeNames.code}查询。`
const doNotAccept = '请勿采信'

interface ShownProof extends PrintedProofData {
  code: string
  number: string
  year: number
  trial: boolean
  issuer: string
  issuedOn: string
}

/** @param name masked; null when only its hash is known */
export function listProofRows(proof: ShownProof, name: string | null) {
  const { number, code, year, trial } = proof
  return [
    ...printedProofFields(proof, name ?? '').filter((field) => name !== null || field.name !== '姓名'),
    { name: '年度', value: `${year} 年度${trial ? `（${invalidProofTexts(proof).tag}）` : ''}` },
    { name: proofCodeNames.number, value: number },
    { name: proofCodeNames.code, value: formatProofCode(code) },
    { name: '发证机构', value: proof.issuer },
    { name: '发证日期', value: proof.issuedOn },
  ]
}

export function proofVerdictText(check: ProofCheck): ProofVerdictText {
  const { verdict, answer, signature, differing } = check
  const fields = differing.join('、')
  switch (verdict) {
    case 'GENUINE':
      return genuineText(check)
    case 'REVOKED':
    case 'REPLACED': {
      const on = formatDate(answer?.revoked?.at ?? null)
      const why = `撤销日期：${on}。撤销原因：${answer?.revoked?.reason ?? ''}。`
      return verdict === 'REVOKED'
        ? bad('证明已撤销，不再有效', why)
        : bad(
            '证明已撤销，已换发新证明',
            `${why}新证明的${proofCodeNames.number}为 ${answer?.revoked?.replacedBy ?? ''}，请向持证人查看新证明。`,
          )
    }
    case 'ALTERED':
      return answer?.verdict === 'ALTERED' && signature !== 'INVALID'
        ? bad(`登记的内容与签名不符，${doNotAccept}`, `${fields ? `不符的项目：${fields}。` : ''}请联系发证机构核实。`)
        : bad(`二维码内容被改动或伪造，${doNotAccept}`, alteredText(check, fields))
    case 'NOT_FOUND':
      return bad(
        `没有登记这份证明，${doNotAccept}`,
        `请核对${proofCodeNames.code}；如${proofCodeNames.code}无误，这份证明可能是伪造的。`,
      )
    case 'UNKNOWN_KEY':
      return answer
        ? bad(`不是本平台签发的证明，${doNotAccept}`, '二维码的签名所用的密钥不属于本平台。')
        : bad(
            `无法确认签发机构，${doNotAccept}`,
            `签名所用的密钥编号本页没有：证明可能是伪造的，也可能由本页下载之后更换的密钥签发。请重新下载本页再核验。${askOnline}`,
          )
    case 'NEWER':
      return warning('签名有效，但证明的格式比本页新', answer ? '请刷新本页后再核验。' : '请重新下载本页后再核验。')
    case 'CODE_ALONE':
      return warning('这个二维码只能联网核验', '离线核验请扫描证明上的“离线核验码”，或粘贴它的全部文字。')
    case 'UNREADABLE':
      return bad(
        '二维码内容不完整，无法核验',
        `请重新扫描，或整段复制二维码的文字，包括 # 号以后的内容；也可以输入${proofCodeNames.code}联网查询。`,
      )
  }
}

function genuineText({ answer, signature, scanned, trial }: ProofCheck): ProofVerdictText {
  const read = signature === 'VALID'
  const how = answer
    ? read
      ? '数字签名有效，二维码内容与登记一致。请与手中的证明比对。'
      : '证明已登记，数字签名有效。请把下列各项与手中的证明逐项比对。'
    : `内容由发证机构签发，没有改动。离线不能得知签发之后是否被撤销：${askOnline}`
  const number = answer?.proof?.number ?? scanned?.number ?? ''
  if (trial) {
    const from = isPracticeProofNumber(number) ? '由演练环境签发' : '属于试用年度'
    return warning(invalidProofTexts({ number }).proof, `${from}，学时不能用于注册。${how}`)
  }
  return { tone: 'GOOD', title: answer ? '证明真实有效' : '签名有效', explanation: how }
}

function alteredText({ signature, answer }: ProofCheck, fields: string): string {
  if (fields) return `与登记不一致的项目：${fields}。`
  // All comparable fields match, so the name's hash or the signature is wrong.
  if (answer?.proof) return '数字签名不符：姓名或签名被改动过。'
  return signature === 'INVALID'
    ? '数字签名不符：内容被改动过，或不是本平台签发的。'
    : '网址中的核验编号与签名内容不一致。'
}

const bad = (title: string, explanation: string): ProofVerdictText => ({
  tone: 'BAD',
  title,
  explanation,
})
const warning = (title: string, explanation: string): ProofVerdictText => ({
  tone: 'WARNING',
  title,
  explanation,
})
