import { randomBytes, randomInt } from 'node:crypto'
import { digestPassword } from '@ce/contract/password'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { listAcceptableTexts } from '../../src/modules/content/first_page/service/texts.ts'
import { insertImportedStudent } from '../../src/modules/student/service/register.ts'
import { insertAgreement } from '../../src/modules/student/store/agreements.ts'
import { setFirstSignIn } from '../../src/modules/student/store.ts'
import { inTransaction } from '../../src/platform/db/database.ts'
import { recordSecurityEvent } from '../../src/platform/security-log.ts'
import { deps, must } from '../world.ts'
import { hashPasswordOnce } from './password.ts'

export interface TestStudent {
  id: string
  token: string
  name: string
  phone: string
  idNo: string
  certificateNo: string
  /** The password's digest, as clients send it. */
  password: string
}

/** The pharmacist has accepted all texts, unless `accepts` is false. */
export async function makeStudent(
  options: { name?: string; initialPasswordChanged?: boolean; accepts?: boolean } = {},
): Promise<TestStudent> {
  const person = createTestPerson(options.name)
  const { db, sessions } = await deps()
  const passwordHash = await hashPasswordOnce(person.password)
  return inTransaction(db, async (tx) => {
    const id = await insertImportedStudent(tx, {
      name: person.name,
      idType: 'ID_CARD',
      idNo: person.idNo,
      phone: person.phone,
      certificateNo: person.certificateNo,
      employer: '示例大药房',
      titleCode: 0,
      initialPasswordChanged: options.initialPasswordChanged ?? true,
      passwordHash,
    })
    // Writes the state after a sign-in directly, because hashing hundreds of passwords takes too long.
    await setFirstSignIn(tx, id)
    for (const { kind, version } of options.accepts === false ? [] : await listAcceptableTexts(tx))
      await insertAgreement(tx, { studentId: id, document: kind, version, way: 'FIRST_SIGN_IN' })
    await recordSecurityEvent(tx, { studentId: id, event: 'LOGIN', ip: '127.0.0.1', userAgent: 'test' })
    return { ...person, id, token: await sessions.issue(tx, id) }
  })
}

export function createTestPerson(name = '测试药师') {
  const phone = nextPhone()
  return {
    name,
    phone: `1${3 + Math.floor(phone / 1e9)}${String(phone % 1e9).padStart(9, '0')}`,
    idNo: createTestIdNo(),
    certificateNo: `C${randomBytes(10).toString('hex').toUpperCase()}`,
    password: digestPassword('Aa1!secret'),
  }
}

/**
 * Creates different numbers that are far apart, so that a search for a part of a number finds only that one.
 * @param step must share no factor with `size`
 */
function neverTwice(size: number, step: number): () => number {
  let last = randomInt(size)
  return () => {
    last = (last + step) % size
    return last
  }
}

const nextPhone = neverTwice(7e9, 4_326_237_923)
const regions = 1e4
const birthdays = 40 * 12 * 28
const nextIdNo = neverTwice(regions * birthdays * 1000, 83_063_768_107)

export function createTestIdNo(): string {
  const no = nextIdNo()
  const at = (place: number, of: number, width: number, first = 0) =>
    String(first + (Math.floor(no / place) % of)).padStart(width, '0')
  const day = at(1000, 28, 2, 1)
  const month = at(28e3, 12, 2, 1)
  const year = at(336e3, 40, 4, 1960)
  const body = `33${at(13_440e3, regions, 4)}${year}${month}${day}${at(1, 1000, 3)}`
  const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
  const sum = weights.reduce((total, weight, index) => total + weight * Number(body[index]), 0)
  return `${body}${'10X98765432'[sum % 11]}`
}

export async function solveNewChallenge(): Promise<string> {
  return solveTestChallenge((await must('GET /student/v1/challenge')).challenge)
}

export async function solveTestChallenge(challenge: unknown): Promise<string> {
  const question = challenge as Parameters<typeof solveChallenge>[0]['challenge']
  const solution = await solveChallenge({ challenge: question, deriveKey })
  return Buffer.from(JSON.stringify({ challenge: question, solution })).toString('base64')
}

export async function registrationInput(change: Record<string, unknown> = {}) {
  const { agreementVersion, privacyVersion } = await must('GET /first_page/v1/site_info')
  const challenge = await solveNewChallenge()
  const read = { agreementVersion, privacyVersion }
  return { ...createTestPerson(), idType: 'ID_CARD', ...read, challenge, ...change }
}
