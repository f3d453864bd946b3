import { genderOf, type IdType } from '@ce/contract/id-paper'
import { digestPassword } from '@ce/contract/password'
import { sql } from 'kysely'
import { oneTimePassword } from '../../../platform/auth/one-time-password.ts'
import { hashPassword } from '../../../platform/auth/passwords.ts'
import { appNow, type Db, type Tx } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { isTaken } from '../../../platform/error-code.ts'
import { Refusal, refuse } from '../../../platform/errors.ts'
import { maskPhone } from '../../../platform/masked-numbers.ts'
import { type SecurityEvent, securityEvent } from '../../../platform/security-log.ts'
import { notify } from '../../message/service.ts'
import { passwordResetMessage } from '../messages.ts'
import { findByAccount, findByCertificate, type StudentRow, updateStudent } from '../store.ts'
import { openLocks } from './guard.ts'
import { checkPerson } from './register.ts'

/** What staff do to an account; each in the caller's transaction, under the account's row lock. */

/** three groups: short enough to be read out on the phone, 69 bits */
const groups = 3

/** A new initial password, and what of it is kept. Hashing takes its time: do it before the transaction. */
export async function newInitialPassword(): Promise<{ password: string; passwordHash: string }> {
  const password = oneTimePassword(groups)
  return { password, passwordHash: await hashPassword(digestPassword(password)) }
}

/** By staff, not by the student: the log says so, and has no address of the student's. */
export async function staffEvent(
  tx: Tx,
  studentId: string,
  event: SecurityEvent,
  ip: string,
): Promise<void> {
  await securityEvent(tx, { studentId, event, ip, userAgent: '工作人员后台' })
}

/** Gives an account an initial password: the old one opens nothing, all sessions end, a lock opens, and its student is told. @returns what to spread */
export async function setInitialPassword(
  tx: Tx,
  deps: Deps,
  row: StudentRow,
  passwordHash: string,
): Promise<string[]> {
  await updateStudent(tx, row.id, { passwordHash, initialPasswordChanged: false })
  await openLocks(tx, row)
  await notify(tx, passwordResetMessage(row.id, await appNow(tx)))
  return deps.sessions.revoke(tx, row.id, {})
}

export type Correction = Partial<
  Pick<StudentRow, 'name' | 'idNo' | 'phone' | 'certificateNo'> & { idType: IdType }
>

/**
 * Corrects who a student is. Staff may after the first paid order, too (product §4 Identity locks it for the student).
 * @throws Refusal common.invalid, student_desk.numberTaken
 */
export async function correctPerson(tx: Tx, row: StudentRow, change: Correction): Promise<void> {
  const idType = change.idType ?? row.idType
  const idNo = change.idNo ?? row.idNo
  // what is not changed may be older than today's rules
  checkPerson(idType, {
    name: change.name ?? (change.idType && row.name),
    idNo: change.idNo ?? (change.idType && row.idNo),
  })
  const holder = await findNumberHolder(tx, row.id, { ...change, idNo })
  if (holder) refuseTaken(holder)
  const gender = genderOf(idType, idNo)
  await updateStudent(tx, row.id, { ...change, ...(gender ? { gender } : {}) }).catch((error) => {
    // registered by another request since the look above
    throw isTaken(error) ? takenMeanwhile() : error
  })
}

const numberNames = {
  idNo: '该证件号',
  phone: '该手机号',
  certificateNo: '该资格证书编号',
} as const

export interface NumberHolder {
  field: keyof typeof numberNames
  id: string
  name: string
  phoneMasked: string
}

/** The other account that has one of the numbers already; a closed account has none. */
export async function findNumberHolder(
  db: Db,
  studentId: string,
  numbers: Pick<Correction, NumberHolder['field']>,
): Promise<NumberHolder | null> {
  // login knows only the number, whatever type it is
  const finders = { idNo: findByAccount, phone: findByAccount, certificateNo: findByCertificate }
  for (const field of ['idNo', 'phone', 'certificateNo'] as const) {
    const number = numbers[field]
    const holder = number ? await finders[field](db, number) : undefined
    if (!holder || holder.id === studentId) continue
    return { field, id: holder.id, name: holder.name, phoneMasked: maskPhone(holder.phone) }
  }
  return null
}

/** For staff: whose it is and what to do. Students are told no more than that it is taken. */
function refuseTaken({ field, id, name, phoneMasked }: NumberHolder): never {
  return refuse('student_desk.numberTaken', {
    what: numberNames[field],
    holder: `学员 ${name}（${phoneMasked}）`,
    holderId: id,
    fields: { [field]: `已登记在学员 ${name}（${phoneMasked}）的账号上` },
  })
}

const takenMeanwhile = () =>
  new Refusal('student_desk.numberTaken', { what: '这个号码', holder: '另一名学员' })

/** Closes an account that was merged into another: its sessions end, nothing signs in to it any more. @returns what to spread */
export async function closeAccount(
  tx: Tx,
  deps: Deps,
  row: StudentRow,
  mergedInto: string,
): Promise<string[]> {
  await updateStudent(tx, row.id, { closedAt: sql<Date>`app_now()`, mergedInto })
  await openLocks(tx, row)
  return deps.sessions.revoke(tx, row.id, {})
}
