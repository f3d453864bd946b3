import { type Author, auditStaff } from '../../platform/audit.ts'
import type { Tx } from '../../platform/db/database.ts'
import { insertStaff } from './store/accounts.ts'
import { setRoles } from './store/roles.ts'

export interface NewStaff {
  username: string
  name: string
  passwordHash: string
  mustChangePassword: boolean
  /** role codes */
  roles: string[]
}

/** An account as it is made everywhere; its id. @throws 23505 when the username is taken, 23503 for no such role */
export async function addStaff(
  tx: Tx,
  author: Author,
  { roles, ...row }: NewStaff,
): Promise<string> {
  const id = await insertStaff(tx, row)
  await setRoles(tx, id, roles)
  const after = { username: row.username, name: row.name, roles }
  await auditStaff(tx, author, 'staff.created', id, { after })
  return id
}
