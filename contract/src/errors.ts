import { learnerRefusals } from './refusals/learner.ts'
import { moneyRefusals } from './refusals/money.ts'
import { platformRefusals } from './refusals/platform.ts'
import { staffRefusals } from './refusals/staff.ts'

/**
 * Code, message and HTTP status if not 200. Thousands by module: 1 platform, 2 student, 3 file, 4 order, 5 course, 6
 * exam, 7 certification_grant, 8 first_page, 9 staff, 10 poster, 11 poster_import, 12 question, 13 question_import, 14
 * teaching, 15 plan, 16 student_desk, 17 roster_import, 18 capture_review, 20 invoice, 24 course_reduce, 25
 * organisation, 26 invitation, 27 message, 28 privacy, 29 retention, 30 setting, 31 print_font, 32 practice.
 */
export const refusals = {
  ...platformRefusals,
  ...learnerRefusals,
  ...moneyRefusals,
  ...staffRefusals,
} as const

export type RefusalKey = keyof typeof refusals

/** `code` 1 means success (docs/rules/calls.md#envelope). */
export interface Envelope<Data = unknown> {
  code: number
  msg: string
  data: Data
}

export interface RefusalData {
  key: RefusalKey
  /** Chinese error messages by field name. */
  fields?: Record<string, string>
  /** Staff find an HTTP error in the log by this id. */
  requestId?: string
  /** Chinese names of fields that a form does not show. */
  names?: Record<string, string>
  [detail: string]: unknown
}
