import { readAccountLockRule } from '../../../../platform/auth/lock-rule.ts'
import { sessionIsOpenSql } from '../../../../platform/auth/session-kinds.ts'
import type { Db } from '../../../../platform/db/database.ts'
import type { PageRequest } from '../../../../platform/db/page.ts'
import { readFromReplica } from '../../../../platform/db/replicas.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { refuse } from '../../../../platform/errors.ts'
import type { StaffAtWork } from '../../../../platform/staff-calls.ts'
import { requiredHoursOf } from '../../../catalogue/required-courses.ts'
import { loadStudentYears } from '../../../course/service/years.ts'
import { loadYearProofs } from '../../../credits/certification_grant/service/credit.ts'
import { toHoursPerSubject } from '../../../credits/hours/totals.ts'
import { listUnstudiedYears } from '../../../learning/sign/service.ts'
import { deskMessagesOfStudent } from '../../../message/service/read.ts'
import { findStudentLock } from '../../../student/service/guard.ts'
import { findStudent, hasPaidOrder, type StudentRow } from '../../../student/service.ts'
import {
  type DeskStudentFilter,
  findDeskStudents,
  findPendingClosingOfStudent,
  findSimilarAccounts,
  listDeskStudents,
  listOpenSessions,
  listSecurityLog,
} from '../store/desk.ts'
import { listMergesOfStudent } from '../store/merges.ts'
import { toDeskStudent } from '../view.ts'
import { describeMergeProposals } from './describe-merges.ts'

/** Also returns closed accounts. @throws Refusal student_desk.notFound. */
export async function requireStudent(db: Db, id: string): Promise<StudentRow> {
  return (await findStudent(db, id)) ?? refuse('student_desk.notFound')
}

export async function readDeskStudents(deps: Deps, filter: DeskStudentFilter) {
  const rule = await readAccountLockRule(deps.settings)
  const { list, ...page } = await readFromReplica(deps, (db) => listDeskStudents(db, filter, rule))
  return { list: list.map(toDeskStudent), ...page }
}

export async function readDeskStudent(deps: Deps, staff: StaffAtWork, { id }: { id: string }) {
  const { db } = deps
  const row = await requireStudent(db, id)
  const rule = await readAccountLockRule(deps.settings)
  const [lock, nameLocked, years, sessions, alike, merges, closing] = await Promise.all([
    findStudentLock(deps, row),
    hasPaidOrder(db, id),
    yearsOf(deps, id),
    listOpenSessions(db, id, sessionIsOpenSql(await deps.settings.get('exam.sealedSeconds'))),
    findSimilarAccounts(db, row),
    listMergesOfStudent(db, id),
    closingOf(db, id),
  ])
  const others = [...alike.map((one) => one.id), ...(row.mergedInto ? [row.mergedInto] : [])]
  const heads = new Map((await findDeskStudents(db, [id, ...others], rule)).map((one) => [one.id, toDeskStudent(one)]))
  const headOf = (one: string) => heads.get(one) ?? refuse('student_desk.notFound')
  const { gender, titleCode, registrationNo, city, email } = row
  return {
    ...headOf(id),
    gender: gender as 'MALE' | 'FEMALE' | null,
    titleCode,
    registrationNo,
    city,
    email,
    nameLocked,
    ...lock,
    mergedInto: row.mergedInto ? headOf(row.mergedInto) : null,
    erasedAt: row.erasedAt,
    closing,
    years,
    sessions,
    alike: row.closedAt ? [] : alike.map((one) => ({ ...headOf(one.id), alike: one.alike })),
    merges: await describeMergeProposals(deps, staff, merges),
  }
}

async function closingOf(db: Db, id: string) {
  const closing = await findPendingClosingOfStudent(db, id)
  if (!closing) return null
  const losses = (await listUnstudiedYears(db, id)).map((one) => ({
    ...one,
    hours: one.hours / 10,
    hoursLeft: one.hoursLeft / 10,
  }))
  return { ...closing, losses }
}

const noProof = { state: 'INCOMPLETE' as const, number: null, proofId: null, waiting: null }

async function yearsOf({ db }: Deps, studentId: string) {
  const [{ plans, signs, totals }, proofs] = await Promise.all([
    loadStudentYears(db, studentId),
    loadYearProofs(db, studentId),
  ])
  const known = new Set([
    ...totals.map(({ year }) => year),
    ...proofs.keys(),
    ...plans.filter(({ id }) => signs.has(id)).map(({ year }) => year),
  ])
  return [...known]
    .sort((a, b) => b - a)
    .map((year) => {
      const plan = plans.find((one) => one.year === year)
      const sign = plan && signs.get(plan.id)
      const total = totals.find((one) => one.year === year)
      const proof = proofs.get(year) ?? noProof
      return {
        year,
        trial: plan?.trial ?? false,
        signId: sign?.sign.id ?? null,
        signState: sign?.state ?? null,
        required: plan ? toHoursPerSubject(requiredHoursOf(plan)) : null,
        earned: toHoursPerSubject(total?.earned ?? { professional: 0, public: 0 }),
        proofState: proof.state,
        proofNumber: proof.number,
        proofId: proof.proofId,
        waitingFor: proof.waiting?.missing.map(({ letters }) => letters).join('') ?? '',
      }
    })
}

export async function deskSecurityLog({ db }: Deps, input: PageRequest & { studentId: string }) {
  await requireStudent(db, input.studentId)
  return listSecurityLog(db, input)
}

export async function deskStudentMessages({ db }: Deps, input: PageRequest & { studentId: string }) {
  await requireStudent(db, input.studentId)
  return deskMessagesOfStudent(db, input)
}
