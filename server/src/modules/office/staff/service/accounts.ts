import { isDeepStrictEqual } from 'node:util'
import type { AuditAction } from '@ce/contract'
import { type AuditAuthor, audit, auditStaff } from '../../../../platform/audit.ts'
import { claimPasswordReset } from '../../../../platform/auth/password-resets.ts'
import { drawOneTimePassword, hashPassword } from '../../../../platform/auth/passwords.ts'
import { guardOwnPassword, type SignInAttempt } from '../../../../platform/auth/sign-in-gate.ts'
import { type Db, inTransaction, type Tx } from '../../../../platform/db/database.ts'
import { clearAccountFailures, hashOfAccount } from '../../../../platform/db/lockout.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { errorCodeOf, isUniqueViolation } from '../../../../platform/error-code.ts'
import { Refusal, refuse } from '../../../../platform/errors.ts'
import { recordUnknownNameEvent, type Visitor } from '../../../../platform/security-log.ts'
import type { StaffAtWork } from '../../../../platform/staff-calls.ts'
import { isOwnStaffAccount } from '../policy.ts'
import { insertStaffRow, lockStaff, setStaffDisabled, updateStaffColumns } from '../store/accounts.ts'
import { countExistingRoles, countRoleHolders, listRolesOfStaff, setStaffRoles } from '../store/roles.ts'
import { requireManagerInTransaction, superAdminRole } from './manager.ts'

const enabled = { disabledAt: null }

const events = { LOCKED: 'staff.locked', REFUSED: 'staff.lockedAttempt' } as const

export const toStaffLockEvents = (suspect: StaffSuspect | Visitor) => ({
  locked: 'staff.locked' as const,
  record: (db: Db, event: keyof typeof events) => recordStaffSignInEvent(db, suspect, events[event]),
})

interface NewAccount {
  username: string
  name: string
  roles: string[]
}

/** The returned one-time password is shown once. @throws Refusal staff.usernameTaken, staff.noSuchRole. */
export function createStaff(deps: Deps, staff: StaffAtWork, input: NewAccount) {
  return createStaffAccount(deps, staff, input, (tx) => requireManagerInTransaction(tx, staff))
}

/**
 * Also used by the command that creates the first administrator. `may` checks the permission again inside the
 * transaction.
 */
export async function createStaffAccount(
  deps: Deps,
  author: AuditAuthor,
  input: NewAccount,
  may: (tx: Tx) => Promise<void> = async () => {},
): Promise<{ id: string; password: string }> {
  const roles = [...new Set(input.roles)]
  if ((await countExistingRoles(deps.db, roles)) < roles.length) refuse('staff.noSuchRole')
  const password = drawOneTimePassword()
  const passwordHash = await hashPassword(password)
  const id = await inTransaction(deps.db, async (tx) => {
    await may(tx)
    return insertStaffAccount(tx, author, { ...input, roles, passwordHash, mustChangePassword: true })
  }).catch((error: unknown) => {
    throw isUniqueViolation(error) || isReserved(error)
      ? new Refusal('staff.usernameTaken', { fields: { username: '这个用户名已被使用，请换一个' } })
      : error
  })
  return { id, password }
}

/** A check constraint reserves the username `system`. */
function isReserved(error: unknown): boolean {
  return errorCodeOf(error) === '23514'
}

/**
 * Ends all sessions, deletes the counted failed sign-ins, and removes the one-time code if asked.
 * @throws Refusal staff.notFound, staff.notYourself, common.passwordGiven for a repeat.
 */
export async function resetStaffPassword(
  deps: Deps,
  staff: StaffAtWork,
  input: { id: string; key: string; totp: boolean; reason: string },
) {
  if (isOwnStaffAccount(staff, input.id)) refuse('staff.notYourself')
  const password = drawOneTimePassword()
  const passwordHash = await hashPassword(password)
  await inTransaction(deps.db, async (tx) => {
    await requireManagerInTransaction(tx, staff)
    const row = (await lockStaff(tx, input.id)) ?? refuse('staff.notFound')
    await claimPasswordReset(tx, { key: input.key, subject: input.id, by: staff.staffId })
    await updateStaffColumns(tx, input.id, {
      passwordHash,
      mustChangePassword: true,
      totpPending: null,
      ...(input.totp ? { totpSecret: null } : {}),
    })
    await deps.staffSessions.revoke(tx, input.id)
    await clearAccountFailures(tx, lockoutKeyOfStaff(row.username))
    await auditStaff(tx, staff, 'staff.reset', input.id, {
      totpRemoved: input.totp,
      reason: input.reason,
    })
  })
  return { password }
}

