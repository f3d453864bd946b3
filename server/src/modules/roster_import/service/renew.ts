import { auditStaff } from '../../../platform/audit.ts'
import { claimReset } from '../../../platform/auth/password-resets.ts'
import { inTransaction } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import type { StaffAtWork } from '../../../platform/staff-calls.ts'
import {
  listNeverUsed,
  lockStudents,
  newInitialPassword,
  setInitialPassword,
  staffEvent,
} from '../../student/service.ts'
import { mayRenewPasswords } from '../policy.ts'
import { dropSheet, lockImport } from '../store.ts'
import { requireReadable } from './state.ts'

interface Wish {
  importId: string
  /** made by the page, one for each part of a sheet: a repeat makes no second passwords */
  key: string
  after?: string | undefined
  reason: string
}

/** what is hashed while the page waits */
const atOnce = 40

/**
 * New initial passwords for those of an import who have never signed in, some at a time; they are told once and kept nowhere but
 * hashed. Who signs in meanwhile keeps the password they signed in with.
 * @returns the next part begins after `next`; null: that was all
 */
export async function renewPasswords(deps: Deps, staff: StaffAtWork, wish: Wish) {
  const row = await requireReadable(deps, staff, wish.importId)
  if (!mayRenewPasswords(staff, row)) refuse('staff.forbidden')
  const { importId, after } = wish
  const ids = await listNeverUsed(deps.db, { importId, after, limit: atOnce })
  if (ids.length === 0)
    return after ? { people: [], next: null } : refuse('roster_import.nobodyLeft')
  const made = new Map(
    await Promise.all(ids.map(async (id) => [id, await newInitialPassword()] as const)),
  )
  const { people, ended } = await inTransaction(deps.db, async (tx) => {
    await claimReset(tx, { key: wish.key, subject: row.id, by: staff.staffId })
    const { sheet, sheetKey } = await lockImport(tx, row.id)
    if (sheet && !sheetKey) await dropSheet(tx, row.id)
    const waiting = (await lockStudents(tx, ids)).filter(
      (one) => !one.firstSignedInAt && !one.initialPasswordChanged && !one.closedAt,
    )
    const told: { name: string; phone: string; certificateNo: string; password: string }[] = []
    const hashes: string[] = []
    for (const student of waiting) {
      const secret = made.get(student.id)
      if (!secret) continue
      hashes.push(...(await setInitialPassword(tx, deps, student, secret.passwordHash)))
      await staffEvent(tx, student.id, 'PASSWORD_RESET', staff.ip)
      const { name, phone, certificateNo } = student
      told.push({ name, phone, certificateNo, password: secret.password })
    }
    const detail = { file: row.fileName, reason: wish.reason, people: told.length }
    await auditStaff(tx, staff, 'roster_import.passwordsRenewed', row.id, detail)
    return { people: told, ended: hashes }
  })
  await deps.sessions.spread(ended)
  return { people, next: ids.length < atOnce ? null : (ids.at(-1) ?? null) }
}
