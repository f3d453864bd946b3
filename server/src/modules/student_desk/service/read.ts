import { lockRule } from '../../../platform/auth/lock-rule.ts'
import { sessionIsOpen } from '../../../platform/auth/sessions.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { Paging } from '../../../platform/db/page.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import type { StaffAtWork } from '../../../platform/staff-calls.ts'
import { requiredOf } from '../../catalogue/service.ts'
import { proofStates } from '../../certification_grant/service.ts'
import { readYears } from '../../course/service/years.ts'
import { asHours } from '../../hours/service.ts'
import { messagesOf } from '../../message/service.ts'
import { listUnstudied } from '../../sign/service.ts'
import { findStudent, hasPaidOrder, lockOf, type StudentRow } from '../../student/service.ts'
import {
  type DeskFilter,
  findAlike,
  findClosing,
  findDeskRows,
  listSecurityLog,
  listSessions,
  listStudents,
} from '../store/desk.ts'
import { listMergesOf } from '../store/merges.ts'
import { toHead } from '../view.ts'
import { describeMerges } from './describe-merges.ts'

/** One account, closed ones too. @throws Refusal student_desk.notFound */
export async function requireStudent(db: Db, id: string): Promise<StudentRow> {
  return (await findStudent(db, id)) ?? refuse('student_desk.notFound')
}

/** A page of the desk's list. */
export async function deskStudents(deps: Deps, filter: DeskFilter) {
  const { list, ...page } = await listStudents(deps.db, filter, await lockRule(deps.settings))
  return { list: list.map(toHead), ...page }
}

/** Everything of one student that staff may see without a reason. */
export async function deskStudent(deps: Deps, staff: StaffAtWork, { id }: { id: string }) {
  const { db } = deps
  const row = await requireStudent(db, id)
  const rule = await lockRule(deps.settings)
  const [lock, nameLocked, years, sessions, alike, merges, closing] = await Promise.all([
    lockOf(deps, row),
    hasPaidOrder(db, id),
    yearsOf(deps, id),
    listSessions(db, id, sessionIsOpen(await deps.settings.get('exam.sealedSeconds'))),
    findAlike(db, row),
    listMergesOf(db, id),
    closingOf(db, id),
  ])
  const others = [...alike.map((one) => one.id), ...(row.mergedInto ? [row.mergedInto] : [])]
  const heads = new Map(
    (await findDeskRows(db, [id, ...others], rule)).map((one) => [one.id, toHead(one)]),
  )
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
    merges: await describeMerges(deps, staff, merges),
  }
}

/** The wish to close the account, with what would be lost by it. */
async function closingOf(db: Db, id: string) {
  const closing = await findClosing(db, id)
  if (!closing) return null
  const losses = (await listUnstudied(db, id)).map((one) => ({
    ...one,
    hours: one.hours / 10,
    hoursLeft: one.hoursLeft / 10,
  }))
  return { ...closing, losses }
}

const noProof = { state: 'INCOMPLETE' as const, number: null, proofId: null, waiting: null }

/** Years with a sign, hours or a proof, newest first. */
async function yearsOf({ db }: Deps, studentId: string) {
  const [{ plans, signs, totals }, proofs] = await Promise.all([
    readYears(db, studentId),
    proofStates(db, studentId),
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
        required: plan ? asHours(requiredOf(plan)) : null,
        earned: asHours(total?.earned ?? { professional: 0, public: 0 }),
        proofState: proof.state,
        proofNumber: proof.number,
        proofId: proof.proofId,
        waitingFor: proof.waiting?.missing.map(({ letters }) => letters).join('') ?? '',
      }
    })
}

/** A page of one student's security log. */
export async function deskSecurityLog({ db }: Deps, input: Paging & { studentId: string }) {
  await requireStudent(db, input.studentId)
  return listSecurityLog(db, input)
}

/** A page of what the portal has told one student. */
export async function deskMessages({ db }: Deps, input: Paging & { studentId: string }) {
  await requireStudent(db, input.studentId)
  return messagesOf(db, input)
}
