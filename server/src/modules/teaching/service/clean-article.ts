import { articleLimits } from '@ce/contract/reading'
import type { Deps } from '../../../platform/deps.ts'
import { Refusal, refuse } from '../../../platform/errors.ts'
import { cleanHtmlApart } from '../../poster/service.ts'
import type { DraftLesson } from '../draft.ts'

/**
 * A lesson as it may be kept: the text of one that is read is cleaned as posters are.
 * @throws Refusal common.invalid naming the lesson whose text is impossible
 */
export async function cleanArticle(
  owner: string,
  lesson: DraftLesson,
  { publicUrl }: Pick<Deps, 'publicUrl'>,
): Promise<DraftLesson> {
  if (lesson.kind === 'VIDEO') return lesson
  const origin = URL.parse(publicUrl())?.origin
  const html = await cleaned(owner, lesson, origin)
  if (html.length > articleLimits.html) refuseText(lesson.title, '正文过长，请分成几个课时')
  return { ...lesson, html }
}

async function cleaned(
  owner: string,
  { title, html }: { title: string; html: string },
  origin: string | undefined,
): Promise<string> {
  try {
    return (await cleanHtmlApart(owner, html, origin ? [origin] : [])).html
  } catch (error) {
    if (!(error instanceof Refusal) || error.key !== 'common.invalid') throw error
    return refuseText(title, String(error.detail.problem))
  }
}

function refuseText(title: string, problem: string): never {
  return refuse('common.invalid', { problem, fields: { lessons: `“${title}”：${problem}` } })
}
