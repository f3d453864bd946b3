import { auditStaff } from '../../../../platform/audit.ts'
import { claimPasswordReset } from '../../../../platform/auth/password-resets.ts'
import { inTransaction } from '../../../../platform/db/database.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { refuse } from '../../../../platform/errors.ts'
import type { ImportCall } from '../../../../platform/imports/staged-import.ts'
import type { StaffCaller } from '../../../../platform/imports/uploaded-import.ts'
import type { IntegritySlice } from '../../../../platform/integrity/rounds.ts'
import { writeTextWorkbook } from '../../../../platform/sheets/write-apart.ts'
import { xlsxMime } from '../../../../platform/sheets/xlsx-mime.ts'
import {
  generateInitialPassword,
  recordStaffActionEvent,
  setInitialPassword,
} from '../../../student/service/account.ts'
import { listImportedWithoutSignIn, lockStudents } from '../../../student/service.ts'
import { mayRenewInitialPasswords } from '../policy.ts'
import { deletePasswordSheet, listPasswordSheets, lockPasswordSheet, setPasswordSheetTaken } from '../store.ts'
import { rosterImports } from './import-roster.ts'
import { type InitialPasswordLine, parsePasswordSheet, passwordSheetPurpose } from './write.ts'

/** For ten minutes the same key downloads the sheet again, in case the response was lost; then it is deleted. */
export async function downloadInitialPasswords(call: ImportCall<StaffCaller, { importId: string; key: string }>) {
  const { deps, staff, input } = call
  const { key } = input
  const { id, fileName } = await rosterImports.requireOwn(call)
  const sealed = await inTransaction(deps.db, async (tx) => {
    const { state, sheet, sheetKey, sheetFresh } = await lockPasswordSheet(tx, id)
    if (sheetKey && (sheetKey !== key || !sheetFresh || !sheet)) refuse('roster_import.sheetTaken')
    // The download is refused until the import is done, because more passwords may follow.
    if (!sheet || state !== 'DONE') return refuse('roster_import.noSheet')
    if (sheetKey) return sheet
    await setPasswordSheetTaken(tx, id, key)
    await auditStaff(tx, staff, 'roster_import.passwordsTaken', id, { file: fileName })
    return sheet
  })
  const lines = parsePasswordSheet(deps.keys.open(passwordSheetPurpose(id), sealed))
  return {
    name: '学员初始密码.xlsx',
    mime: xlsxMime,
    content: await writeTextWorkbook(tableOf(lines), staff.staffId),
  }
}

const titles = ['行号', '姓名', '手机号（登录账号）', '资格证书编号', '初始密码']

function tableOf(lines: InitialPasswordLine[]) {
  return {
    columns: titles.map((title) => [title, 22] as const),
    rows: lines.map(({ no, name, phone, certificateNo, password }) => [
      ...[String(no), name, phone, certificateNo, password],
    ]),
  }
}

interface Wish {
  importId: string
  /** The page creates the key for each part, so a repeated call creates no second passwords. */
  key: string
  after?: string | undefined
  reason: string
}

/** Limits how many passwords are hashed in one request. */
const atOnce = 40

/**
 * Only for accounts that have never been used. The new passwords are shown once and stored as hashes.
 * @returns `next` is null after the last part
 */
export async function renewInitialPasswords(call: ImportCall<StaffCaller, Wish>) {
  const { deps, staff, input: wish } = call
  const row = await rosterImports.requireReadable(call)
  if (!mayRenewInitialPasswords(staff, row)) refuse('staff.forbidden')
  const { importId, after } = wish
  const ids = await listImportedWithoutSignIn(deps.db, { importId, after, limit: atOnce })
  if (ids.length === 0) return after ? { people: [], next: null } : refuse('roster_import.nobodyLeft')
  const made = new Map(await Promise.all(ids.map(async (id) => [id, await generateInitialPassword()] as const)))
  const { people, ended } = await inTransaction(deps.db, async (tx) => {
    await claimPasswordReset(tx, { key: wish.key, subject: row.id, by: staff.staffId })
    const { sheet, sheetKey } = await lockPasswordSheet(tx, row.id)
    if (sheet && !sheetKey) await deletePasswordSheet(tx, row.id)
    const waiting = (await lockStudents(tx, ids)).filter(
      (one) => !one.firstSignedInAt && !one.initialPasswordChanged && !one.closedAt,
    )
    const told: { name: string; phone: string; certificateNo: string; password: string }[] = []
    const hashes: string[] = []
    for (const student of waiting) {
      const secret = made.get(student.id)
      if (!secret) continue
      hashes.push(...(await setInitialPassword(tx, deps, student, secret.passwordHash)))
      await recordStaffActionEvent(tx, student.id, 'PASSWORD_RESET', staff.ip)
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

/** Decrypts the sheets of initial passwords that nobody has downloaded yet. */
export async function checkPasswordSheets({ db, keys }: Pick<Deps, 'db' | 'keys'>): Promise<IntegritySlice> {
  const sheets = await listPasswordSheets(db)
  const faults = sheets.flatMap(({ id, sheet }) => {
    try {
      keys.open(passwordSheetPurpose(id), sheet)
      return []
    } catch {
      return [`the initial passwords of the roster import ${id} cannot be decrypted: they have to be renewed`]
    }
  })
  return { checked: sheets.length, faults, next: null }
}
