import type { staffCalls } from '@ce/contract'
import type { IdType } from '@ce/contract/id-paper'
import type { z } from 'zod'
import { auditLook, auditStaff } from '../../../platform/audit.ts'
import { type Db, inTransaction, type Tx } from '../../../platform/db/database.ts'
import type { Paging } from '../../../platform/db/page.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import type { StaffAtWork } from '../../../platform/staff-calls.ts'
import { linkFor } from '../../file/service.ts'
import { lockLedger } from '../../hours/service.ts'
import { type NewMessage, notify } from '../../message/service.ts'
import {
  type Correction,
  findNumberHolder,
  findStudent,
  lockStudents,
  maskPhone,
} from '../../student/service.ts'
import { correctIn } from '../../student_desk/service.ts'
import {
  type CorrectionRow,
  type CorrectionState,
  findCorrection,
  hasValidProof,
  listCorrections,
  lockCorrection,
  settleCorrection,
} from '../store/corrections.ts'
import { asKnown, columnOf } from './corrections.ts'

type Decision = z.output<(typeof staffCalls)['privacy']['decideCorrection']['request']>

/** A page of what students ask to be corrected. */
export async function deskCorrections(
  { db }: Deps,
  filter: Paging & { state?: CorrectionState | undefined },
) {
  const { list, ...page } = await listCorrections(db, filter)
  return { list: list.map(toHead), ...page }
}

function toHead(row: CorrectionRow) {
  return { ...row, ...asKnown(row), phoneMasked: maskPhone(row.phone) }
}

/** The whole of one request; that somebody looked at the number is written down. */
export async function deskCorrection(deps: Deps, staff: StaffAtWork, { id }: { id: string }) {
  const row = (await findCorrection(deps.db, id)) ?? refuse('privacy.notFound')
  await auditLook(deps.db, staff, {
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
  const { field } = asKnown(row)
  return {
    ...toHead(row),
    idType: student.idType === row.idType ? student.idType : asIdType(row.idType),
    before: student[columnOf[field]],
    takenBy: row.state === 'OPEN' ? await takenBy(deps.db, row) : null,
    renewsProof: row.state === 'OPEN' && (await hasValidProof(deps.db, row.studentId)),
    evidence: fileName
      ? {
          name: fileName,
          mime: fileMime ?? '',
          url: linkFor(deps, { id: fileId, ownerId, deletedAt }),
        }
      : null,
  }
}

/** Of a number that another account has already: whose, so that staff can act before they decide. */
async function takenBy(db: Db, row: CorrectionRow) {
  const numbers: Correction = { [columnOf[asKnown(row).field]]: row.wanted }
  const holder = await findNumberHolder(db, row.studentId, numbers)
  if (!holder) return null
  const { id, name, phoneMasked } = holder
  return { id, name, phoneMasked }
}

/** The column's check. */
function asIdType(idType: string | null) {
  return idType as IdType | null
}

/**
 * Carries a request out, or refuses it; the student is told. All in one transaction with the correction itself, its proofs and its audit row.
 * @throws Refusal privacy.correctionSettled when it was settled otherwise, those of a correction
 */
export async function decideCorrection(deps: Deps, staff: StaffAtWork, input: Decision) {
  const { id, decision, note } = input
  await inTransaction(deps.db, async (tx) => {
    // ledger and student's row first, as everywhere
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
    await settleCorrection(tx, id, { state: decision, decidedBy: staff.staffId, note })
    await notify(tx, messageOf(row, decision, note))
  })
  return describe(deps, (await findCorrection(deps.db, id)) ?? refuse('privacy.notFound'))
}

async function carryOut(tx: Tx, deps: Deps, staff: StaffAtWork, row: CorrectionRow) {
  const { field } = asKnown(row)
  const idType = asIdType(row.idType)
  const change: Correction = { [columnOf[field]]: row.wanted, ...(idType ? { idType } : {}) }
  const reason = `学员申请：${row.reason}`
  const { reissued } = await correctIn(tx, deps, staff, { ...change, id: row.studentId, reason })
  await auditStaff(tx, staff, 'privacy.correctionApproved', row.studentId, {
    correctionId: row.id,
    field,
    reissued,
  })
}

const fieldWords = { NAME: '姓名', ID_NO: '证件号', CERTIFICATE_NO: '资格证书编号' } as const

function messageOf(row: CorrectionRow, decision: 'APPROVED' | 'REFUSED', note: string): NewMessage {
  const what = fieldWords[asKnown(row).field]
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
