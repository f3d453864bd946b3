import type { QuestionContent } from '../content.ts'
import type { OptionOrder } from '../findings.ts'

/** A question on its way out. */
export type Written = QuestionContent & { order: OptionOrder; no: number; enabled: boolean }
