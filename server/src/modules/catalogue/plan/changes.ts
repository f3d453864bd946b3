import { type BankFindings, openFindingsProblem } from '@ce/contract/paper-rules'
import type { DeskPlan, PlanColumns, PlanCourseRow } from '../service/desk.ts'

const names = {
  year: '年度',
  priceFen: '价格',
  requiredProfessional: '专业科目要求学时',
  requiredPublic: '公需科目要求学时',
} as const

/** Returns the changed plan fields that are fixed after the first payment. */
export function changedFieldsFixedByPayment(before: DeskPlan, after: PlanColumns): string[] {
  return changesOf(['year', 'priceFen', 'requiredProfessional', 'requiredPublic'], before, after)
}

/** Returns the changed plan fields that are fixed once a student has hours of the year. */
export function changedFieldsFixedByHours(before: DeskPlan, after: PlanColumns): string[] {
  return changesOf(['year', 'requiredProfessional', 'requiredPublic'], before, after)
}

function changesOf(fields: (keyof typeof names)[], before: DeskPlan, after: PlanColumns): string[] {
  return fields.filter((field) => before[field] !== after[field]).map((field) => names[field])
}

interface Listed extends PlanCourseRow {
  title: string
  subject: string
  state: string
}

export interface CourseQuestionBank {
  courseId: string
  title: string
  state: string
  lacks: readonly string[]
  findings: BankFindings
}

export function questionBankProblems(courses: readonly CourseQuestionBank[]): string[] {
  return courses
    .filter(({ state }) => state === 'PUBLISHED')
    .flatMap(({ title, lacks, findings }) => {
      const doubt = openFindingsProblem(findings)
      const short = lacks.length > 0 ? `不够组卷：${lacks.join('，')}` : null
      return [short, doubt].flatMap((words) => (words ? [`“${title}”${words}`] : []))
    })
}

/**
 * Lists what prevents a plan from opening. Withdrawn electives add no hours, and proofs need the name of an organizer.
 */
export function planOpeningProblems(
  plan: Pick<PlanColumns, 'requiredProfessional'>,
  courses: Listed[],
  organizer: string,
): string[] {
  const offered = courses.filter(({ state }) => state === 'PUBLISHED')
  const hours = offered
    .filter(({ subject }) => subject === 'PROFESSIONAL')
    .reduce((sum, course) => sum + course.hours, 0)
  return [
    ...(courses.length === 0 ? ['还没有课程'] : []),
    ...courses
      .filter(({ state, required }) => state === 'DRAFT' || (required && state === 'WITHDRAWN'))
      .map(({ title, state }) => `“${title}”${state === 'DRAFT' ? '还没有发布' : '已撤下'}`),
    ...(hours < plan.requiredProfessional
      ? [`专业科目的课程共 ${hours / 10} 学时，不足要求的 ${plan.requiredProfessional / 10} 学时`]
      : []),
    ...(organizer ? [] : ['还没有在站点信息填写主办单位（学时证明上的发证机构）']),
  ]
}
