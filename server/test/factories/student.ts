import { randomInt } from 'node:crypto'
import { digestPassword } from '@ce/contract/password'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { importStudent } from '../../src/modules/student/service/register.ts'
import { deps, must } from '../world.ts'

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

/** A new pharmacist, different from everybody before, signed in. */
export async function makeStudent(
  options: { name?: string; initialPasswordChanged?: boolean } = {},
): Promise<TestStudent> {
  const person = newPerson(options.name)
  const { db } = await deps()
  const id = await importStudent(
    db,
    {
      name: person.name,
      idType: 'ID_CARD',
      idNo: person.idNo,
      phone: person.phone,
      certificateNo: person.certificateNo,
      employer: '示例大药房',
      titleCode: 0,
      initialPasswordChanged: options.initialPasswordChanged ?? true,
    },
    person.password,
  )
  const { token } = await must('POST /student/v1/login', {
    account: person.phone,
    password: person.password,
  })
  return { ...person, id, token }
}

/** Data of a person nobody has used: for registering by hand. */
export function newPerson(name = '测试药师') {
  return {
    name,
    phone: `1${randomInt(3, 10)}${String(randomInt(1e9)).padStart(9, '0')}`,
    idNo: newIdNo(),
    certificateNo: `C${randomInt(1e12)}`.padEnd(8, '0'),
    password: digestPassword('Aa1!secret'),
  }
}

/** A well-formed citizen ID number (GB 11643-1999) of a random adult. */
export function newIdNo(): string {
  const region = String(randomInt(1e4)).padStart(4, '0')
  const body = `33${region}${1960 + randomInt(40)}${String(1 + randomInt(12)).padStart(2, '0')}${String(1 + randomInt(28)).padStart(2, '0')}${String(randomInt(1000)).padStart(3, '0')}`
  const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
  const sum = weights.reduce((total, weight, index) => total + weight * Number(body[index]), 0)
  return `${body}${'10X98765432'[sum % 11]}`
}

/** The answer to a fresh challenge, as a browser works it out. */
export async function solved(): Promise<string> {
  const { challenge } = await must('GET /student/v1/challenge')
  const question = challenge as Parameters<typeof solveChallenge>[0]['challenge']
  const solution = await solveChallenge({ challenge: question, deriveKey })
  return Buffer.from(JSON.stringify({ challenge: question, solution })).toString('base64')
}

/** What a registration sends. */
export async function registration(change: Record<string, unknown> = {}) {
  const { agreementVersion } = await must('GET /first_page/v1/site_info')
  const challenge = await solved()
  return { ...newPerson(), idType: 'ID_CARD', agreementVersion, challenge, ...change }
}
