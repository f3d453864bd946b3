import type { clientCalls } from '@ce/contract'
import { isCreditCodeValid } from '@ce/contract/person'
import type { z } from 'zod'
import { guardAddressLookups } from '../../../platform/auth/address-limit.ts'
import type { SignInDevice } from '../../../platform/auth/known-device.ts'
import { hashPassword, isCommonPassword, verifyPassword } from '../../../platform/auth/passwords.ts'
import type { StudentActor } from '../../../platform/auth/sessions.ts'
import { appNow, inTransaction, type Tx } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { isUniqueViolation } from '../../../platform/error-code.ts'
import { Refusal, refuse } from '../../../platform/errors.ts'
import { countSecurityEvents, recordSecurityEvent, type Visitor } from '../../../platform/security-log.ts'
import { findUnprintableLetters } from '../../file/print_font/service/letters.ts'
import { requireOwnFile } from '../../file/service/owned.ts'
import { notify } from '../../message/service.ts'
import { passwordChangedMessage, phoneChangedMessage } from '../messages.ts'
import { findStudent, hasPaidOrder, lockPasswordHash, lockStudents, type StudentRow, updateStudent } from '../store.ts'
import { toProfile } from '../view.ts'
import { countTakenNumbers, guardStudentPassword, lockoutKeyOfStudent, refuseWrongPassword } from './guard.ts'

type Modification = z.output<(typeof clientCalls)['student']['modify']['request']>

async function requireStudent(deps: Deps, student: StudentActor): Promise<StudentRow> {
  const row = await findStudent(deps.db, student.studentId)
  // Refused if the account was closed since the session was read.
  return row && !row.closedAt ? row : refuse('common.unauthorized')
}

/** @throws Refusal common.unauthorized when the account was closed meanwhile (decision 021). */
export async function lockOwnStudentRow(tx: Tx, studentId: string): Promise<StudentRow> {
  const [row] = await lockStudents(tx, [studentId])
  return row && !row.closedAt ? row : refuse('common.unauthorized')
}

/** @throws Refusal common.unauthorized when the account is gone. */
export async function readProfile(deps: Deps, student: StudentActor) {
  const row = await requireStudent(deps, student)
  const unprintable = {
    name: await findUnprintableLetters(deps.db, row.name),
    employer: await findUnprintableLetters(deps.db, row.employer ?? ''),
  }
  return toProfile(deps.keys, row, await hasPaidOrder(deps.db, row.id), unprintable)
}

/**
 * A new phone needs the password, because it is used to sign in. A change without effect is not audited. @throws
 * Refusal student.changesSpent.
 */
export async function modifyProfile(deps: Deps, student: StudentActor, input: Modification, client: Visitor) {
  const { password, avatarFileId, phone, ...fields } = input
  const row = await requireStudent(deps, student)
  if (fields.employerCreditCode && !isCreditCodeValid(fields.employerCreditCode))
    refuse('common.invalid', {
      problem: '单位统一社会信用代码：不正确，请核对 18 位代码',
      fields: { employerCreditCode: '不正确，请核对 18 位代码' },
    })
  const newPhone = phone && phone !== row.phone ? phone : undefined
  if (newPhone) await checkOwnPassword(deps, row, password, client)
  const file = avatarFileId ? await requireOwnFile(deps, student, avatarFileId, 'AVATAR') : undefined
  const change = Object.fromEntries(
    Object.entries(fields)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, value === '' ? null : value]),
  )
  const wanted = {
    ...change,
    ...(newPhone ? { phone: newPhone } : {}),
    ...(file ? { avatarFileId: file.id } : {}),
  }
  // Reads the setting before the transaction, because waiting for a second connection inside it could block forever.
  const most = await deps.settings.get('student.changesPerDay')
  // Limits attempts to find out taken phone numbers in the same way as password guesses.
  const phoneGate = newPhone ? await guardAddressLookups(deps, client) : null
  const save = inTransaction(deps.db, async (tx) => {
    const now = new Map<string, unknown>(Object.entries(await lockOwnStudentRow(tx, row.id)))
    const changed = Object.entries(wanted).filter(([name, value]) => now.get(name) !== value)
    if (changed.length === 0) return
    const phoneNow = changed.some(([name]) => name === 'phone') ? newPhone : undefined
    const event = phoneNow ? 'PHONE_CHANGED' : 'PROFILE_CHANGED'
    // The number of changes per day is limited, because unlimited changes would flood the security log.
    if ((await countSecurityEvents(tx, row.id, event)) >= most) refuse('student.changesSpent', { most })
    await updateStudent(tx, row.id, Object.fromEntries(changed)).catch((error: unknown) => {
      throw isUniqueViolation(error)
        ? new Refusal('student.phoneTaken', { fields: { phone: '该手机号已注册' } })
        : error
    })
    const detail = { fields: changed.map(([name]) => name) }
    await recordSecurityEvent(tx, { ...client, studentId: row.id, event, detail })
    if (phoneNow) await notify(tx, phoneChangedMessage(row.id, phoneNow, await appNow(tx)))
  })
  await (phoneGate ? countTakenNumbers(phoneGate, save) : save)
  return readProfile(deps, student)
}

