import type { ReadTask } from '../../../../platform/reader/task.ts'
import { type CleanedHtml, cleanHtml } from './clean.ts'

export interface CleanTaskInput {
  html: string
  /** Pictures whose address has one of these origins belong to the portal, so they stay in the text. */
  origins: string[]
}

export const task: ReadTask<CleanTaskInput, CleanedHtml> = async ({ html, origins }, { emit }) =>
  emit(cleanHtml(html, origins))
