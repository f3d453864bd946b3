import { learnerRefusals } from './refusals/learner.ts'
import { moneyRefusals } from './refusals/money.ts'
import { platformRefusals } from './refusals/platform.ts'
import { staffRefusals } from './refusals/staff.ts'

/**
 * Every refusal a call can answer with: its code, its words, and the HTTP status when it is not 200.
 * Thousands belong to modules: 1 platform, 2 student, 3 file, 4 order, 5 course, 6 exam,
 * 7 certification_grant, 8 first_page, 9 staff, 10 poster, 11 poster_import, 12 question, 13 question_import, 14 teaching,
 * 15 plan, 16 student_desk, 17 roster_import, 18 capture_review, 20 invoice, 24 course_reduce, 25 organisation, 26 invitation, 27 message, 28 privacy, 29 retention, 30 setting,
 * 31 print_font, 32 practice.
 */
export const refusals = {
  ...platformRefusals,
  ...learnerRefusals,
  ...moneyRefusals,
  ...staffRefusals,
} as const

export type RefusalKey = keyof typeof refusals

/** Every answer of the portal, good or bad. `code` 1 is success (specification §7). */
export interface Envelope<Data = unknown> {
  code: number
  msg: string
  data: Data
}

/** What `data` holds when a call is refused. */
export interface RefusalData {
  key: RefusalKey
  /** problems by field name, in Chinese */
  fields?: Record<string, string>
  /** of an HTTP error: by this staff find the request in the log */
  requestId?: string
  /** what the fields are called, in Chinese, where there are several: a form says it of one that it does not show */
  names?: Record<string, string>
  [detail: string]: unknown
}
