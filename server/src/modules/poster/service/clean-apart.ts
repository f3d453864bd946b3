import { refuse } from '../../../platform/errors.ts'
import { readOnce } from '../../../platform/reader/read-apart.ts'
import type { TaskName } from '../../../platform/reader/task.ts'
import { UnreadableFile } from '../../../platform/sheets/unreadable.ts'
import type { Cleaned } from '../html/clean.ts'
import type { CleanInput } from '../html/clean-task.ts'

const task: TaskName<CleanInput, Cleaned> = {
  script: new URL('../html/clean-task.ts', import.meta.url),
  lane: 'quick',
  tooSlow: '正文过于复杂，请拆分',
  tooComplex: '正文过于复杂，请拆分',
}

/**
 * Makes HTML from anybody fit for readers, in a process of its own: a long text takes a second.
 * @param owner who sends it @throws Refusal common.invalid, common.busy
 */
export function cleanHtmlApart(
  owner: string,
  html: string,
  origins: readonly string[] = [],
): Promise<Cleaned> {
  return readOnce(task, { html, origins: [...origins] }, { owner }).catch(refuseBody)
}

/** A text that cannot be cleaned, as the refusal of a form. @throws Refusal common.invalid, or what else was thrown */
export function refuseBody(error: unknown): never {
  if (!(error instanceof UnreadableFile)) throw error
  const { message: problem } = error
  return refuse('common.invalid', { problem: `正文：${problem}`, fields: { bodyHtml: problem } })
}
