import { randomBytes, randomInt } from 'node:crypto'
import { digestPassword } from '@ce/contract/password'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { openTexts } from '../../src/modules/first_page/service.ts'
import { addImported } from '../../src/modules/student/service.ts'
import { insertConsent } from '../../src/modules/student/store/agreements.ts'
import { setFirstSignIn } from '../../src/modules/student/store.ts'
import { inTransaction } from '../../src/platform/db/database.ts'
import { securityEvent } from '../../src/platform/security-log.ts'
import { deps, must } from '../world.ts'
import { hashOnce } from './password.ts'

export interface TestStudent {
  id: string
  token: string
  name: string
  phone: string
  idNo: string
  certificateNo: string
  /** the digest, as clients send it */
  password: string
}

/** A new pharmacist, different from everybody before, signed in, who has accepted all there is to accept unless `accepts` is false. */
export async function makeStudent(
  options: { name?: string; initialPasswordChanged?: boolean; accepts?: boolean } = {},
): Promise<TestStudent> {
  const person = newPerson(options.name)
  const { db, sessions } = await deps()
  const passwordHash = await hashOnce(person.password)
  return inTransaction(db, async (tx) => {
    const id = await addImported(tx, {
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
    // what a login leaves behind, without the seconds that passwords of hundreds take
    await setFirstSignIn(tx, id)
    for (const { kind, version } of options.accepts === false ? [] : await openTexts(tx))
      await insertConsent(tx, { studentId: id, document: kind, version, way: 'FIRST_SIGN_IN' })
    await securityEvent(tx, { studentId: id, event: 'LOGIN', ip: '127.0.0.1', userAgent: 'test' })
    return { ...person, id, token: await sessions.issue(tx, id) }
  })
}

/** Data of a person nobody has used: for registering by hand. */
export function newPerson(name = '测试药师') {
  const phone = nextPhone()
  return {
    name,
    phone: `1${3 + Math.floor(phone / 1e9)}${String(phone % 1e9).padStart(9, '0')}`,
    idNo: newIdNo(),
    certificateNo: `C${randomBytes(10).toString('hex').toUpperCase()}`,
    password: digestPassword('Aa1!secret'),
  }
}

/**
 * Numbers below `size`, none twice: thousands of people of one run would meet among ten thousand million random phones.
 * They lie far from each other, so that the beginning or end of one finds nobody else. @param step shares no factor with `size`
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

/** A well-formed citizen ID number (GB 11643-1999) of an adult. */
export function newIdNo(): string {
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

/** The answer to a fresh challenge, as a browser works it out. */
export async function solved(): Promise<string> {
  return solve((await must('GET /student/v1/challenge')).challenge)
}

/** The same of a challenge at hand. */
export async function solve(challenge: unknown): Promise<string> {
  const question = challenge as Parameters<typeof solveChallenge>[0]['challenge']
  const solution = await solveChallenge({ challenge: question, deriveKey })
  return Buffer.from(JSON.stringify({ challenge: question, solution })).toString('base64')
}

/** What a registration sends. */
export async function registration(change: Record<string, unknown> = {}) {
  const { agreementVersion, privacyVersion } = await must('GET /first_page/v1/site_info')
  const challenge = await solved()
  const read = { agreementVersion, privacyVersion }
  return { ...newPerson(), idType: 'ID_CARD', ...read, challenge, ...change }
}
