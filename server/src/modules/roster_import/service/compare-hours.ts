import type { Db } from '../../../platform/db/database.ts'
import type { Judged, RowProblem } from '../../../platform/db/staged-import.ts'
import { plainNumber } from '../../../platform/sheets/plain-number.ts'
import { listPlans } from '../../catalogue/service.ts'
import { recordName, recordSourceId } from '../../certification_grant/service.ts'
import type { HoursContent } from '../read/hours-row.ts'
import { findHolders, findRecords, type ReportRow } from '../store.ts'

type Holder = Awaited<ReturnType<typeof findHolders>>[number]

/** Whose hours each row is; refused when nobody's, another's, entered before, or twice in the file. */
export async function compareHours(db: Db, rows: Judged<HoursContent>[]): Promise<ReportRow[]> {
  const contents = rows.flatMap(({ content }) => content ?? [])
  const [holders, plans] = await Promise.all([
    findHolders(db, {
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
  const records = await findRecords(
    db,
    holders.map(({ id }) => id),
  )
  const entered = new Set(
    records.flatMap(({ studentId, sourceId, hours }) => {
      const key = recordKey(studentId, recordName(sourceId))
      return [key, `${key} ${hours}`]
    }),
  )
  const seen = new Map<string, number>()
  return rows.map((row) => {
    const { content } = row
    if (!content) return { ...row, action: 'REFUSE', studentId: null }
    const { student, problem } = whose(content, byNumber)
    const problems = problem ? [problem] : []
    if (!years.has(content.year))
      problems.push({ column: '年度', problem: `没有 ${content.year} 年度的培训计划` })
    if (student) {
      const key = recordKey(student.id, recordSourceId(content))
      const twin = seen.get(key)
      const known = entered.has(key) || entered.has(keyWithoutHours(student.id, content) ?? '')
      const hint = content.unnumbered ? '；确是另一张证书的，请填写凭证编号' : ''
      if (known) problems.push({ column: '凭证编号', problem: `这一条已经录入过${hint}` })
      else if (twin) problems.push({ column: '凭证编号', problem: `与第 ${twin} 行重复${hint}` })
      seen.set(key, twin ?? row.no)
    }
    const studentId = student?.id ?? null
    const label = student
      ? `${student.name} ${content.year} 年度 ${content.tenths / 10} 学时`
      : row.label
    const action = problems.length > 0 ? 'REFUSE' : 'CREATE'
    return { ...row, label, action, studentId, problems }
  })
}

/** The same certificate, however the width and case of its number, or the spaces in it, were typed. */
function recordKey(studentId: string, sourceId: string): string {
  return `${studentId} ${plainNumber(sourceId)}`
}

/** Records without a number were once named without their hours: one of as many hours is the same record. */
function keyWithoutHours(
  studentId: string,
  { unnumbered, year, tenths }: HoursContent,
): string | null {
  if (!unnumbered) return null
  return `${recordKey(studentId, recordSourceId({ year, reference: unnumbered }))} ${tenths}`
}

/** The student a row names by ID, certificate number, or both. */
function whose(
  { idNo, certificateNo, name }: HoursContent,
  holders: { idNo: Map<string, Holder>; certificateNo: Map<string, Holder> },
): { student?: Holder; problem?: RowProblem } {
  const byId = idNo ? holders.idNo.get(idNo) : undefined
  const byNumber = certificateNo ? holders.certificateNo.get(certificateNo) : undefined
  if (idNo && !byId) return { problem: { column: '证件号', problem: '没有这个证件号的学员' } }
  if (certificateNo && !byNumber)
    return { problem: { column: '资格证书编号', problem: '没有这个编号的学员' } }
  const student = byId ?? byNumber
  if (!student) return {}
  if (byId && byNumber && byId.id !== byNumber.id)
    return { problem: { column: '资格证书编号', problem: '与证件号不是同一名学员' } }
  if (name && name !== student.name)
    return { student, problem: { column: '姓名', problem: '与系统里这名学员的姓名不同' } }
  return { student }
}
