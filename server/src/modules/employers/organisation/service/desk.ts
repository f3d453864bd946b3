import type { AuditAction } from '@ce/contract'
import { audit, auditStaff, employerActorName } from '../../../../platform/audit.ts'
import { claimPasswordReset } from '../../../../platform/auth/password-resets.ts'
import { drawOneTimePassword, hashPassword } from '../../../../platform/auth/passwords.ts'
import { type Db, inTransaction, type Tx } from '../../../../platform/db/database.ts'
import { clearAccountFailures, hashOfAccount } from '../../../../platform/db/lockout.ts'
import type { PageRequest } from '../../../../platform/db/page.ts'
import type { Deps } from '../../../../platform/deps.ts'
import type { OrganisationActor } from '../../../../platform/employer-calls.ts'
import { Refusal, refuse } from '../../../../platform/errors.ts'
import { maskPhone } from '../../../../platform/masked-numbers.ts'
import { recordUnknownNameEvent, type Visitor } from '../../../../platform/security-log.ts'
import type { StaffAtWork } from '../../../../platform/staff-calls.ts'
import { notifyEmployerChanged } from '../../invitation/service/notify.ts'
import {
  findOrganisation,
  insertOrganisation,
  listOrganisations,
  lockOrganisation,
  type OrganisationRow,
  setOrganisationColumns,
  setOrganisationDisabled,
} from '../store.ts'

const events = { LOCKED: 'organisation.locked', REFUSED: 'organisation.lockedAttempt' } as const

/** `id` is null when no employer has the code of the sign-in. */
export const employerLockEvents = (id: string | null, visitor: Visitor) => ({
  locked: 'student.locked' as const,
  record: (db: Db, event: keyof typeof events) => recordEmployerSignInEvent(db, id, visitor, events[event]),
})

interface Described {
  name: string
  contactName: string
  contactPhone: string
}

type Wish = Described & { id: string; creditCode: string }

/**
 * A repeated request does not show the one-time password again. @throws Refusal organisation.codeTaken,
 * organisation.keyUsed.
 */
export async function createOrganisation(deps: Deps, staff: StaffAtWork, input: Wish) {
  const there = await findOrganisation(deps.db, input.id)
  if (there) return requireSame(there, input)
  const password = drawOneTimePassword()
  const passwordHash = await hashPassword(password)
  const made = await inTransaction(deps.db, async (tx) => {
    const row = { ...input, passwordHash, mustChangePassword: true, createdBy: staff.staffId }
    if (!(await insertOrganisation(tx, row))) return false
    const { id, ...detail } = input
    await auditStaff(tx, staff, 'organisation.created', id, masked(detail))
    return true
  })
  if (made) return { id: input.id, password }
  const meanwhile = await findOrganisation(deps.db, input.id)
  if (meanwhile) return requireSame(meanwhile, input)
  throw new Refusal('organisation.codeTaken', { fields: { creditCode: '已有账号' } })
}

/** Refuses a repeated request with changed data. */
function requireSame(there: OrganisationRow, { id, ...wish }: Wish) {
  if (there.creditCode !== wish.creditCode || !sameWords(there, wish)) refuse('organisation.keyUsed')
  return { id, password: null }
}

/** Creates an employer for seed data from a given password hash. */
export async function createSeedOrganisation(
  tx: Tx,
  row: Wish & { passwordHash: string; mustChangePassword: boolean },
): Promise<void> {
  const { id: subject, name, creditCode } = row
  const made = await insertOrganisation(tx, { ...row, createdBy: null })
  if (!made) throw new Error(`an employer with ${creditCode} is there already`)
  const detail = { name, creditCode }
  await audit(tx, { actor: 'system', action: 'organisation.created', subject, detail })
}

type Editable = Described & { disabled: boolean }

/**
 * Disabling an employer ends its sessions; payments stay. @throws Refusal organisation.notFound, stale when the form is
 * outdated.
 */
export async function updateOrganisation(
  deps: Deps,
  staff: StaffAtWork,
  input: Editable & { id: string; before: Editable; reason: string },
) {
  const { id, disabled, before: opened, reason, ...fields } = input
  await inTransaction(deps.db, async (tx) => {
    const row = (await lockOrganisation(tx, id)) ?? refuse('organisation.notFound')
    const { name, contactName, contactPhone } = row
    const before = { name, contactName, contactPhone, disabled: row.disabledAt !== null }
    const after = { ...fields, disabled }
    if (isSame(before, after)) return
    if (!isSame(before, opened)) refuse('organisation.stale')
    await setOrganisationColumns(tx, id, fields)
    await setOrganisationDisabled(tx, id, disabled)
    if (disabled) await deps.organisationSessions.revoke(tx, id)
    await auditStaff(tx, staff, 'organisation.updated', id, {
      before: masked(before),
      after: masked(after),
      reason,
    })
    if (disabled !== before.disabled) await notifyEmployerChanged(tx, id, disabled)
  })
  return null
}

/** The audit log is permanent, so phones are masked. */
function masked<Row extends { contactPhone: string }>(row: Row): Row {
  return { ...row, contactPhone: maskPhone(row.contactPhone) }
}

function isSame(before: Editable, after: Editable): boolean {
  return before.disabled === after.disabled && sameWords(before, after)
}

function sameWords(one: Described, other: Described): boolean {
  return one.name === other.name && one.contactName === other.contactName && one.contactPhone === other.contactPhone
}

/**
 * Ends sessions and sign-in locks of the employer. @throws Refusal organisation.notFound, common.passwordGiven for a
 * repeated request.
 */
export async function resetOrganisationPassword(
  deps: Deps,
  staff: StaffAtWork,
  { id, key, reason }: { id: string; key: string; reason: string },
) {
  const password = drawOneTimePassword()
  const passwordHash = await hashPassword(password)
  await inTransaction(deps.db, async (tx) => {
    const row = (await lockOrganisation(tx, id)) ?? refuse('organisation.notFound')
    await claimPasswordReset(tx, { key, subject: id, by: staff.staffId })
    await setOrganisationColumns(tx, id, { passwordHash, mustChangePassword: true })
    await deps.organisationSessions.revoke(tx, id)
    await clearAccountFailures(tx, lockoutKeyOfEmployer(row.creditCode))
    await auditStaff(tx, staff, 'organisation.reset', id, { reason })
  })
  return { password }
}

/** Failed sign-ins are counted under this key, even when no employer has the credit code. */
export function lockoutKeyOfEmployer(creditCode: string): Buffer {
  return hashOfAccount('employer', creditCode)
}

/** Sign-in events of known employers go into the audit log, others into a table that expires. */
export function recordEmployerSignInEvent(
  db: Db,
  id: string | null,
  visitor: Visitor,
  action: AuditAction,
): Promise<void> {
  if (id === null) return recordUnknownNameEvent(db, visitor, action)
  return audit(db, { actor: employerActorName(id), action, subject: id, ip: visitor.ip })
}

export function toEmployerSession(employer: OrganisationActor) {
  const { organisationId: id, name, creditCode, mustChangePassword } = employer
  return { id, name, creditCode, mustChangePassword }
}

export async function deskOrganisations({ db }: Deps, query: PageRequest & { keyword?: string | undefined }) {
  const { list, ...page } = await listOrganisations(db, query)
  const shown = list.map(({ disabledAt, ...row }) => ({ ...row, disabled: disabledAt !== null }))
  return { list: shown, ...page }
}
