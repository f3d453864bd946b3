import { yearNameTexts } from '@ce/contract/trial-text'
import type { ProofForecast } from '../credits/certification_grant/service/query.ts'

export interface RestoreContext {
  no: number
  running: boolean
  score: number | null
  passed: boolean | null
  /** False when staff gave the attempt back, so that it uses up no attempt of the round. */
  counts: boolean
  year: number
  trial: boolean
  /** The number of hours (not tenths) to reverse or credit; 0 for none. */
  hours: number
  /** Day of the first credit, kept when the hours come back. */
  since: string
  refunded: boolean
  closed: boolean
  proof: ProofForecast
  voidedAt: Date | null
  passedAs: number | null
  /** Number of the earlier passed attempt that would receive the hours. */
  heir: number | null
  runningNo: number | null
  /** Number of ended attempts that were started after the void. */
  later: number
  /** Number of attempts left in the round after the decision. */
  left: number
  /** True when the void opened a re-study round that has no attempt yet. */
  roundBack: boolean
}

/** Returns a sentence that says why the attempt cannot be restored, or null when it can. */
export function restoreProblem({ closed, runningNo }: RestoreContext): string | null {
  if (closed) return '学员的账号已注销，不能再恢复成绩'
  if (runningNo !== null) return `学员正在参加这门课的第 ${runningNo} 次考试，请在这次考试交卷后再办理`
  return null
}

const told = '学员会收到通知，写明原因和结果。'

function resultOf({ score, passed }: RestoreContext): string {
  return `${score ?? 0} 分，${passed ? '合格' : '未合格'}`
}

export function describeVoidConsequences(of: RestoreContext, givenBack: boolean): string[] {
  const { no, hours, proof, heir, running } = of
  const words = yearNameTexts(of)
  const said = running
    ? [`正在进行的第 ${no} 次考试立即结束，按已保存的答案交卷，成绩不计。`]
    : [`第 ${no} 次考试的成绩（${resultOf(of)}）作废，不再有效。`]
  if (hours > 0) said.push(`已计入 ${words.year}的 ${hours} ${words.hours}冲销。`)
  else said.push('这次考试没有计入学时，学时和证明不变。')
  if (hours > 0 && proof.valid) {
    const next = proof.full ? '其余学时仍达到要求，系统换发新证明' : '该年度改为未达标'
    said.push(`${words.year}${words.proof} ${proof.valid.number} 撤销；${next}。`)
  }
  if (heir !== null) said.push(`第 ${heir} 次考试的成绩仍然合格，学时改由那一次计入。`)
  else if (givenBack) said.push('这次考试不占用考试次数，学员可以重新参加。')
  else if (of.left > 0) said.push(`这次考试仍占用一次考试次数，本轮还可以考 ${of.left} 次。`)
  else said.push('本轮考试次数用完，学员要把课程重新学习一遍才能再考。')
  return [...said, told]
}

export function describeRestoreConsequences(of: RestoreContext): string[] {
  const { no, passed, later, counts, roundBack } = of
  const said = [`第 ${no} 次考试的成绩（${resultOf(of)}）恢复有效。`]
  said.push(...(passed ? hoursBack(of) : ['这次考试未合格，学时和证明不变。']))
  if (!counts) said.push('这次考试重新占用一次考试次数。')
  if (later > 0) said.push(`作废以后又考的 ${later} 次保留在考试记录里。`)
  if (roundBack) said.push('因作废而开始的重新学习取消，原来的学习记录照旧有效。')
  return [...said, told]
}

function hoursBack(of: RestoreContext): string[] {
  const { hours, since, refunded, passedAs } = of
  const words = yearNameTexts(of)
  if (passedAs !== null) return [`学时已由第 ${passedAs} 次考试计入，不重复计入；学时证明不变。`]
  if (refunded) return ['这门课已退款：只恢复成绩，不计入学时，也不签发证明。']
  return [`${hours} ${words.hours}重新计入 ${words.year}，按 ${since} 计入，冲销记录保留。`, proofBack(of, words)]
}

function proofBack(
  { proof: { valid, revoked, held, full }, voidedAt }: RestoreContext,
  words: ReturnType<typeof yearNameTexts>,
): string {
  if (valid)
    return voidedAt && valid.issuedAt >= voidedAt
      ? `作废以后签发的证明 ${valid.number} 由新证明取代，新旧两份互相注明编号。`
      : `${words.year}${words.proof} ${valid.number} 不变。`
  if (held) return `${words.year}的证明由工作人员撤销，不会自动签发；需要时请在“学时证明”中重新签发。`
  if (!full) return `${words.year}的${words.hours}仍未达到要求，不签发证明。`
  return revoked
    ? `重新签发 ${words.year}${words.proof}，取代已撤销的 ${revoked}，两份互相注明编号。`
    : `${words.year}的${words.hours}达到要求，签发${words.proof}。`
}
