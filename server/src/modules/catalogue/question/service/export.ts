import { auditStaff } from '../../../../platform/audit.ts'
import { readFromReplica } from '../../../../platform/db/replicas.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { refuse } from '../../../../platform/errors.ts'
import { xlsxMime } from '../../../../platform/sheets/write.ts'
import type { StaffAtWork } from '../../../../platform/staff-calls.ts'
import { toQuestionContent } from '../content.ts'
import type { ExportedQuestion } from '../format/formats.ts'
import { aikenExportLosses, formatAiken, isAikenExportable, writeQuestionWorkbook } from '../format/formats.ts'
import { formatGift } from '../format/gift.ts'
import { listQuestionBanks } from '../store/banks.ts'
import { listCourseQuestions } from '../store/questions.ts'

const kinds = {
  XLSX: { ending: 'xlsx', mime: xlsxMime },
  GIFT: { ending: 'gift.txt', mime: 'text/plain' },
  AIKEN: { ending: 'aiken.txt', mime: 'text/plain' },
} as const

interface Format {
  fits: (question: ExportedQuestion) => boolean
  write: (questions: readonly ExportedQuestion[]) => Promise<Buffer> | string
  lost: (questions: readonly ExportedQuestion[]) => string[]
}

const formats: Record<keyof typeof kinds, Format> = {
  XLSX: { fits: () => true, write: writeQuestionWorkbook, lost: () => [] },
  GIFT: { fits: ({ enabled }) => enabled, write: formatGift, lost: () => [] },
  AIKEN: {
    fits: (question) => question.enabled && isAikenExportable(question),
    write: formatAiken,
    lost: aikenExportLosses,
  },
}

/** The file contains the right answers, so the export is audited. */
export async function exportQuestions(
  deps: Deps,
  staff: StaffAtWork,
  { courseId, format }: { courseId: string; format: keyof typeof kinds },
) {
  const [bank] = await listQuestionBanks(deps.db, courseId)
  if (!bank) return refuse('question.noSuchCourse')
  const questions = (await readFromReplica(deps, (db) => listCourseQuestions(db, courseId))).map((row) => ({
    ...toQuestionContent(row),
    ...{ no: row.no, enabled: row.enabled },
  }))
  const { fits, write, lost } = formats[format]
  const fit = questions.filter(fits)
  const written = Buffer.from(await write(fit))
  const detail = { format, questions: fit.length }
  await auditStaff(deps.db, staff, 'question.exported', courseId, detail)
  const { ending, mime } = kinds[format]
  return {
    name: `${bank.title}-题库.${ending}`,
    mime,
    content: written.toString('base64'),
    exported: fit.length,
    leftOut: questions.length - fit.length,
    lost: lost(fit),
  }
}
