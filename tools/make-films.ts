/**
 * Makes the public portal's short films from `server/seeds/films.ts`: beside each text in `server/seeds/posters/`
 * an MP4 and its captions (WebVTT). Needs what tools/make-lessons.ts needs.
 * Run: node tools/make-films.ts [file …]     what is there already is not made again, unless named
 */
import { access, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CourseSeed } from '../server/seeds/course-seed.ts'
import { type FilmSeed, films } from '../server/seeds/films.ts'
import { captionsOf } from './lessons/captions.ts'
import { makeLesson } from './lessons/make-lesson.ts'
import { openStage } from './lessons/stage.ts'

const POSTERS = join(import.meta.dirname, '../server/seeds/posters')

/** The lesson tool's shape: a course of one lesson. */
function asCourse({ file, title, theme, slides }: FilmSeed): CourseSeed {
  const teacher = { name: '', titleCode: 0, employer: '', intro: '' } as const
  const lessons = [{ title, slides }]
  return { code: file, title, intro: '', theme, teacher, lessons, questions: [] }
}

const wanted = process.argv.slice(2)
const scratch = await mkdtemp(join(tmpdir(), 'films-'))
const stage = openStage()
try {
  for (const film of films) {
    const path = join(POSTERS, `${film.file}.mp4`)
    const there = await access(path).then(
      () => true,
      () => false,
    )
    if (wanted.length > 0 ? !wanted.includes(film.file) : there) continue
    const seconds = await makeLesson(asCourse(film), 0, { stage, scratch, path })
    await writeFile(join(POSTERS, `${film.file}.vtt`), captionsOf(film.slides, seconds))
    console.log(film.file)
  }
} finally {
  await stage.close()
  await rm(scratch, { recursive: true })
}
