import { auditStaff } from '../../../../platform/audit.ts'
import { appNow, inTransaction, type Tx } from '../../../../platform/db/database.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { refuse } from '../../../../platform/errors.ts'
import type { IntegritySlice } from '../../../../platform/integrity/rounds.ts'
import type { Keys } from '../../../../platform/keys.ts'
import type { StaffAtWork } from '../../../../platform/staff-calls.ts'
import { loadSiteConstants } from '../../../content/first_page/service/site.ts'
import { listTotpSecrets, lockStaff, type StaffRow, updateStaffColumns } from '../store/accounts.ts'
import { listRolesOfStaff } from '../store/roles.ts'
import { findTotpStepOfCode, newTotpSecret, totpUrl } from '../totp.ts'
import { totpStateOf } from '../view.ts'
import { guardStaffCheck, recordStaffSignInEvent, toStaffSuspect } from './accounts.ts'
import { describeOwnStaffAccount } from './lists.ts'
import { requireOwnStaffPassword } from './password.ts'

/** A repeated call returns the same secret until it is confirmed. */
export async function startTotpSetup(deps: Deps, staff: StaffAtWork, input: { password: string }) {
  const { id } = await requireOwnStaffPassword(deps, staff, input.password)
  const secret = await inTransaction(deps.db, async (tx) => {
    const row = (await lockStaff(tx, id)) ?? refuse('common.unauthorized')
    if (row.totpSecret) refuse('staff.totpOn')
    if (row.totpPending) return deps.keys.open(totpUse(id), row.totpPending)
    const fresh = newTotpSecret()
    await updateStaffColumns(tx, id, { totpPending: deps.keys.seal(totpUse(id), fresh) })
    await auditStaff(tx, staff, 'staff.totpBegun', staff.staffId)
    return fresh
  })
  // Authenticator apps show the site name above the code.
  const { title } = await loadSiteConstants(deps.db)
  return { secret, otpauthUrl: totpUrl(secret, staff.username, title) }
}

/** Ends other sessions, which were opened without a code. */
export async function confirmTotpSetup(deps: Deps, staff: StaffAtWork, input: { code: string }) {
  const gate = await guardStaffCheck(deps, staff, 'own code')
  const outcome = await inTransaction(deps.db, async (tx) => {
    const row = (await lockStaff(tx, staff.staffId)) ?? refuse('common.unauthorized')
    const sealed = row.totpPending ?? row.totpSecret
    if (!sealed) return 'notBegun'
    const step = findTotpStepOfCode(deps.keys.open(totpUse(row.id), sealed), input.code, await appNow(tx))
    if (!row.totpPending) return step === row.totpLastStep ? 'bound' : 'notBegun'
    if (step === null) return 'badCode'
    const bound = { totpSecret: row.totpPending, totpPending: null, totpLastStep: step }
    await updateStaffColumns(tx, row.id, bound)
    await deps.staffSessions.revoke(tx, row.id, { except: staff.tokenHash })
    await auditStaff(tx, staff, 'staff.totpBound', staff.staffId)
    return 'bound'
  })
  if (outcome === 'badCode') {
    await gate.failed((tx) => recordStaffSignInEvent(tx, toStaffSuspect(staff), 'staff.codeRefused'))
    return refuse('staff.badCode', { fields: { code: '不正确，请核对手机时间' } })
  }
  await gate.excused()
  if (outcome === 'notBegun') return refuse('staff.totpNotBegun')
  return describeOwnStaffAccount(deps, staff.staffId)
}

/** Needs password and code. @throws Refusal staff.totpMandatory if a role requires the one-time code. */
export async function removeTotp(deps: Deps, staff: StaffAtWork, input: { password: string; code: string }) {
  const { id, totpSecret } = await requireOwnStaffPassword(deps, staff, input.password)
  if (!totpSecret) return describeOwnStaffAccount(deps, id)
  if (totpStateOf(false, await listRolesOfStaff(deps.db, id), deps.env.production) === 'REQUIRED')
    refuse('staff.totpMandatory')
  // Wrong codes have a separate counter: the right password has just reset the counter of wrong passwords.
  const gate = await guardStaffCheck(deps, staff, 'own code')
  const removed = await inTransaction(deps.db, async (tx) => {
    const row = (await lockStaff(tx, id)) ?? refuse('common.unauthorized')
    if (row.totpSecret && !(await spendTotpCode(tx, deps.keys, row, input.code))) return false
    await updateStaffColumns(tx, id, { totpSecret: null, totpPending: null })
    if (row.totpSecret) await auditStaff(tx, staff, 'staff.totpRemoved', staff.staffId)
    return true
  })
  if (!removed) {
    await gate.failed((tx) => recordStaffSignInEvent(tx, toStaffSuspect(staff), 'staff.codeRefused'))
    return refuse('staff.badCode', { fields: { code: '不正确或已使用' } })
  }
  await gate.passed()
  return describeOwnStaffAccount(deps, id)
}

function totpUse(staffId: string): string {
  return `totp:${staffId}`
}

/**
 * Returns true for a right code newer than all used ones. The caller must hold the row lock, so that a code works once.
 */
export async function spendTotpCode(
  tx: Tx,
  keys: Keys,
  row: Pick<StaffRow, 'id' | 'totpSecret' | 'totpLastStep'>,
  code: string,
): Promise<boolean> {
  if (!row.totpSecret) return false
  const use = totpUse(row.id)
  const secret = keys.open(use, row.totpSecret)
  const step = findTotpStepOfCode(secret, code, await appNow(tx))
  if (step === null || step <= row.totpLastStep) return false
  // The secret is encrypted with the new key on its first use after a rotation.
  const sealed = keys.isSealedByNewest(row.totpSecret) ? {} : { totpSecret: keys.seal(use, secret) }
  await updateStaffColumns(tx, row.id, { totpLastStep: step, ...sealed })
  return true
}

/** Decrypts the one-time-code secrets of all staff, because a wrong or lost key is otherwise noticed at a sign-in. */
export async function checkTotpSecrets({ db, keys }: Pick<Deps, 'db' | 'keys'>): Promise<IntegritySlice> {
  const rows = await listTotpSecrets(db)
  const faults = rows.flatMap(({ id, secret }) => {
    try {
      keys.open(totpUse(id), secret)
      return []
    } catch {
      return [`the one-time-code secret of staff ${id} cannot be decrypted: it has to be reset`]
    }
  })
  return { checked: rows.length, faults, next: null }
}
