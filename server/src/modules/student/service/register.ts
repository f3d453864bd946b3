import type { clientCalls } from '@ce/contract'
import { genderOf, idNoProblem } from '@ce/contract/id-paper'
import { nameProblem } from '@ce/contract/person-name'
import type { z } from 'zod'
import { guardAddressLookups } from '../../../platform/auth/address-limit.ts'
import type { SignInDevice } from '../../../platform/auth/known-device.ts'
import { hashPassword, isCommonPassword } from '../../../platform/auth/passwords.ts'
import { requireChallenge } from '../../../platform/auth/sign-in-gate.ts'
import { type Db, inTransaction } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { isUniqueViolation } from '../../../platform/error-code.ts'
import { Refusal, refuse } from '../../../platform/errors.ts'
import { recordSecurityEvent, type Visitor } from '../../../platform/security-log.ts'
import { loadSiteInfo } from '../../content/first_page/service/site.ts'
import { insertAgreement } from '../store/agreements.ts'
import { findStudent, findStudentByNumber, insertStudent, type NewStudent, updateStudent } from '../store.ts'
import { toSessionUser } from '../view.ts'
import { countTakenNumbers, lockoutKeyOfStudent } from './guard.ts'

export type StudentRegistration = z.output<(typeof clientCalls)['student']['register']['request']>

/** Maps each unique index to its refusal. */
const taken: Record<string, 'student.phoneTaken' | 'student.idTaken' | 'student.certificateTaken'> = {
  student_phone_key: 'student.phoneTaken',
  student_id_no_key: 'student.idTaken',
  student_certificate_no_key: 'student.certificateTaken',
}
const fieldOf = {
  'student.phoneTaken': 'phone',
  'student.idTaken': 'idNo',
  'student.certificateTaken': 'certificateNo',
} as const

/** `isInitPassword` is true, because the student chose the password. */
export async function registerStudent(deps: Deps, input: StudentRegistration, client: Visitor, device: SignInDevice) {
  checkPersonFields(input.idType, input)
  if (isCommonPassword(input.password, input.phone, input.idNo))
    refuse('student.weakPassword', { fields: { password: '这个密码过于简单或常见' } })
  const site = await loadSiteInfo(deps.db)
  requireInForce(input, site)
  await requireChallenge(deps, input.challenge)
  const gate = await guardAddressLookups(deps, client)
  const passwordHash = await hashPassword(input.password)
  const write = inTransaction(deps.db, async (tx) => {
    const id = await addStudent(tx, {
      ...personOf(input),
      passwordHash,
      initialPasswordChanged: true,
    })
    const { agreementVersion, privacyVersion } = input
    const consent = { studentId: id, way: 'REGISTER' as const }
    await insertAgreement(tx, { ...consent, document: 'AGREEMENT', version: agreementVersion })
    if (privacyVersion) await insertAgreement(tx, { ...consent, document: 'PRIVACY', version: privacyVersion })
    await recordSecurityEvent(tx, { ...client, studentId: id, event: 'REGISTER' })
    const row = await findStudent(tx, id)
    if (!row) throw new Error('the student just registered is gone')
    const session = {
      token: await deps.sessions.issue(tx, id),
      user: toSessionUser(deps.keys, row),
    }
    return { id, session }
  })
  const { id, session } = await countTakenNumbers(gate, write)
  await device.remember({ hash: lockoutKeyOfStudent(id), passwordHash })
  return session
}

type Versions = Pick<StudentRegistration, 'agreementVersion' | 'privacyVersion'>

function requireInForce(read: Versions, site: Required<Versions>): void {
  const { agreementVersion, privacyVersion } = site
  const privacy = read.privacyVersion ?? privacyVersion
  if (read.agreementVersion !== agreementVersion || privacy !== privacyVersion)
    refuse('student.agreementOutdated', { agreementVersion, privacyVersion })
}

/** The account gets an initial password that must be changed at the first sign-in. */
export async function importStudent(tx: Db, person: Omit<NewStudent, 'passwordHash'>, initialDigest: string) {
  checkPersonFields(person.idType, person)
  return addStudent(tx, { ...person, passwordHash: await hashPassword(initialDigest) })
}

/** Takes a hashed password, because hashing hundreds must happen before the transaction. */
export function insertImportedStudent(tx: Db, person: NewStudent): Promise<string> {
  checkPersonFields(person.idType, person)
  return addStudent(tx, person)
}

function personOf(input: StudentRegistration) {
  return {
    name: input.name,
    idType: input.idType,
    idNo: input.idNo,
    phone: input.phone,
    certificateNo: input.certificateNo,
    employer: input.employer || null,
    titleCode: input.titleCode ?? 0,
  }
}

/** Number and name must fit the document type. @throws Refusal common.invalid with the field. */
export function checkPersonFields(
  idType: string,
  { name, idNo }: { name?: string | undefined; idNo?: string | undefined },
): void {
  const wrongName = name === undefined ? null : nameProblem(name, idType)
  if (wrongName) refuse('common.invalid', { problem: wrongName, fields: { name: wrongName } })
  const wrongNo = idNo === undefined ? null : idNoProblem(idType, idNo)
  if (wrongNo) refuse('common.invalid', { problem: `证件号：${wrongNo}`, fields: { idNo: wrongNo } })
}

function sayTaken(error: Error & { constraint?: string }): never {
  const key = isUniqueViolation(error) ? taken[error.constraint ?? ''] : undefined
  throw key ? new Refusal(key, { fields: { [fieldOf[key]]: '已被登记' } }) : error
}

async function addStudent(tx: Db, row: NewStudent): Promise<string> {
  // At sign-in only the number is known, so it must be unique across document types.
  if (await findStudentByNumber(tx, row.idNo)) refuse('student.idTaken', { fields: { idNo: '该证件号已注册' } })
  const id = await insertStudent(tx, row).catch(sayTaken)
  const gender = genderOf(row.idType, row.idNo)
  if (gender) await updateStudent(tx, id, { gender })
  return id
}
