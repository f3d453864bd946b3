import type { QuestionContent } from '../content.ts'

/** A question on its way out. */
export type Written = QuestionContent & { no: number; enabled: boolean }
