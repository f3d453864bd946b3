import { auditStaff } from '../../../platform/audit.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import { xlsxMime } from '../../../platform/sheets/write.ts'
import type { StaffAtWork } from '../../../platform/staff-calls.ts'
import { toContent } from '../content.ts'
import { aikenOf } from '../format/aiken.ts'
import { giftOf } from '../format/gift.ts'
import { xlsxOf } from '../format/xlsx.ts'
import { listBanks } from '../store/banks.ts'
import { listCourseQuestions } from '../store/questions.ts'

const kinds = {
  XLSX: { ending: 'xlsx', mime: xlsxMime },
  GIFT: { ending: 'gift.txt', mime: 'text/plain' },
  AIKEN: { ending: 'aiken.txt', mime: 'text/plain' },
} as const

type Kept = Awaited<ReturnType<typeof listCourseQuestions>>[number]

/** What a format has room for: Moodle's know nothing of disabled questions, and Aiken has one right answer a question. */
const fits: Record<keyof typeof kinds, (question: Kept) => boolean> = {
  XLSX: () => true,
  GIFT: ({ enabled }) => enabled,
  AIKEN: ({ enabled, answer }) => enabled && answer.length === 1,
}

/** A course's bank as a file, right answers included: that it left the house is written down. */
export async function exportQuestions(
  deps: Deps,
  staff: StaffAtWork,
  { courseId, format }: { courseId: string; format: keyof typeof kinds },
) {
  const [bank] = await listBanks(deps.db, courseId)
  if (!bank) return refuse('question.noSuchCourse')
  const questions = await listCourseQuestions(deps.db, courseId)
  const fit = questions.filter(fits[format])
  const contents = fit.map((row) => ({ ...toContent(row), no: row.no, enabled: row.enabled }))
  const written =
    format === 'XLSX'
      ? await xlsxOf(contents)
      : Buffer.from(format === 'GIFT' ? giftOf(contents) : aikenOf(contents))
  const detail = { format, questions: fit.length }
  await auditStaff(deps.db, staff, 'question.exported', courseId, detail)
  const { ending, mime } = kinds[format]
  return {
    name: `${bank.title}-题库.${ending}`,
    mime,
    content: written.toString('base64'),
    exported: fit.length,
    leftOut: questions.length - fit.length,
  }
}
