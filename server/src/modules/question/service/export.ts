import { auditStaff } from '../../../platform/audit.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import { xlsxMime } from '../../../platform/sheets/write.ts'
import type { StaffAtWork } from '../../../platform/staff-calls.ts'
import { toContent } from '../content.ts'
import { aikenOf, fitsAiken, lostInAiken } from '../format/aiken.ts'
import { giftOf } from '../format/gift.ts'
import type { Written } from '../format/written.ts'
import { xlsxOf } from '../format/xlsx.ts'
import { listBanks } from '../store/banks.ts'
import { listCourseQuestions } from '../store/questions.ts'

const kinds = {
  XLSX: { ending: 'xlsx', mime: xlsxMime },
  GIFT: { ending: 'gift.txt', mime: 'text/plain' },
  AIKEN: { ending: 'aiken.txt', mime: 'text/plain' },
} as const

interface Format {
  /** what it has room for: Moodle's know nothing of disabled questions, and Aiken has one right answer a question */
  fits: (question: Written) => boolean
  write: (questions: readonly Written[]) => Promise<Buffer> | string
  /** what of the questions that fit does not come back, a sentence each */
  lost: (questions: readonly Written[]) => string[]
}

const formats: Record<keyof typeof kinds, Format> = {
  XLSX: { fits: () => true, write: xlsxOf, lost: () => [] },
  GIFT: { fits: ({ enabled }) => enabled, write: giftOf, lost: () => [] },
  AIKEN: {
    fits: (question) => question.enabled && fitsAiken(question),
    write: aikenOf,
    lost: lostInAiken,
  },
}

/** A course's bank as a file, right answers included: that it left the house is written down. */
export async function exportQuestions(
  deps: Deps,
  staff: StaffAtWork,
  { courseId, format }: { courseId: string; format: keyof typeof kinds },
) {
  const [bank] = await listBanks(deps.db, courseId)
  if (!bank) return refuse('question.noSuchCourse')
  const questions = (await listCourseQuestions(deps.db, courseId)).map((row) => ({
    ...toContent(row),
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