export interface StaffSuspect {
  actor: string
  subject: string
  ip: string
}

/** Failed sign-ins are counted under this key, also for unknown usernames. */
export function lockoutKeyOfStaff(username: string): Buffer {
  return hashOfAccount('staff', username)
}

/** Events of known accounts go into the audit log, those of unknown ones into a table whose rows expire. */
export function recordStaffSignInEvent(db: Db, suspect: StaffSuspect | Visitor, action: AuditAction): Promise<void> {
  return 'actor' in suspect ? audit(db, { ...suspect, action }) : recordUnknownNameEvent(db, suspect, action)
}

export function toStaffSuspect(staff: StaffAtWork): StaffSuspect {
  return { actor: staff.username, subject: staff.staffId, ip: staff.ip }
}

/**
 * Limits wrong passwords and codes that staff enter after sign-in. A right password does not reset the count of wrong
 * codes.
 */
export function guardStaffCheck(
  deps: Deps,
  staff: StaffAtWork,
  use: 'own password' | 'own code',
): Promise<SignInAttempt> {
  const account = lockoutKeyOfStaff(staff.username)
  return guardOwnPassword(deps, { ...toStaffLockEvents(toStaffSuspect(staff)), account, use })
}

interface Account {
  name: string
  roles: string[]
  disabled: boolean
}

interface Change extends Account {
  id: string
  before: Account
  reason: string
}

/**
 * The change takes effect with the next call of every session. @throws Refusal staff.notFound, staff.noSuchRole,
 * staff.lastAdmin, staff.notYourself, staff.stale.
 */
export async function updateStaff(deps: Deps, staff: StaffAtWork, input: Change) {
  if (isOwnStaffAccount(staff, input.id)) refuse('staff.notYourself')
  const [after, read] = [inOrder(input), inOrder(input.before)]
  const { name, roles, disabled } = after
  if ((await countExistingRoles(deps.db, roles)) < roles.length) refuse('staff.noSuchRole')
  await inTransaction(deps.db, async (tx) => {
    await requireManagerInTransaction(tx, staff)
    const before = await describe(tx, input.id)
    if (isDeepStrictEqual(before, after)) return
    if (!isDeepStrictEqual(before, read)) refuse('staff.stale')
    await updateStaffColumns(tx, input.id, { name, ...(disabled ? {} : enabled) })
    await setStaffRoles(tx, input.id, roles)
    if (disabled) {
      await setStaffDisabled(tx, input.id)
      await deps.staffSessions.revoke(tx, input.id)
    }
    if ((await countRoleHolders(tx, superAdminRole)) === 0) refuse('staff.lastAdmin')
    await auditStaff(tx, staff, 'staff.updated', input.id, {
      before,
      after,
      reason: input.reason,
    })
  })
  return {}
}

async function describe(tx: Tx, id: string): Promise<Account> {
  const { name, disabledAt } = (await lockStaff(tx, id)) ?? refuse('staff.notFound')
  const roles = (await listRolesOfStaff(tx, id)).map(({ code }) => code)
  return inOrder({ name, roles, disabled: disabledAt !== null })
}

function inOrder({ name, roles, disabled }: Account): Account {
  return { name, roles: [...new Set(roles)].sort(), disabled }
}

interface NewStaff {
  username: string
  name: string
  passwordHash: string
  mustChangePassword: boolean
  roles: string[]
}

/** @returns id @throws 23505 when the username is taken, 23503 for an unknown role */
export async function insertStaffAccount(tx: Tx, author: AuditAuthor, { roles, ...row }: NewStaff): Promise<string> {
  const id = await insertStaffRow(tx, row)
  await setStaffRoles(tx, id, roles)
  const after = { username: row.username, name: row.name, roles }
  await auditStaff(tx, author, 'staff.created', id, { after })
  return id
}
