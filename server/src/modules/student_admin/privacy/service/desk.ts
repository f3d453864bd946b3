import type { staffCalls } from '@ce/contract'
import type { IdType } from '@ce/contract/id-paper'
import type { z } from 'zod'
import { auditStaff, auditViewed } from '../../../../platform/audit.ts'
import { type Db, inTransaction, type Tx } from '../../../../platform/db/database.ts'
import type { PageRequest } from '../../../../platform/db/page.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { refuse } from '../../../../platform/errors.ts'
import { maskPhone } from '../../../../platform/masked-numbers.ts'
import type { StaffAtWork } from '../../../../platform/staff-calls.ts'
import { lockLedger } from '../../../credits/hours/service.ts'
import { createFileLink } from '../../../file/service/links.ts'
import { type NewMessage, notify } from '../../../message/service.ts'
import { findAccountWithNumber, type PersonCorrection } from '../../../student/service/account.ts'
import { findStudent, lockStudents } from '../../../student/service.ts'
import { correctStudentInTransaction } from '../../student_desk/service/account.ts'
import {
  type CorrectionRow,
  type CorrectionState,
  findCorrection,
  hasValidProof,
  listCorrections,
  lockCorrection,
  setCorrectionDecision,
} from '../store/corrections.ts'
import { correctionColumns, toKnownCorrection } from './corrections.ts'

type Decision = z.output<(typeof staffCalls)['privacy']['decideCorrection']['request']>

export async function deskCorrections({ db }: Deps, filter: PageRequest & { state?: CorrectionState | undefined }) {
  const { list, ...page } = await listCorrections(db, filter)
  return { list: list.map(toHead), ...page }
}

function toHead(row: CorrectionRow) {
  return { ...row, ...toKnownCorrection(row), phoneMasked: maskPhone(row.phone) }
}

/** Each view is audited, because it shows the full number. */
export async function deskCorrection(deps: Deps, staff: StaffAtWork, { id }: { id: string }) {
  const row = (await findCorrection(deps.db, id)) ?? refuse('privacy.notFound')
  await auditViewed(deps.db, staff, {
    action: 'privacy.correctionLooked',
    studentId: row.studentId,
    detail: { correctionId: id },
  })
  return describe(deps, row)
}

async function describe(deps: Deps, row: CorrectionRow) {
  const student = await findStudent(deps.db, row.studentId)
  if (!student) throw new Error('a correction without its student')
  const { fileId, fileName, fileMime, fileOwnerId: ownerId, fileDeletedAt: deletedAt } = row
  const { field } = toKnownCorrection(row)
  return {
    ...toHead(row),
    idType: student.idType === row.idType ? student.idType : asIdType(row.idType),
    before: student[correctionColumns[field]],
    takenBy: row.state === 'OPEN' ? await takenBy(deps.db, row) : null,
    renewsProof: row.state === 'OPEN' && (await hasValidProof(deps.db, row.studentId)),
    evidence: fileName
      ? {
          name: fileName,
          mime: fileMime ?? '',
          url: createFileLink(deps, { id: fileId, ownerId, deletedAt }),
        }
      : null,
  }
}

/** Staff must see which account already has the number. */
async function takenBy(db: Db, row: CorrectionRow) {
  const numbers: PersonCorrection = { [correctionColumns[toKnownCorrection(row).field]]: row.wanted }
  const holder = await findAccountWithNumber(db, row.studentId, numbers)
  if (!holder) return null
  const { id, name, phoneMasked } = holder
  return { id, name, phoneMasked }
}

/** A check constraint of the column guarantees the type. */
function asIdType(idType: string | null) {
  return idType as IdType | null
}

/**
 * Correction, proofs, audit row and message are written in one transaction.
 * @throws Refusal privacy.correctionSettled, and those of correctStudentInTransaction.
 */
export async function decideCorrection(deps: Deps, staff: StaffAtWork, input: Decision) {
  const { id, decision, note } = input
  await inTransaction(deps.db, async (tx) => {
    // Ledger and student are locked first, in the usual order.
    const known = (await findCorrection(tx, id)) ?? refuse('privacy.notFound')
    await lockLedger(tx, known.studentId)
    await lockStudents(tx, [known.studentId])
    const row = (await lockCorrection(tx, id)) ?? refuse('privacy.notFound')
    if (row.state === decision) return
    if (row.state !== 'OPEN') refuse('privacy.correctionSettled')
    if (decision === 'APPROVED') await carryOut(tx, deps, staff, row)
    else
      await auditStaff(tx, staff, 'privacy.correctionRefused', row.studentId, {
        correctionId: id,
        field: row.field,
        reason: note,
      })
    await setCorrectionDecision(tx, id, { state: decision, decidedBy: staff.staffId, note })
    await notify(tx, messageOf(row, decision, note))
  })
  return describe(deps, (await findCorrection(deps.db, id)) ?? refuse('privacy.notFound'))
}

async function carryOut(tx: Tx, deps: Deps, staff: StaffAtWork, row: CorrectionRow) {
  const { field } = toKnownCorrection(row)
  const idType = asIdType(row.idType)
  const change: PersonCorrection = { [correctionColumns[field]]: row.wanted, ...(idType ? { idType } : {}) }
  const reason = `学员申请：${row.reason}`
  const { reissued } = await correctStudentInTransaction(tx, deps, staff, { ...change, id: row.studentId, reason })
  await auditStaff(tx, staff, 'privacy.correctionApproved', row.studentId, {
    correctionId: row.id,
    field,
    reissued,
  })
}

const fieldWords = { NAME: '姓名', ID_NO: '证件号', CERTIFICATE_NO: '资格证书编号' } as const

function messageOf(row: CorrectionRow, decision: 'APPROVED' | 'REFUSED', note: string): NewMessage {
  const what = fieldWords[toKnownCorrection(row).field]
  const approved = decision === 'APPROVED'
  const said = note ? `审核意见：${note}` : ''
  return {
    studentId: row.studentId,
    kind: 'ACCOUNT',
    event: `correction:${row.id}`,
    title: approved ? `${what}已更正` : `${what}的更正申请没有通过`,
    body: approved
      ? `您申请更正的${what}已经核实并更正。已有的学时证明会换发新编号，请重新下载。${said}`
      : `${said}。资料没有改动，可以补充材料后重新申请。`,
    link: '/system/privacy',
  }
}
