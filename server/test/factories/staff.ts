import { randomBytes } from 'node:crypto'
import type { Permission } from '@ce/contract'
import { addStaff } from '../../src/modules/staff/service.ts'
import { systemAuthor } from '../../src/platform/audit.ts'
import { inTransaction } from '../../src/platform/db/database.ts'
import { deps, staffCall } from '../world.ts'
import { hashOnce } from './password.ts'
import { solved } from './student.ts'

export interface TestStaff {
  id: string
  token: string
  username: string
  name: string
  /** plain, as clients send it */
  password: string
}

type Wanted = { name?: string; mustChangePassword?: boolean } & (
  | { permissions: Permission[] }
  | { roles: string[] }
)

/** A member of staff nobody else uses, signed in: with a role of their own of these permissions, or the named roles. */
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
  const passwordHash = await hashOnce(password)
  const row = { username, name, passwordHash, roles, mustChangePassword }
  const id = await inTransaction(db, (tx) => addStaff(tx, systemAuthor, row))
  return { ...person, id, token: await staffSessions.issue(db, id) }
}

/** A role that holds exactly these permissions; its code. */
export async function makeRole(permissions: Permission[], totpRequired = false): Promise<string> {
  const { db } = await deps()
  const code = `T${randomBytes(6).toString('hex').toUpperCase()}`
  await db
    .insertInto('role')
    .values({ code, title: '测试角色', position: 99, totpRequired })
    .execute()
  const rows = permissions.map((permission) => ({ roleCode: code, permission }))
  if (rows.length > 0) await db.insertInto('rolePermission').values(rows).execute()
  return code
}

/** Signs in by the call, with the one-time code where there is one; solves a challenge when one is asked for, as the page does. */
export async function signIn(username: string, password: string, code?: string) {
  const input = { username, password, ...(code ? { code } : {}) }
  const answer = await staffCall('POST /staff/v1/login', input)
  if (answer.key !== 'student.challengeRequired') return answer
  return staffCall('POST /staff/v1/login', { ...input, challenge: await solved() })
}
