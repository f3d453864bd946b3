import {
  regradeKindNames,
  regradeOutcomeHints,
  regradeOutcomeNames,
} from '@ce/contract/regrade-outcomes'
import { auditStaff } from '../../../platform/audit.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import { type Cell, writeSheet, xlsxMime } from '../../../platform/sheets/write.ts'
import type { StaffAtWork } from '../../../platform/staff-calls.ts'
import { findQuestion } from '../../question/service.ts'
import { maskPhone } from '../../student/service/person.ts'
import type { Standing } from '../regrade.ts'
import { type PreviewRow, previewOf, type Wanted } from './preview-regrade.ts'

/** rows in one file */
const most = 20_000

const columns = [
  ['姓名', 14],
  ['手机号', 16],
  ['课程', 30],
  ['年度', 8],
  ['第几次考试', 12],
  ['原成绩', 10],
  ['原结果', 10],
  ['新成绩', 10],
  ['新结果', 10],
  ['变化', 16],
  ['说明', 44],
] as const

/** Who a regrade would concern and how, as a file; that it left the house is written down. */
export async function exportRegrade(deps: Deps, staff: StaffAtWork, wanted: Wanted) {
  const question = await findQuestion(deps.db, wanted.questionId)
  if (!question) return refuse('question.notFound')
  const { rows } = await previewOf(deps.db, wanted)
  const shown = rows.slice(0, most)
  const { questionId, kind, losePass } = wanted
  const detail = { kind, losePass, rows: shown.length }
  await auditStaff(deps.db, staff, 'exam.regradeExported', questionId, detail)
  const bytes = await writeSheet(columns, shown.map(toCells))
  return {
    name: `${question.courseTitle}第${question.no}号-${regradeKindNames[kind]}-预览.xlsx`,
    mime: xlsxMime,
    content: bytes.toString('base64'),
    exported: shown.length,
    leftOut: rows.length - shown.length,
  }
}

function toCells(row: PreviewRow): Cell[] {
  const { studentName, phone, courseTitle, year, no, before, now, outcome } = row
  return [
    ...[studentName, maskPhone(phone), courseTitle, year, no],
    ...resultOf(before),
    ...(before ? resultOf(now) : [null, null]),
    ...[regradeOutcomeNames[outcome], regradeOutcomeHints[outcome] ?? null],
  ]
}

const resultOf = (standing: Standing | null): Cell[] =>
  standing ? [standing.score, standing.passed ? '合格' : '未合格'] : [null, null]
