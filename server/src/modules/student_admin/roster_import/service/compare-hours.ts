import { foldNumber, isSameName } from '@ce/contract/fold-text'
import { rosterFieldLabels } from '@ce/contract/import-fields'
import type { Db } from '../../../../platform/db/database.ts'
import type {
  CheckedImportRow,
  ImportRowNote,
  ImportRowProblem,
  ReportRow,
} from '../../../../platform/db/import-rows.ts'
import { describeCellProblem } from '../../../../platform/imports/row-reading.ts'
import { listPlans } from '../../../catalogue/service.ts'
import { sourceIdOfRecord } from '../../../credits/certification_grant/service/record.ts'
import { sourceNameOf } from '../../../credits/hours/source-names.ts'
import type { HoursRecordContent } from '../read/hours-row.ts'
import { findAccountsByNumbers, findHoursRecords } from '../store.ts'

type Holder = Awaited<ReturnType<typeof findAccountsByNumbers>>[number]

/** Refuses unknown people, other names, other hours for a record, and duplicates in the file. */
export async function compareHoursRows(db: Db, rows: CheckedImportRow<HoursRecordContent>[]): Promise<ReportRow[]> {
  const contents = rows.flatMap(({ content }) => content ?? [])
  const [holders, plans] = await Promise.all([
    findAccountsByNumbers(db, {
      idNo: contents.map(({ idNo }) => idNo).filter(Boolean),
      phone: [],
      certificateNo: contents.map(({ certificateNo }) => certificateNo).filter(Boolean),
    }),
    listPlans(db),
  ])
  const byNumber = {
    idNo: new Map(holders.map((one) => [one.idNo, one])),
    certificateNo: new Map(holders.map((one) => [one.certificateNo, one])),
  }
  const years = new Set(plans.map(({ year }) => year))
  const entered = await enteredHours(
    db,
    holders.map(({ id }) => id),
  )
  const seen = new Map<string, number>()
  return rows.map((row) => {
    const { content } = row
    if (!content) return { ...row, action: 'REFUSE', studentId: null }
    const { student, problem } = whose(content, byNumber)
    const problems = problem ? [problem] : []
    if (!years.has(content.year)) problems.push(about('YEAR', `没有 ${content.year} 年度的培训计划，请核对年度`))
    if (!student) return { ...row, action: 'REFUSE', studentId: null, problems }
    const key = recordKey(student.id, sourceIdOfRecord(content))
    const twin = seen.get(key)
    seen.set(key, twin ?? row.no)
    const known = entered.get(key) ?? entered.get(keyWithoutHours(student.id, content) ?? '')
    const hint = content.unnumbered ? '；确是另一张证书的，请填写凭证编号' : ''
    if (known !== undefined && known !== content.tenths)
      problems.push(about('REFERENCE', `这个凭证编号已经录入过，学时是 ${known / 10}；请核对编号和学时`))
    else if (twin) problems.push(about('REFERENCE', `与第 ${twin} 行重复${hint || '，请只留一行'}`))
    const label = `${student.name} ${content.year} 年度 ${content.tenths / 10} 学时`
    const told = { ...row, label, studentId: student.id, problems }
    if (problems.length > 0) return { ...told, action: 'REFUSE' }
    if (known === undefined) return { ...told, action: 'CREATE' }
    return { ...told, action: 'SAME', notes: [...row.notes, ...sameNotes(content)] }
  })
}

const about = describeCellProblem(rosterFieldLabels)

/** The row gets a note, because two certificates of the same content without numbers look the same. */
function sameNotes({ unnumbered }: HoursRecordContent): ImportRowNote[] {
  if (!unnumbered) return []
  const note = '已录入过同样的一条；确是另一张证书的，请填写凭证编号后重新上传'
  return [{ field: 'REFERENCE', doubt: true, note, was: null }]
}

/**
 * The tenths of an hour of each record already in the ledger. Records without a number are also found under their older
 * reference.
 */
async function enteredHours(db: Db, studentIds: string[]): Promise<Map<string, number>> {
  const records = await findHoursRecords(db, studentIds)
  return new Map(
    records.flatMap(({ studentId, sourceId, hours }) => {
      const key = recordKey(studentId, sourceNameOf(sourceId))
      return [
        [key, hours],
        [`${key} ${hours}`, hours],
      ] as const
    }),
  )
}

/** Width, case and spaces of the record number do not matter. */
function recordKey(studentId: string, sourceId: string): string {
  return `${studentId} ${foldNumber(sourceId)}`
}

/** Older references had no hours; equal hours mean the same record. */
function keyWithoutHours(studentId: string, { unnumbered, year, tenths }: HoursRecordContent): string | null {
  if (!unnumbered) return null
  return `${recordKey(studentId, sourceIdOfRecord({ year, reference: unnumbered }))} ${tenths}`
}

function whose(
  { idNo, certificateNo, name }: HoursRecordContent,
  holders: { idNo: Map<string, Holder>; certificateNo: Map<string, Holder> },
): { student?: Holder; problem?: ImportRowProblem } {
  const byId = idNo ? holders.idNo.get(idNo) : undefined
  const byNumber = certificateNo ? holders.certificateNo.get(certificateNo) : undefined
  if (idNo && !byId) return { problem: about('ID_NO', '没有这个证件号的学员；请核对，或先导入这名学员') }
  if (certificateNo && !byNumber)
    return { problem: about('CERTIFICATE_NO', '没有这个编号的学员；请核对，或先导入这名学员') }
  const student = byId ?? byNumber
  if (!student) return {}
  if (byId && byNumber && byId.id !== byNumber.id)
    return { problem: about('CERTIFICATE_NO', '与证件号不是同一名学员，请核对') }
  if (name && !isSameName(name, student.name))
    return { student, problem: about('NAME', `系统里这个号码的学员是 ${student.name}，请核对`) }
  return { student }
}
