import { genderOf, type IdType } from '@ce/contract/id-paper'
import { digestPassword } from '@ce/contract/password'
import { sql } from 'kysely'
import { drawOneTimePassword, hashPassword } from '../../../platform/auth/passwords.ts'
import { appNow, type Db, type Tx } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { isUniqueViolation } from '../../../platform/error-code.ts'
import { Refusal, refuse } from '../../../platform/errors.ts'
import { maskPhone } from '../../../platform/masked-numbers.ts'
import { recordSecurityEvent, type SecurityEvent } from '../../../platform/security-log.ts'
import { notify } from '../../message/service.ts'
import { passwordResetMessage } from '../messages.ts'
import { findStudentByCertificate, findStudentByNumber, type StudentRow, updateStudent } from '../store.ts'
import { removeStudentLocks } from './guard.ts'
import { checkPersonFields } from './register.ts'

/** All functions here run in the caller's transaction, which holds the lock of the account row. */

/** The password has 69 bits and is short enough to read out on the phone. */
const groups = 3

/** Hashing is slow, so call it before the transaction. */
export async function generateInitialPassword(): Promise<{ password: string; passwordHash: string }> {
  const password = drawOneTimePassword(groups)
  return { password, passwordHash: await hashPassword(digestPassword(password)) }
}

/** The event is recorded as done by staff, without an address of the student. */
export async function recordStaffActionEvent(
  tx: Tx,
  studentId: string,
  event: SecurityEvent,
  ip: string,
): Promise<void> {
  await recordSecurityEvent(tx, { studentId, event, ip, userAgent: '工作人员后台' })
}

/** Removes sessions and locks, and notifies the student. @returns session changes to broadcast */
export async function setInitialPassword(tx: Tx, deps: Deps, row: StudentRow, passwordHash: string): Promise<string[]> {
  await updateStudent(tx, row.id, { passwordHash, initialPasswordChanged: false })
  await removeStudentLocks(tx, row)
  await notify(tx, passwordResetMessage(row.id, await appNow(tx)))
  return deps.sessions.revoke(tx, row.id, {})
}

export type PersonCorrection = Partial<
  Pick<StudentRow, 'name' | 'idNo' | 'phone' | 'certificateNo'> & { idType: IdType }
>

/** Staff may correct data even after the first paid order. @throws Refusal common.invalid, student_desk.numberTaken. */
export async function correctPerson(tx: Tx, row: StudentRow, change: PersonCorrection): Promise<void> {
  const idType = change.idType ?? row.idType
  const idNo = change.idNo ?? row.idNo
  // Checks only changed values, because unchanged old values may break the current rules.
  checkPersonFields(idType, {
    name: change.name ?? (change.idType && row.name),
    idNo: change.idNo ?? (change.idType && row.idNo),
  })
  const holder = await findAccountWithNumber(tx, row.id, { ...change, idNo })
  if (holder) refuseTaken(holder)
  const gender = genderOf(idType, idNo)
  await updateStudent(tx, row.id, { ...change, ...(gender ? { gender } : {}) }).catch((error) => {
    throw isUniqueViolation(error) ? takenMeanwhile() : error
  })
}

const numberNames = {
  idNo: '该证件号',
  phone: '该手机号',
  certificateNo: '该资格证书编号',
} as const

export interface AccountWithNumber {
  field: keyof typeof numberNames
  id: string
  name: string
  phoneMasked: string
}

export async function findAccountWithNumber(
  db: Db,
  studentId: string,
  numbers: Pick<PersonCorrection, AccountWithNumber['field']>,
): Promise<AccountWithNumber | null> {
  /**
   * A new phone or id number may equal neither phone nor id number of another account: at sign-in only the number is
   * known, not its type.
   */
  const finders = { idNo: findStudentByNumber, phone: findStudentByNumber, certificateNo: findStudentByCertificate }
  for (const field of ['idNo', 'phone', 'certificateNo'] as const) {
    const number = numbers[field]
    const holder = number ? await finders[field](db, number) : undefined
    if (!holder || holder.id === studentId) continue
    return { field, id: holder.id, name: holder.name, phoneMasked: maskPhone(holder.phone) }
  }
  return null
}

/** Staff see who holds the number; students only see that it is taken. */
function refuseTaken({ field, id, name, phoneMasked }: AccountWithNumber): never {
  return refuse('student_desk.numberTaken', {
    what: numberNames[field],
    holder: `学员 ${name}（${phoneMasked}）`,
    holderId: id,
    fields: { [field]: `已登记在学员 ${name}（${phoneMasked}）的账号上` },
  })
}

const takenMeanwhile = () => new Refusal('student_desk.numberTaken', { what: '这个号码', holder: '另一名学员' })

/** Ends all sessions. @returns session changes to broadcast */
export async function closeMergedAccount(tx: Tx, deps: Deps, row: StudentRow, mergedInto: string): Promise<string[]> {
  await updateStudent(tx, row.id, { closedAt: sql<Date>`app_now()`, mergedInto })
  await removeStudentLocks(tx, row)
  return deps.sessions.revoke(tx, row.id, {})
}
