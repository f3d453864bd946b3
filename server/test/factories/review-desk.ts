import { listAuditRowsOf } from '../audit.ts'
import { must, mustStaff, staffCall } from '../world.ts'
import { makeReductionReviewer, makeReductionType } from './course_reduce.ts'

type Read = { id: string; version: number }

/**
 * Two reviewers and a reduction type that the first has made. Unless another reviewer is given, the first decides and
 * reverses, and the second checks.
 */
export async function makeReductionReviewDesk() {
  const [first, second] = [await makeReductionReviewer('审核甲'), await makeReductionReviewer('审核乙')]
  return {
    ...{ first, second, type: await makeReductionType(first) },
    decide: ({ id, version }: Read, change: object = {}, staff = first) =>
      staffCall(
        'POST /course_reduce/v1/decide',
        { id, version, decision: 'APPROVE', opinion: '', ...change },
        staff.token,
      ),
    check: ({ id, version }: Read, verdict: string, staff = second) =>
      staffCall('POST /course_reduce/v1/check', { id, version, verdict, opinion: '已对照原件' }, staff.token),
    reverse: ({ id, version }: Read, staff = first) =>
      staffCall('POST /course_reduce/v1/reverse', { id, version, reason: '期刊不在目录内' }, staff.token),
    info: (id: string, staff = first) => mustStaff('GET /course_reduce/v1/info', { id }, staff.token),
  }
}

export async function readStudentYear2003(token: string) {
  return (await must('GET /certification_grant/v1/query', { year: '2003' }, token)).list[0]
}

/**
 * Returns 0 if the response does not list the year: a year before the registration is listed only when it has hours.
 */
export const readProfessionalHoursIn2003 = async (token: string) =>
  (await readStudentYear2003(token))?.earned.professional ?? 0

export const listAuditActionsOn = async (id: string) => (await listAuditRowsOf(id)).map(({ action }) => action)
