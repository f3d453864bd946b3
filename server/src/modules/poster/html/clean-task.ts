import type { ReadTask } from '../../../platform/reader/task.ts'
import { type Cleaned, cleanHtml } from './clean.ts'

export interface CleanInput {
  html: string
  /** own addresses, so that a picture copied from a page of ours stays */
  origins: string[]
}

/** Cleans one text. */
export const task: ReadTask<CleanInput, Cleaned> = async ({ html, origins }, { emit }) =>
  emit(cleanHtml(html, origins))
