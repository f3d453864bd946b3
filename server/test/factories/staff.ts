import { randomBytes } from 'node:crypto'
import type { Permission } from '@ce/contract'
import { insertStaffAccount } from '../../src/modules/office/staff/service/accounts.ts'
import { systemAuthor } from '../../src/platform/audit.ts'
import { inTransaction } from '../../src/platform/db/database.ts'
import { deps, staffCall } from '../world.ts'
import { hashPasswordOnce } from './password.ts'
import { solveNewChallenge } from './student.ts'

export interface TestStaff {
  id: string
  token: string
  username: string
  name: string
  password: string
}

type Wanted = { name?: string; mustChangePassword?: boolean } & (
  | { permissions: readonly Permission[] }
  | { roles: string[] }
)

/** A new role gets these permissions, unless roles are named. */
export async function makeStaff(wanted: Wanted): Promise<TestStaff> {
  const { db, staffSessions } = await deps()
  const person = {
    username: `t${randomBytes(6).toString('hex')}`,
    name: wanted.name ?? '测试职员',
    password: 'Aa1!secret',
  }
  const roles = 'roles' in wanted ? wanted.roles : [await makeRole(wanted.permissions)]
  const { mustChangePassword = false } = wanted
  const { username, name, password } = person
  const passwordHash = await hashPasswordOnce(password)
  const row = { username, name, passwordHash, roles, mustChangePassword }
  const id = await inTransaction(db, (tx) => insertStaffAccount(tx, systemAuthor, row))
  return { ...person, id, token: await staffSessions.issue(db, id) }
}

/** @returns the code of the role */
export async function makeRole(permissions: readonly Permission[], totpRequired = false): Promise<string> {
  const { db } = await deps()
  const code = `T${randomBytes(6).toString('hex').toUpperCase()}`
  await db.insertInto('role').values({ code, title: '测试角色', position: 99, totpRequired }).execute()
  const rows = permissions.map((permission) => ({ roleCode: code, permission }))
  if (rows.length > 0) await db.insertInto('rolePermission').values(rows).execute()
  return code
}

/** Solves a challenge if one is required. */
export async function signInStaff(username: string, password: string, code?: string) {
  const input = { username, password, ...(code ? { code } : {}) }
  const answer = await staffCall('POST /staff/v1/login', input)
  if (answer.key !== 'student.challengeRequired') return answer
  return staffCall('POST /staff/v1/login', { ...input, challenge: await solveNewChallenge() })
}
