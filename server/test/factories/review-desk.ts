import { auditOf } from '../audit.ts'
import { must, mustStaff, staffCall } from '../world.ts'
import { makeReviewer, makeType, type TestType } from './course_reduce.ts'
import type { TestStaff } from './staff.ts'

/** A reduction as one read it. */
type Read = { id: string; version: number }

export interface ReviewDesk {
  first: TestStaff
  second: TestStaff
  /** the plain one, of the first's */
  type: TestType
}

export async function makeReviewDesk(): Promise<ReviewDesk> {
  const [first, second] = [await makeReviewer('审核甲'), await makeReviewer('审核乙')]
  return { first, second, type: await makeType(first) }
}

/** What the two do with reductions: the first decides and reverses, the second checks, unless somebody else is named. */
export function reviewing(desk: () => ReviewDesk) {
  return {
    decide: ({ id, version }: Read, change: object = {}, staff = desk().first) =>
      staffCall(
        'POST /course_reduce/v1/decide',
        { id, version, decision: 'APPROVE', opinion: '', ...change },
        staff.token,
      ),
    check: ({ id, version }: Read, verdict: string, staff = desk().second) =>
      staffCall(
        'POST /course_reduce/v1/check',
        { id, version, verdict, opinion: '已对照原件' },
        staff.token,
      ),
    reverse: ({ id, version }: Read, staff = desk().first) =>
      staffCall(
        'POST /course_reduce/v1/reverse',
        { id, version, reason: '期刊不在目录内' },
        staff.token,
      ),
    info: (id: string, staff = desk().first) =>
      mustStaff('GET /course_reduce/v1/info', { id }, staff.token),
  }
}

/** How the reductions' year stands. */
export async function year2003(token: string) {
  return (await must('GET /certification_grant/v1/query', { year: '2003' }, token)).list[0]
}

/** A year before the registration is not listed as long as nothing of it counts. */
export const earnedIn2003 = async (token: string) =>
  (await year2003(token))?.earned.professional ?? 0

/** What the audit log says was done to a row. */
export const actionsOn = async (id: string) => (await auditOf(id)).map(({ action }) => action)
