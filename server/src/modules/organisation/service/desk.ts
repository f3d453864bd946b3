import { audit, auditStaff } from '../../../platform/audit.ts'
import { oneTimePassword } from '../../../platform/auth/one-time-password.ts'
import { claimReset } from '../../../platform/auth/password-resets.ts'
import { hashPassword } from '../../../platform/auth/passwords.ts'
import { inTransaction, type Tx } from '../../../platform/db/database.ts'
import { clearAccount } from '../../../platform/db/lockout.ts'
import type { Deps } from '../../../platform/deps.ts'
import { Refusal, refuse } from '../../../platform/errors.ts'
import type { StaffAtWork } from '../../../platform/staff-calls.ts'
import { tellOfEmployer } from '../../invitation/service.ts'
import { maskPhone } from '../../student/service.ts'
import {
  changeOrganisation,
  findOrganisation,
  insertOrganisation,
  lockOrganisation,
  type OrganisationRow,
  setDisabled,
} from '../store.ts'
import { accountOf } from './account.ts'

interface Described {
  name: string
  contactName: string
  contactPhone: string
}
type Wish = Described & { id: string; creditCode: string }

/**
 * Makes an employer with a one-time password, said once. A repeat finds it made, and cannot say the password again.
 * @throws Refusal organisation.codeTaken, organisation.keyUsed
 */
export async function createOrganisation(deps: Deps, staff: StaffAtWork, input: Wish) {
  const there = await findOrganisation(deps.db, input.id)
  if (there) return requireSame(there, input)
  const password = oneTimePassword()
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

/** Whoever corrected what they wrote before the answer came is told so: it stands as they wrote it first. */
function requireSame(there: OrganisationRow, { id, ...wish }: Wish) {
  if (there.creditCode !== wish.creditCode || !sameWords(there, wish))
    refuse('organisation.keyUsed')
  return { id, password: null }
}

/** The same for seeds, with a password of theirs: the hash of one serves for all that have it. */
export async function addOrganisation(
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
 * Name and contact, and whether it may sign in; disabling ends its sessions at once. What it paid for stays paid.
 * @throws Refusal organisation.notFound, stale: nobody enables again, unseen, what somebody has just disabled
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
    // the same again changes nothing, and leaves no row that says it did
    if (isSame(before, after)) return
    if (!isSame(before, opened)) refuse('organisation.stale')
    await changeOrganisation(tx, id, fields)
    await setDisabled(tx, id, disabled)
    if (disabled) await deps.organisationSessions.revoke(tx, id)
    await auditStaff(tx, staff, 'organisation.updated', id, {
      before: masked(before),
      after: masked(after),
      reason,
    })
    if (disabled !== before.disabled) await tellOfEmployer(tx, id, disabled)
  })
  return null
}

/** As the log tells it: it is kept for good, and a phone is a person's. */
function masked<Row extends { contactPhone: string }>(row: Row): Row {
  return { ...row, contactPhone: maskPhone(row.contactPhone) }
}

function isSame(before: Editable, after: Editable): boolean {
  return before.disabled === after.disabled && sameWords(before, after)
}

function sameWords(one: Described, other: Described): boolean {
  return (
    one.name === other.name &&
    one.contactName === other.contactName &&
    one.contactPhone === other.contactPhone
  )
}

/**
 * A new one-time password: the old one opens nothing, its sessions end, a lock opens.
 * @throws Refusal organisation.notFound, common.passwordGiven for a repeat
 */
export async function resetOrganisation(
  deps: Deps,
  staff: StaffAtWork,
  { id, key, reason }: { id: string; key: string; reason: string },
) {
  const password = oneTimePassword()
  const passwordHash = await hashPassword(password)
  await inTransaction(deps.db, async (tx) => {
    const row = (await lockOrganisation(tx, id)) ?? refuse('organisation.notFound')
    await claimReset(tx, { key, subject: id, by: staff.staffId })
    await changeOrganisation(tx, id, { passwordHash, mustChangePassword: true })
    await deps.organisationSessions.revoke(tx, id)
    await clearAccount(tx, accountOf(row.creditCode))
    await auditStaff(tx, staff, 'organisation.reset', id, { reason })
  })
  return { password }
}
