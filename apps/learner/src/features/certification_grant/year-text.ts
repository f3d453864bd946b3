import type { ClientOutput } from '@ce/client/call.ts'
import { formatDate, formatHoursUnit, formatLastDay } from '@ce/client/format.ts'
import { yearNameTexts } from '@ce/contract/trial-text'
import type { StatusKind } from '@ce/ui/StatusMark.tsx'
import { ownSignStateLabels } from '../course/sign-states.ts'
import type { YearHours } from '../student/next-step.ts'

export type ProofYear = ClientOutput<'GET /certification_grant/v1/query'>['list'][number]
export type PlannedYear = ClientOutput<'GET /course/v1/year_plan'>['list'][number]

/** A closed year without participation is not marked red, because nothing went wrong. */
const absentMark = { label: '未参加', kind: 'todo' } as const

const shortWord = ({ trial }: { trial: boolean }) => (trial ? '未完成' : '未达标')

/** Label of a year that is open for sign-up, because no hours are missing in it yet. */
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

/** True if the year requires no hours; such a year gets no proof. */
const asksNothing = ({ required }: Pick<ProofYear, 'required'>): boolean =>
  required.professional === 0 && required.public === 0

const noDemandMark = { label: '无学时要求', kind: 'todo' } as const

/** Mark of a complete year whose proof must wait, because no print font has some character of the proof. */
const waitingMark = { label: '已达标，证明待发', kind: 'doing' } as const

type Taken = Pick<YearHours, 'trial' | 'planState' | 'signState' | 'earned' | 'required'>

/**
 * Marks an unfinished year by the planner's rule for ABSENT: a year that requires only public hours has no sign-up to
 * miss, so it is never absent.
 */
export function unfinishedYearMark(year: Taken): { label: string; kind: StatusKind } {
  if (asksNothing(year)) return noDemandMark
  const { planState, earned, required } = year
  const toSign = noCoursesText(year) !== null && required.professional > 0
  const missed = toSign && planState === 'CLOSED'
  const absent = missed && earned.professional + earned.public === 0
  if (absent) return absentMark
  if (toSign && planState === 'OPEN') return { label: openWords, kind: 'todo' }
  const label = year.signState === 'STUDYING' ? studyingWords : shortWord(year)
  return { label, kind: 'todo' }
}

/** Returns null if the student has courses in this year. */
export function noCoursesText({ signState }: Pick<YearHours, 'signState'>): string | null {
  if (signState === null) return '未报名'
  return signState === 'CANCELLED' || signState === 'REFUNDED' ? ownSignStateLabels[signState].label : null
}

export function proofStateMark(year: Taken & Pick<YearHours, 'proofState' | 'proofId' | 'waiting'>): {
  label: string
  kind: StatusKind
} {
  if (year.waiting) return waitingMark
  if (year.proofState === 'REVOKED') return { label: '已撤销', kind: 'error' }
  if (year.proofState === 'INCOMPLETE' || !year.proofId) return unfinishedYearMark(year)
  return { label: '查看证明', kind: 'done' }
}

/** @param plan undefined while the year plan loads */
export function yearStateMark(year: ProofYear, plan: PlannedYear | undefined): { label: string; kind: StatusKind } {
  const { state } = year
  if (year.waiting) return waitingMark
  if (state === 'ISSUED') return { label: '已发证', kind: 'done' }
  if (state === 'REVOKED') return { label: '已撤销', kind: 'error' }
  if (asksNothing(year)) return noDemandMark
  const short = shortWord(year)
  return (plan && marks[plan.step]?.(short)) ?? { label: short, kind: 'doing' }
}

export function proofStateText({ state, revokeReason, issuedAt, number }: ProofYear): string {
  return state === 'REVOKED' ? `撤销原因：${revokeReason}` : `${formatDate(issuedAt)} 发证，证明编号 ${number}`
}

/** Returns '' when nothing is missing or the student did not take part. */
export function missingHoursText({ missing }: ProofYear, plan: PlannedYear | undefined): string {
  if (plan?.step === 'ABSENT') return ''
  return [
    missing.professional > 0 && `专业科目还差 ${formatHoursUnit(missing.professional)}`,
    missing.public > 0 && `公需科目还差 ${formatHoursUnit(missing.public)}`,
  ]
    .filter(Boolean)
    .join('，')
}

/** Returns '' if the year has no outcome to describe. */
export function yearOutcomeText(year: ProofYear): string {
  if (year.state === 'ISSUED') {
    const { hours, proof } = yearNameTexts(year)
    return `${year.title}的${hours}已修满，${proof}已生成。`
  }
  const missing = year.state === 'INCOMPLETE' && missingHoursText(year, undefined)
  return missing ? `${year.title}：${missing}。` : ''
}

/** Lists the incomplete years in a sentence. Returns '' while no years are known. */
export function incompleteYearsText(all: readonly PlannedYear[]): string {
  // Leave out trial years, because they are optional.
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

export const incompleteYearsReason = '申请注册时，主管部门会看近几年的学时是否连续达标。'

export function nextYearOpeningText(plans: readonly PlannedYear[]): string | null {
  const next = plans.find(({ step, until }) => step === 'WAIT' && until)
  return next?.until ? `${next.title}将于 ${formatDate(next.until)} 开始报名。` : null
}

const named = (plans: readonly PlannedYear[]) => plans.map(({ year }) => year).join('、')

/** Returns null if the next step of the year has no deadline. */
export function yearDeadlineText({ step, until }: PlannedYear): string | null {
  if (!until) return null
  if (step === 'WAIT') return `${formatDate(until)} 开始报名`
  return `${formatLastDay(until)} ${step === 'STUDY' ? '学习截止' : '报名截止'}`
}

export const proofsIntroText = '专业科目和公需科目都达到要求后，证明自动生成。超出的学时不会转入另一科目或下一年度。'
