import type { clientCalls } from '@ce/contract'
import { genderOf, idNoProblem } from '@ce/contract/id-paper'
import { nameProblem } from '@ce/contract/person-name'
import type { z } from 'zod'
import { openAddressGate } from '../../../platform/auth/address-limit.ts'
import type { Device } from '../../../platform/auth/known-device.ts'
import { hashPassword, passwordIsCommon } from '../../../platform/auth/passwords.ts'
import { requireChallenge } from '../../../platform/auth/sign-in-gate.ts'
import { type Db, inTransaction } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { isTaken } from '../../../platform/error-code.ts'
import { Refusal, refuse } from '../../../platform/errors.ts'
import { securityEvent, type Visitor } from '../../../platform/security-log.ts'
import { readSiteInfo } from '../../first_page/service.ts'
import { insertConsent } from '../store/agreements.ts'
import {
  findByAccount,
  findStudent,
  insertStudent,
  type NewStudent,
  updateStudent,
} from '../store.ts'
import { toSessionUser } from '../view.ts'
import { accountOf, countTaken } from './guard.ts'

export type Registration = z.output<(typeof clientCalls)['student']['register']['request']>

/** Which unique index a person ran into. */
const taken: Record<string, 'student.phoneTaken' | 'student.idTaken' | 'student.certificateTaken'> =
  {
    student_phone_key: 'student.phoneTaken',
    student_id_no_key: 'student.idTaken',
    student_certificate_no_key: 'student.certificateTaken',
  }
const fieldOf = {
  'student.phoneTaken': 'phone',
  'student.idTaken': 'idNo',
  'student.certificateTaken': 'certificateNo',
} as const

/** Registers a pharmacist and signs them in. Their password is their own: isInitPassword is true. */
export async function register(deps: Deps, input: Registration, client: Visitor, device: Device) {
  checkPerson(input.idType, input)
  if (passwordIsCommon(input.password, input.phone, input.idNo))
    refuse('student.weakPassword', { fields: { password: '这个密码过于简单或常见' } })
  const site = await readSiteInfo(deps.db)
  requireInForce(input, site)
  await requireChallenge(deps, input.challenge)
  const gate = await openAddressGate(deps, client)
  const passwordHash = await hashPassword(input.password)
  const write = inTransaction(deps.db, async (tx) => {
    const id = await addStudent(tx, {
      ...personOf(input),
      passwordHash,
      initialPasswordChanged: true,
    })
    const { agreementVersion, privacyVersion } = input
    const consent = { studentId: id, way: 'REGISTER' as const }
    await insertConsent(tx, { ...consent, document: 'AGREEMENT', version: agreementVersion })
    if (privacyVersion)
      await insertConsent(tx, { ...consent, document: 'PRIVACY', version: privacyVersion })
    await securityEvent(tx, { ...client, studentId: id, event: 'REGISTER' })
    const row = await findStudent(tx, id)
    if (!row) throw new Error('the student just registered is gone')
    const session = {
      token: await deps.sessions.issue(tx, id),
      user: toSessionUser(deps.keys, row),
    }
    return { id, session }
  })
  const { id, session } = await countTaken(gate, write)
  await device.remember({ hash: accountOf(id), passwordHash })
  return session
}

type Versions = Pick<Registration, 'agreementVersion' | 'privacyVersion'>

/** Only what somebody has read may stand as agreed to. */
function requireInForce(read: Versions, site: Required<Versions>): void {
  const { agreementVersion, privacyVersion } = site
  const privacy = read.privacyVersion ?? privacyVersion
  if (read.agreementVersion !== agreementVersion || privacy !== privacyVersion)
    refuse('student.agreementOutdated', { agreementVersion, privacyVersion })
}

/** Adds a person the association knows, with an initial password to be changed at first login. */
export async function importStudent(
  tx: Db,
  person: Omit<NewStudent, 'passwordHash'>,
  initialDigest: string,
) {
  checkPerson(person.idType, person)
  return addStudent(tx, { ...person, passwordHash: await hashPassword(initialDigest) })
}

/** The same with a password that is hashed already: hundreds of them are, before the transaction that adds them. */
export function addImported(tx: Db, person: NewStudent): Promise<string> {
  checkPerson(person.idType, person)
  return addStudent(tx, person)
}

function personOf(input: Registration) {
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

/** A number must be one of its paper, and a name one that the paper can have. @throws Refusal common.invalid with the field */
export function checkPerson(
  idType: string,
  { name, idNo }: { name?: string | undefined; idNo?: string | undefined },
): void {
  const wrongName = name === undefined ? null : nameProblem(name, idType)
  if (wrongName) refuse('common.invalid', { problem: wrongName, fields: { name: wrongName } })
  const wrongNo = idNo === undefined ? null : idNoProblem(idType, idNo)
  if (wrongNo)
    refuse('common.invalid', { problem: `证件号：${wrongNo}`, fields: { idNo: wrongNo } })
}

/** A number somebody has already, as a refusal with its field; any other error as it is. */
function sayTaken(error: Error & { constraint?: string }): never {
  const key = isTaken(error) ? taken[error.constraint ?? ''] : undefined
  throw key ? new Refusal(key, { fields: { [fieldOf[key]]: '已被登记' } }) : error
}

async function addStudent(tx: Db, row: NewStudent): Promise<string> {
  // an ID number must not exist under another ID type either: login knows only the number
  if (await findByAccount(tx, row.idNo))
    refuse('student.idTaken', { fields: { idNo: '该证件号已注册' } })
  const id = await insertStudent(tx, row).catch(sayTaken)
  const gender = genderOf(row.idType, row.idNo)
  if (gender) await updateStudent(tx, id, { gender })
  return id
}
