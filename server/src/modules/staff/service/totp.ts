import { auditStaff } from '../../../platform/audit.ts'
import { appNow, inTransaction } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import type { StaffAtWork } from '../../../platform/staff-calls.ts'
import { readConstants } from '../../first_page/service.ts'
import { changeStaff, lockStaff } from '../store/accounts.ts'
import { rolesOf } from '../store/roles.ts'
import { newTotpSecret, totpStep, totpUrl } from '../totp.ts'
import { totpState } from '../view.ts'
import { oneself, openStaffGate, writeDown } from './guard.ts'
import { describeMe } from './lists.ts'
import { checkOwnPassword } from './own-password.ts'
import { spendCode, totpUse } from './spend-code.ts'

/** Begins to bind a one-time code; until it is confirmed, a repeat gives the same secret. */
export async function beginTotp(deps: Deps, staff: StaffAtWork, input: { password: string }) {
  const { id } = await checkOwnPassword(deps, staff, input.password)
  const secret = await inTransaction(deps.db, async (tx) => {
    const row = (await lockStaff(tx, id)) ?? refuse('common.unauthorized')
    if (row.totpSecret) refuse('staff.totpOn')
    if (row.totpPending) return deps.keys.open(totpUse(id), row.totpPending)
    const fresh = newTotpSecret()
    await changeStaff(tx, id, { totpPending: deps.keys.seal(totpUse(id), fresh) })
    await auditStaff(tx, staff, 'staff.totpBegun', staff.staffId)
    return fresh
  })
  // authenticator apps show the site's name above the code
  const { title } = await readConstants(deps.db)
  return { secret, otpauthUrl: totpUrl(secret, staff.username, title) }
}

/** Binds the pending secret by its first code. The person's other sessions, opened without one, end. */
export async function confirmTotp(deps: Deps, staff: StaffAtWork, input: { code: string }) {
  const gate = await openStaffGate(deps, staff, 'own code')
  const outcome = await inTransaction(deps.db, async (tx) => {
    const row = (await lockStaff(tx, staff.staffId)) ?? refuse('common.unauthorized')
    const sealed = row.totpPending ?? row.totpSecret
    if (!sealed) return 'notBegun'
    const step = totpStep(deps.keys.open(totpUse(row.id), sealed), input.code, await appNow(tx))
    // the very call that bound it, once more
    if (!row.totpPending) return step === row.totpLastStep ? 'bound' : 'notBegun'
    if (step === null) return 'badCode'
    const bound = { totpSecret: row.totpPending, totpPending: null, totpLastStep: step }
    await changeStaff(tx, row.id, bound)
    await deps.staffSessions.revoke(tx, row.id, { except: staff.tokenHash })
    await auditStaff(tx, staff, 'staff.totpBound', staff.staffId)
    return 'bound'
  })
  if (outcome === 'badCode') {
    await gate.failed((tx) => writeDown(tx, oneself(staff), 'staff.codeRefused'))
    return refuse('staff.badCode', { fields: { code: '不正确，请核对手机时间' } })
  }
  await gate.excused()
  if (outcome === 'notBegun') return refuse('staff.totpNotBegun')
  return describeMe(deps, staff.staffId)
}

/** Unbinds the one-time code, by password and a code; where a role must have one it stays. */
export async function removeTotp(
  deps: Deps,
  staff: StaffAtWork,
  input: { password: string; code: string },
) {
  const { id, totpSecret } = await checkOwnPassword(deps, staff, input.password)
  if (!totpSecret) return describeMe(deps, id)
  if (totpState(false, await rolesOf(deps.db, id), deps.env.production) === 'REQUIRED')
    refuse('staff.totpMandatory')
  // a name of its own: the right password just now has cleared the other count
  const gate = await openStaffGate(deps, staff, 'own code')
  const removed = await inTransaction(deps.db, async (tx) => {
    const row = (await lockStaff(tx, id)) ?? refuse('common.unauthorized')
    if (row.totpSecret && !(await spendCode(tx, deps.keys, row, input.code))) return false
    await changeStaff(tx, id, { totpSecret: null, totpPending: null })
    if (row.totpSecret) await auditStaff(tx, staff, 'staff.totpRemoved', staff.staffId)
    return true
  })
  if (!removed) {
    await gate.failed((tx) => writeDown(tx, oneself(staff), 'staff.codeRefused'))
    return refuse('staff.badCode', { fields: { code: '不正确或已使用' } })
  }
  await gate.passed()
  return describeMe(deps, id)
}
