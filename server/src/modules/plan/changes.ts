import { type BankFindings, findingProblem } from '@ce/contract/paper-rules'
import type { DeskPlan, PlanColumns, PlanCourseRow } from '../catalogue/service/desk.ts'

const names = {
  year: '年度',
  priceFen: '价格',
  requiredProfessional: '专业科目要求学时',
  requiredPublic: '公需科目要求学时',
} as const

/** Of what is paid for, the names of what would change; empty: nothing would. */
export function soldChanges(before: DeskPlan, after: PlanColumns): string[] {
  return changesOf(['year', 'priceFen', 'requiredProfessional', 'requiredPublic'], before, after)
}

/** The same of what hours are counted by, paid or not: records and reductions come without money. */
export function countedChanges(before: DeskPlan, after: PlanColumns): string[] {
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

/** What stands of a course's bank against its exam in a plan. */
export interface CourseBank {
  courseId: string
  title: string
  state: string
  /** what it lacks for the plan's papers, a sentence each */
  lacks: readonly string[]
  findings: BankFindings
}

/** Why exams of these courses would not be as they should, a sentence for each course; what is not offered is asked of nobody. */
export function bankProblems(courses: readonly CourseBank[]): string[] {
  return courses
    .filter(({ state }) => state === 'PUBLISHED')
    .flatMap(({ title, lacks, findings }) => {
      const doubt = findingProblem(findings)
      const short = lacks.length > 0 ? `不够组卷：${lacks.join('，')}` : null
      return [short, doubt].flatMap((words) => (words ? [`“${title}”${words}`] : []))
    })
}

/**
 * Why students could not go through the whole plan, a sentence each; empty: they can. An elective that was withdrawn is in nobody's way: it is
 * not offered, its hours do not count, and who has chosen it goes on. The organizer of the site is the issuer that its proofs are signed with
 * for good: before there is one, nobody can be given any.
 */
export function openProblems(
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
