import { sql } from 'kysely'
import { countOf } from '../../../platform/db/count.ts'
import type { Db, Tx } from '../../../platform/db/database.ts'

/** Makes these the roles of an account. @throws 23503 for a role that does not exist */
export async function setRoles(db: Db, staffId: string, roles: string[]): Promise<void> {
  await db.deleteFrom('staffRole').where('staffId', '=', staffId).execute()
  for (const roleCode of new Set(roles))
    await db.insertInto('staffRole').values({ staffId, roleCode }).execute()
}

/** The roles of an account, in the roles' own order. */
export async function rolesOf(db: Db, staffId: string) {
  const held = await rolesOfEach(db, [staffId])
  return held.get(staffId) ?? []
}

/** The same of several accounts, asked once. */
export async function rolesOfEach(db: Db, staffIds: readonly string[]) {
  const held = new Map<string, { code: string; title: string; totpRequired: boolean }[]>()
  if (staffIds.length === 0) return held
  const rows = await db
    .selectFrom('staffRole')
    .innerJoin('role', 'role.code', 'staffRole.roleCode')
    .select(['staffId', 'role.code', 'role.title', 'role.totpRequired'])
    .where('staffId', 'in', staffIds)
    .orderBy('role.position')
    .orderBy('role.code')
    .execute()
  for (const { staffId, ...role } of rows) held.set(staffId, [...(held.get(staffId) ?? []), role])
  return held
}

/** What an account may do by its roles, each once. */
export async function permissionsOf(db: Db, staffId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('staffRole')
    .innerJoin('rolePermission', 'rolePermission.roleCode', 'staffRole.roleCode')
    .select('permission')
    .distinct()
    .where('staffId', '=', staffId)
    .orderBy('permission')
    .execute()
  return rows.map(({ permission }) => permission)
}

/** How many of these codes are roles. */
export async function countRoles(db: Db, codes: string[]): Promise<number> {
  if (codes.length === 0) return 0
  return countOf(db.selectFrom('role').where('code', 'in', codes))
}

/** Every role with what it may do. */
export async function allRoles(db: Db) {
  return db
    .selectFrom('role')
    .leftJoin('rolePermission', 'rolePermission.roleCode', 'role.code')
    .select(['code', 'title', 'totpRequired'])
    .select(
      sql<
        string[]
      >`coalesce(array_agg(permission order by permission) filter (where permission is not null), '{}')`.as(
        'permissions',
      ),
    )
    .groupBy(['code', 'title', 'totpRequired', 'position'])
    .orderBy('position')
    .orderBy('code')
    .execute()
}

/** Changes of who holds this role go one after the other until the transaction ends. */
export async function lockRole(tx: Tx, code: string): Promise<void> {
  await tx.selectFrom('role').select('code').where('code', '=', code).forNoKeyUpdate().execute()
}

/** The enabled accounts that hold this role. */
export function countHolders(db: Db, roleCode: string): Promise<number> {
  return countOf(
    db
      .selectFrom('staffRole')
      .innerJoin('staff', 'staff.id', 'staffRole.staffId')
      .where('roleCode', '=', roleCode)
      .where('disabledAt', 'is', null),
  )
}

/** Whether an enabled account may do this now. */
export async function holdsPermission(
  db: Db,
  staffId: string,
  permission: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('staff')
    .innerJoin('staffRole', 'staffRole.staffId', 'staff.id')
    .innerJoin('rolePermission', 'rolePermission.roleCode', 'staffRole.roleCode')
    .select('staff.id')
    .where('staff.id', '=', staffId)
    .where('disabledAt', 'is', null)
    .where('permission', '=', permission)
    .executeTakeFirst()
  return row !== undefined
}
