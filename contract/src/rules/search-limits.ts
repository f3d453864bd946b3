import { foldNumber, foldPhone, foldPlainText } from './fold-text.ts'
import type { FieldRule } from './person.ts'

/** Highest page number and page size of a list. */
export const pageLimits = { page: 100_000, pageSize: 100 } as const

/** Maximum number of characters in the search words of each list. */
export const searchLimits = {
  publicContent: 50,
  courses: 50,
  audit: 100,
  students: 50,
  certificateNo: 30,
  proofs: 50,
  reductions: 40,
  exams: 60,
  finance: 64,
  invoices: 60,
  organisations: 60,
  questions: 50,
  questionTag: 20,
  staff: 50,
  teaching: 50,
  members: 30,
} as const

export const maxCharactersText = (most: number) => `不能超过 ${most} 个字`

export function searchProblem(words: string, most: number): string | null {
  if (words.trim().length > most) return maxCharactersText(most)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what the server refuses
  return /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/.test(words) || words.toWellFormed() !== words
    ? '含有不允许的字符'
    : null
}

export const studentSearchRules = {
  phone: {
    pattern: /^(\d{4}|1\d{10})$/,
    msg: '应为完整的 11 位手机号，或后四位',
    fold: foldPhone,
  },
  idTail: { pattern: /^[0-9A-Z]{4}$/, msg: '应为末四位', fold: foldNumber },
  certificateNo: { pattern: /^[0-9A-Z]+$/, msg: '只能有字母和数字', fold: foldNumber },
  learner: {
    pattern: /^(1[3-9]\d{9}|[0-9a-fA-F-]{36})$/,
    msg: '请填写完整的 11 位手机号，或完整的报名编号',
    fold: foldLearner,
  },
} as const satisfies Record<string, FieldRule>

/** Normalises a phone number, or the id of a sign-up, which keeps its dashes. */
function foldLearner(typed: string): string {
  const phone = foldPhone(typed)
  return /^1\d{10}$/.test(phone) ? phone : foldPlainText(typed)
}

/** Returns null when the days are valid. Days are YYYY-MM-DD and optional. */
export function daySpanProblem(from: string | undefined, to: string | undefined): string | null {
  return from && to && from > to ? '不能早于开始日期' : null
}
