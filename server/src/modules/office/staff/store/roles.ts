import { sql } from 'kysely'
import type { Db, Tx } from '../../../../platform/db/database.ts'
import { countQueryRows, hasAnyRow } from '../../../../platform/db/page.ts'

/** @throws 23503 for an unknown role */
export async function setStaffRoles(db: Db, staffId: string, roles: string[]): Promise<void> {
  await db.deleteFrom('staffRole').where('staffId', '=', staffId).execute()
  for (const roleCode of new Set(roles)) await db.insertInto('staffRole').values({ staffId, roleCode }).execute()
}

export async function listRolesOfStaff(db: Db, staffId: string) {
  const held = await listRolesOfStaffMembers(db, [staffId])
  return held.get(staffId) ?? []
}

export async function listRolesOfStaffMembers(db: Db, staffIds: readonly string[]) {
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

export async function listPermissionsOfStaff(db: Db, staffId: string): Promise<string[]> {
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

export async function countExistingRoles(db: Db, codes: string[]): Promise<number> {
  if (codes.length === 0) return 0
  return countQueryRows(db.selectFrom('role').where('code', 'in', codes))
}

export async function listAllRoles(db: Db) {
  return db
    .selectFrom('role')
    .leftJoin('rolePermission', 'rolePermission.roleCode', 'role.code')
    .select(['code', 'title', 'totpRequired'])
    .select(
      sql<string[]>`coalesce(array_agg(permission order by permission) filter (where permission is not null), '{}')`.as(
        'permissions',
      ),
    )
    .groupBy(['code', 'title', 'totpRequired', 'position'])
    .orderBy('position')
    .orderBy('code')
    .execute()
}

export async function lockRole(tx: Tx, code: string): Promise<void> {
  await tx.selectFrom('role').select('code').where('code', '=', code).forNoKeyUpdate().execute()
}

export function countRoleHolders(db: Db, roleCode: string): Promise<number> {
  return countQueryRows(
    db
      .selectFrom('staffRole')
      .innerJoin('staff', 'staff.id', 'staffRole.staffId')
      .where('roleCode', '=', roleCode)
      .where('disabledAt', 'is', null),
  )
}

export function doesStaffHavePermission(db: Db, staffId: string, permission: string): Promise<boolean> {
  return hasAnyRow(
    db
      .selectFrom('staff')
      .innerJoin('staffRole', 'staffRole.staffId', 'staff.id')
      .innerJoin('rolePermission', 'rolePermission.roleCode', 'staffRole.roleCode')
      .where('staff.id', '=', staffId)
      .where('disabledAt', 'is', null)
      .where('permission', '=', permission),
  )
}
