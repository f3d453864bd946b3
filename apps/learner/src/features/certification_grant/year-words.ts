import type { Output } from '@ce/client/call.ts'
import { formatDate, formatHoursUnit, formatLastDay } from '@ce/client/format.ts'
import { yearWords } from '@ce/contract/trial-words'
import type { StatusKind } from '@ce/ui/StatusMark.tsx'
import { signStates } from '../course/sign-states.ts'
import type { YearHours } from '../student/next-step.ts'

/** A year with what is earned and missing, and its proof. */
export type GrantYear = Output<'GET /certification_grant/v1/query'>['list'][number]
/** A year with what can still be done about it. */
export type PlannedYear = Output<'GET /course/v1/year_plan'>['list'][number]

/** How a closed year stands that the student had no part in: nothing went wrong, so nothing is red. */
const absentMark = { label: '未参加', kind: 'todo' } as const

/** What a year with hours missing is called: nobody has to take a trial year. */
const shortWord = ({ trial }: { trial: boolean }) => (trial ? '未完成' : '未达标')

/** Of one that can be signed up for: it lacks nothing yet. */
const openWords = '可报名'
const studyingWords = '学习中'

type Mark = (short: string) => { label: string; kind: StatusKind }
const marks: Partial<Record<PlannedYear['step'], Mark>> = {
  SIGN: () => ({ label: openWords, kind: 'todo' }),
  EMPLOYER: () => ({ label: '等待单位缴费', kind: 'doing' }),
  PAY: () => ({ label: '待支付', kind: 'warning' }),
  STUDY: () => ({ label: studyingWords, kind: 'doing' }),
  PUBLIC: () => ({ label: '缺公需学时', kind: 'warning' }),
  LOST: (short) => ({ label: short, kind: 'error' }),
  ABSENT: () => absentMark,
}

/** Hours were recorded for it; no proof will be issued. */
const asksNothing = ({ required }: Pick<GrantYear, 'required'>): boolean =>
  required.professional === 0 && required.public === 0

/** How a year stands that asks for nothing. */
const noDemandMark = { label: '无学时要求', kind: 'todo' } as const

/** How a complete year stands whose proof has a letter that no print font has. */
const waitingMark = { label: '已达标，证明待发', kind: 'doing' } as const

type Taken = Pick<YearHours, 'trial' | 'planState' | 'signState' | 'earned' | 'required'>

/**
 * How a year without a proof stands in the workbench's table; the planner's ABSENT, by the same facts: of a year that asks
 * for public hours alone there is no sign-up to have missed, they can be recorded still.
 */
export function unfinishedMark(year: Taken): { label: string; kind: StatusKind } {
  if (asksNothing(year)) return noDemandMark
  const { planState, earned, required } = year
  const toSign = notTaken(year) !== null && required.professional > 0
  const missed = toSign && planState === 'CLOSED'
  const absent = missed && earned.professional + earned.public === 0
  if (absent) return absentMark
  if (toSign && planState === 'OPEN') return { label: openWords, kind: 'todo' }
  const label = year.signState === 'STUDYING' ? studyingWords : shortWord(year)
  return { label, kind: 'todo' }
}

/** Why a year has no courses of the student's; null: it has. */
export function notTaken({ signState }: Pick<YearHours, 'signState'>): string | null {
  if (signState === null) return '未报名'
  return signState === 'CANCELLED' || signState === 'REFUNDED' ? signStates[signState].label : null
}

/** How a year's proof stands in the workbench. */
export function proofMark(year: Taken & Pick<YearHours, 'proofState' | 'proofId' | 'waiting'>): {
  label: string
  kind: StatusKind
} {
  if (year.waiting) return waitingMark
  if (year.proofState === 'REVOKED') return { label: '已撤销', kind: 'error' }
  if (year.proofState === 'INCOMPLETE' || !year.proofId) return unfinishedMark(year)
  return { label: '查看证明', kind: 'done' }
}

/** How a year stands, in a mark. `plan`: undefined until it is known. */
export function yearMark(
  year: GrantYear,
  plan: PlannedYear | undefined,
): { label: string; kind: StatusKind } {
  const { state } = year
  if (year.waiting) return waitingMark
  if (state === 'ISSUED') return { label: '已发证', kind: 'done' }
  if (state === 'REVOKED') return { label: '已撤销', kind: 'error' }
  if (asksNothing(year)) return noDemandMark
  const short = shortWord(year)
  return (plan && marks[plan.step]?.(short)) ?? { label: short, kind: 'doing' }
}

/** When a proof was issued and its number, or why it was revoked. */
export function proofWords({ state, revokeReason, issuedAt, number }: GrantYear): string {
  return state === 'REVOKED'
    ? `撤销原因：${revokeReason}`
    : `${formatDate(issuedAt)} 发证，证明编号 ${number}`
}

/** What is missing, by bucket; empty when nothing is, or nothing was ever begun. */
export function missingWords({ missing }: GrantYear, plan: PlannedYear | undefined): string {
  if (plan?.step === 'ABSENT') return ''
  return [
    missing.professional > 0 && `专业科目还差 ${formatHoursUnit(missing.professional)}`,
    missing.public > 0 && `公需科目还差 ${formatHoursUnit(missing.public)}`,
  ]
    .filter(Boolean)
    .join('，')
}

/** What the year has come to with this exam passed; '' where nothing can be said. */
export function outcomeWords(year: GrantYear): string {
  if (year.state === 'ISSUED') {
    const { hours, proof } = yearWords(year)
    return `${year.title}的${hours}已修满，${proof}已生成。`
  }
  const missing = year.state === 'INCOMPLETE' && missingWords(year, undefined)
  return missing ? `${year.title}：${missing}。` : ''
}

/** What stands between the student and a registration, in a sentence; '' while nothing is known. */
export function gapWords(all: readonly PlannedYear[]): string {
  // nobody asks for a trial year
  const plans = all.filter(({ trial }) => !trial)
  if (plans.length === 0) return ''
  const taken = plans.filter(({ step }) => step !== 'WAIT' && step !== 'ABSENT')
  const lost = taken.filter(({ step }) => step === 'LOST')
  const gaps = taken.filter(({ step }) => step !== 'DONE' && step !== 'LOST')
  const absent = plans.filter(({ step }) => step === 'ABSENT')
  return [
    gaps.length > 0 && `还有 ${gaps.length} 个年度的学时未修满：${named(gaps)}。`,
    lost.length > 0 && `未达标的年度：${named(lost)}。`,
    gaps.length + lost.length === 0 && taken.length > 0 && '已参加的各年度都已达标。',
    absent.length > 0 && `未参加的年度：${named(absent)}。`,
  ]
    .filter(Boolean)
    .join('')
}

/** Who looks at the years, and when the next one begins. */
export const gapsMatter = '申请注册时，主管部门会看近几年的学时是否连续达标。'

export function nextYearWords(plans: readonly PlannedYear[]): string | null {
  const next = plans.find(({ step, until }) => step === 'WAIT' && until)
  return next?.until ? `${next.title}将于 ${formatDate(next.until)} 开始报名。` : null
}

const named = (plans: readonly PlannedYear[]) => plans.map(({ year }) => year).join('、')

/** Until when something can still be done; null when there is no such day. */
export function untilWords({ step, until }: PlannedYear): string | null {
  if (!until) return null
  if (step === 'WAIT') return `${formatDate(until)} 开始报名`
  return `${formatLastDay(until)} ${step === 'STUDY' ? '学习截止' : '报名截止'}`
}

export const grantIntro =
  '专业科目和公需科目都达到要求后，证明自动生成。超出的学时不会转入另一科目或下一年度。'
