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
