import { readdir, readFile } from 'node:fs/promises'
import { countHtmlCharacters, proposedReadingSeconds } from '@ce/contract/reading'
import { insertInitialQuestions } from '../../src/modules/catalogue/question/service.ts'
import { addCourse } from '../../src/modules/catalogue/service.ts'
import { cleanHtmlInWorker } from '../../src/modules/content/poster/service/content.ts'
import { addContentFile } from '../../src/modules/file/service/content.ts'
import type { Deps } from '../../src/platform/deps.ts'
import type { ArticleSeed, CourseSeed, QuestionSeed } from '../course-seed.ts'

const courses = new URL('../courses/', import.meta.url)
const media = new URL('../media/', import.meta.url)

/** @returns course ids by code */
export async function addDemoCourses(deps: Deps): Promise<Map<string, string>> {
  const lengths = JSON.parse(await readFile(new URL('manifest.json', media), 'utf8')) as Record<
    string,
    { durationSeconds: number }
  >
  const there = new Set(await readdir(media))
  const ids = new Map<string, string>()
  for (const file of (await readdir(courses)).sort()) {
    const { course } = (await import(new URL(file, courses).href)) as { course: CourseSeed }
    ids.set(course.code, await addOne(deps, course, lengths, there))
  }
  return ids
}

async function addFilm(deps: Deps, name: string): Promise<string> {
  const content = await readFile(new URL(name, media))
  return addContentFile(deps, { purpose: 'LESSON', name, mime: 'video/mp4', content })
}

/**
 * Adds the low-bandwidth video and the captions of lessons that have them (tools/make-low-films.ts,
 * tools/make-lessons.ts).
 */
async function addExtras(deps: Deps, lesson: string, there: ReadonlySet<string>) {
  const low = `${lesson}.low.mp4`
  const captions = `${lesson}.vtt`
  const content = there.has(captions) && (await readFile(new URL(captions, media)))
  return {
    lowVideoFileId: there.has(low) ? await addFilm(deps, low) : null,
    captionsFileId: content
      ? await addContentFile(deps, { purpose: 'LESSON_CAPTIONS', name: captions, content })
      : null,
  }
}

async function addOne(
  deps: Deps,
  course: CourseSeed,
  lengths: Record<string, { durationSeconds: number }>,
  there: ReadonlySet<string>,
): Promise<string> {
  const lessons = []
  for (const [index, lesson] of course.lessons.entries()) {
    const name = `${course.code}-${index + 1}.mp4`
    const videoFileId = await addFilm(deps, name)
    const seconds = lengths[name]?.durationSeconds
    if (!seconds) throw new Error(`the media manifest has no length of ${name}`)
    const durationDs = Math.floor(seconds * 10)
    lessons.push({
      title: lesson.title,
      kind: 'VIDEO' as const,
      durationDs,
      videoFileId,
      ...(await addExtras(deps, name.replace(/\.mp4$/, ''), there)),
    })
  }
  const cover = await readFile(new URL(`${course.code}.svg`, media))
  const courseId = await addCourse(deps.db, {
    code: course.code,
    title: course.title,
    intro: course.intro,
    subject: 'PROFESSIONAL',
    coverFileId: await addContentFile(deps, {
      purpose: 'COVER',
      name: `${course.code}.svg`,
      mime: 'image/svg+xml',
      content: cover,
    }),
    trialSeconds: 15,
    teacher: course.teacher,
    lessons: [...lessons, ...(course.article ? [await articleOf(course.article)] : [])],
  })
  await insertInitialQuestions(deps.db, courseId, course.questions.map(toQuestion))
  return courseId
}

async function articleOf({ title, html }: ArticleSeed) {
  const { html: articleHtml } = await cleanHtmlInWorker('product', html)
  const durationDs = proposedReadingSeconds(countHtmlCharacters(articleHtml)) * 10
  return { title, kind: 'ARTICLE' as const, durationDs, articleHtml }
}

function toQuestion({ options, answer, ...question }: QuestionSeed) {
  const ids = [...'abcdefgh']
  const idAt = (index: number) => ids[index] ?? String(index)
  return {
    ...question,
    options: options.map((text, index) => ({ id: idAt(index), text })),
    answer: answer.map(idAt),
  }
}
