/**
 * Makes the short films of `server/seeds/films.ts`. Run: node tools/make-films.ts [file …]; existing films are made
 * again only if named.
 */
import { access, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CourseSeed } from '../server/seeds/course-seed.ts'
import { type FilmSeed, filmSeeds } from '../server/seeds/films.ts'
import { renderCaptions } from './lessons/captions.ts'
import { makeLesson } from './lessons/make-lesson.ts'
import { openSlideRenderer } from './lessons/stage.ts'

const POSTERS = join(import.meta.dirname, '../server/seeds/posters')

function asCourse({ file, title, theme, slides }: FilmSeed): CourseSeed {
  const teacher = { name: '', titleCode: 0, employer: '', intro: '' } as const
  const lessons = [{ title, slides }]
  return { code: file, title, intro: '', theme, teacher, lessons, questions: [] }
}

const wanted = process.argv.slice(2)
const scratch = await mkdtemp(join(tmpdir(), 'films-'))
const stage = openSlideRenderer()
try {
  for (const film of filmSeeds) {
    const path = join(POSTERS, `${film.file}.mp4`)
    const there = await access(path).then(
      () => true,
      () => false,
    )
    if (wanted.length > 0 ? !wanted.includes(film.file) : there) continue
    const seconds = await makeLesson(asCourse(film), 0, { stage, scratch, path })
    await writeFile(join(POSTERS, `${film.file}.vtt`), renderCaptions(film.slides, seconds))
    console.log(film.file)
  }
} finally {
  await stage.close()
  await rm(scratch, { recursive: true })
}
