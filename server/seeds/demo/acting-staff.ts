import type { Permission } from '@ce/contract'
import type { Deps } from '../../src/platform/deps.ts'
import type { StaffAtWork } from '../../src/platform/staff-calls.ts'

export async function findActingDemoStaff(
  { db }: Deps,
  username: string,
  permissions: Permission[],
): Promise<StaffAtWork> {
  const { id, name } = await db
    .selectFrom('staff')
    .select(['id', 'name'])
    .where('username', '=', username)
    .executeTakeFirstOrThrow()
  const held = new Set(permissions)
  return { staffId: id, username, name, permissions: held, tokenHash: '', ip: '127.0.0.1' }
}
