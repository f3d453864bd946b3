import type { clientCalls } from '@ce/contract'
import { creditCodeValid } from '@ce/contract/person'
import type { z } from 'zod'
import { openAddressGate } from '../../../platform/auth/address-limit.ts'
import type { Device } from '../../../platform/auth/known-device.ts'
import {
  hashPassword,
  passwordIsCommon,
  passwordMatches,
} from '../../../platform/auth/passwords.ts'
import type { StudentActor } from '../../../platform/auth/sessions.ts'
import { appNow, inTransaction, type Tx } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { isTaken } from '../../../platform/error-code.ts'
import { Refusal, refuse } from '../../../platform/errors.ts'
import { countSecurityEvents, securityEvent, type Visitor } from '../../../platform/security-log.ts'
import { requireOwnFile } from '../../file/service.ts'
import { notify } from '../../message/service.ts'
import { unprintableLetters } from '../../print_font/service.ts'
import { passwordChangedMessage, phoneChangedMessage } from '../messages.ts'
import {
  findStudent,
  hasChangedPassword,
  hasPaidOrder,
  lockPassword,
  lockStudents,
  type StudentRow,
  updateStudent,
} from '../store.ts'
import { toProfile } from '../view.ts'
import { accountOf, countTaken, openPasswordGate, refusedPassword } from './guard.ts'

type Modification = z.output<(typeof clientCalls)['student']['modify']['request']>

async function requireStudent(deps: Deps, student: StudentActor): Promise<StudentRow> {
  const row = await findStudent(deps.db, student.studentId)
  // closed since the session was looked up
  return row && !row.closedAt ? row : refuse('common.unauthorized')
}

/**
 * The student's own row under its lock: whatever they ask for that takes it.
 * @throws Refusal common.unauthorized when the account was closed while the call waited (decision 021)
 */
export async function lockOwn(tx: Tx, studentId: string): Promise<StudentRow> {
  const [row] = await lockStudents(tx, [studentId])
  return row && !row.closedAt ? row : refuse('common.unauthorized')
}

/** @throws Refusal common.unauthorized when the account is gone */
export async function readProfile(deps: Deps, student: StudentActor) {
  const row = await requireStudent(deps, student)
  const unprintable = {
    name: await unprintableLetters(deps.db, row.name),
    employer: await unprintableLetters(deps.db, row.employer ?? ''),
  }
  return toProfile(deps.keys, row, await hasPaidOrder(deps.db, row.id), unprintable)
}

/**
 * Changes what a student may change of themselves; what is so already leaves nothing behind. A new phone needs the password; it is how
 * they sign in. @throws Refusal student.changesSpent
 */
export async function modifyProfile(
  deps: Deps,
  student: StudentActor,
  input: Modification,
  client: Visitor,
) {
  const { password, avatarFileId, phone, ...fields } = input
  const row = await requireStudent(deps, student)
  if (fields.employerCreditCode && !creditCodeValid(fields.employerCreditCode))
    refuse('common.invalid', {
      problem: '单位统一社会信用代码：不正确，请核对 18 位代码',
      fields: { employerCreditCode: '不正确，请核对 18 位代码' },
    })
  const newPhone = phone && phone !== row.phone ? phone : undefined
  if (newPhone) await checkOwnPassword(deps, row, password, client)
  const file = avatarFileId
    ? await requireOwnFile(deps, student, avatarFileId, 'AVATAR')
    : undefined
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
  // read before: a transaction that waits for a second connection can wait for ever
  const most = await deps.settings.get('student.changesPerDay')
  // whether a number is taken is told as seldom as whether a password is right
  const phoneGate = newPhone ? await openAddressGate(deps, client) : null
  const save = inTransaction(deps.db, async (tx) => {
    const now = new Map<string, unknown>(Object.entries(await lockOwn(tx, row.id)))
    const changed = Object.entries(wanted).filter(([name, value]) => now.get(name) !== value)
    if (changed.length === 0) return
    const phoneNow = changed.some(([name]) => name === 'phone') ? newPhone : undefined
    const event = phoneNow ? 'PHONE_CHANGED' : 'PROFILE_CHANGED'
    // changed to and fro all day, it would bury what else stands in the log
    if ((await countSecurityEvents(tx, row.id, event)) >= most)
      refuse('student.changesSpent', { most })
    await updateStudent(tx, row.id, Object.fromEntries(changed)).catch((error: unknown) => {
      throw isTaken(error)
        ? new Refusal('student.phoneTaken', { fields: { phone: '该手机号已注册' } })
        : error
    })
    const detail = { fields: changed.map(([name]) => name) }
    await securityEvent(tx, { ...client, studentId: row.id, event, detail })
    if (phoneNow) await notify(tx, phoneChangedMessage(row.id, phoneNow, await appNow(tx)))
  })
  await (phoneGate ? countTaken(phoneGate, save) : save)
  return readProfile(deps, student)
}

/** The student's password once more, for what a stolen sign-in must not do. @throws Refusal student.wrongPassword, student.locked */
export async function requireOwnPassword(
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
  const gate = await openPasswordGate(deps, row.id, client)
  if (await passwordMatches(row.passwordHash, password)) return gate.passed()
  await refusedPassword(gate, row.id, client)
  refuse('student.wrongPassword', { fields: { password: '密码不正确' } })
}

/** Changes the password; every other session of the student ends, and every other device is a stranger. Asked again by the session that did it, it answers as before. */
export async function modifyPassword(
  deps: Deps,
  student: StudentActor,
  input: { oldPassword: string; newPassword: string },
  client: Visitor,
  device: Device,
): Promise<{ isInitPassword: boolean }> {
  const row = await requireStudent(deps, student)
  const gate = await openPasswordGate(deps, row.id, client)
  if (!(await passwordMatches(row.passwordHash, input.oldPassword))) {
    const repeated =
      (await hasChangedPassword(deps.db, student)) &&
      (await passwordMatches(row.passwordHash, input.newPassword))
    if (!repeated) {
      await refusedPassword(gate, row.id, client)
      return refuse('student.wrongPassword', { fields: { oldPassword: '原密码不正确' } })
    }
    await gate.passed()
    await device.remember({ hash: accountOf(row.id), passwordHash: row.passwordHash })
    return { isInitPassword: true }
  }
  await gate.passed()
  if (input.newPassword === input.oldPassword)
    refuse('student.samePassword', { fields: { newPassword: '不能与原密码相同' } })
  if (passwordIsCommon(input.newPassword, row.phone, row.idNo))
    refuse('student.weakPassword', { fields: { newPassword: '这个密码过于简单或常见' } })
  const passwordHash = await hashPassword(input.newPassword)
  const ended = await inTransaction(deps.db, async (tx) => {
    if ((await lockPassword(tx, row.id)) !== row.passwordHash) return null
    await updateStudent(tx, row.id, { passwordHash, initialPasswordChanged: true })
    const hashes = await deps.sessions.revoke(tx, row.id, { except: student.tokenHash })
    await securityEvent(tx, { ...client, studentId: row.id, event: 'PASSWORD_CHANGED' })
    await notify(tx, passwordChangedMessage(row.id, await appNow(tx)))
    return hashes
  })
  // changed meanwhile: by another session, and the old password opens nothing any more, or by this same call
  if (!ended) return modifyPassword(deps, student, input, client, device)
  await deps.sessions.spread(ended)
  await device.remember({ hash: accountOf(row.id), passwordHash })
  return { isInitPassword: true }
}