/**
 * Asks for the password again, so that a stolen session alone is not enough.
 * @throws Refusal student.wrongPassword, student.locked.
 */
export async function requireOwnStudentPassword(
  deps: Deps,
  student: StudentActor,
  password: string,
  client: Visitor,
): Promise<void> {
  await checkOwnPassword(deps, await requireStudent(deps, student), password, client)
}

async function checkOwnPassword(
  deps: Deps,
  row: StudentRow,
  password: string | undefined,
  client: Visitor,
): Promise<void> {
  if (!password) return refuse('student.passwordNeeded', { fields: { password: '请输入登录密码' } })
  const gate = await guardStudentPassword(deps, row.id, client)
  if (await verifyPassword(row.passwordHash, password)) return gate.passed()
  await refuseWrongPassword(gate, row.id, client)
  refuse('student.wrongPassword', { fields: { password: '密码不正确' } })
}

/** Ends other sessions and forgets other devices. A repeated call of the same session gets the first response. */
export async function changeStudentPassword(
  deps: Deps,
  student: StudentActor,
  input: { oldPassword: string; newPassword: string },
  client: Visitor,
  device: SignInDevice,
): Promise<{ isInitPassword: boolean }> {
  const row = await requireStudent(deps, student)
  const gate = await guardStudentPassword(deps, row.id, client)
  if (!(await verifyPassword(row.passwordHash, input.oldPassword))) {
    const repeated =
      (await deps.sessions.hasChangedPassword(deps.db, row.id, student.tokenHash)) &&
      (await verifyPassword(row.passwordHash, input.newPassword))
    if (!repeated) {
      await refuseWrongPassword(gate, row.id, client)
      return refuse('student.wrongPassword', { fields: { oldPassword: '原密码不正确' } })
    }
    await gate.passed()
    await device.remember({ hash: lockoutKeyOfStudent(row.id), passwordHash: row.passwordHash })
    return { isInitPassword: true }
  }
  await gate.passed()
  if (input.newPassword === input.oldPassword)
    refuse('student.samePassword', { fields: { newPassword: '不能与原密码相同' } })
  if (isCommonPassword(input.newPassword, row.phone, row.idNo))
    refuse('student.weakPassword', { fields: { newPassword: '这个密码过于简单或常见' } })
  const passwordHash = await hashPassword(input.newPassword)
  const ended = await inTransaction(deps.db, async (tx) => {
    if ((await lockPasswordHash(tx, row.id)) !== row.passwordHash) return null
    await updateStudent(tx, row.id, { passwordHash, initialPasswordChanged: true })
    const hashes = await deps.sessions.revoke(tx, row.id, { except: student.tokenHash })
    await recordSecurityEvent(tx, { ...client, studentId: row.id, event: 'PASSWORD_CHANGED' })
    await notify(tx, passwordChangedMessage(row.id, await appNow(tx)))
    return hashes
  })
  // Another request changed the password meanwhile, so the entered one is checked against the new one.
  if (!ended) return changeStudentPassword(deps, student, input, client, device)
  await deps.sessions.spread(ended)
  await device.remember({ hash: lockoutKeyOfStudent(row.id), passwordHash })
  return { isInitPassword: true }
}
