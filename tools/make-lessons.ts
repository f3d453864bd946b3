/**
 * Makes the demo's lesson videos, captions and covers in `server/seeds/media/` and skips unchanged lessons.
 *
 * Needs: apt-get install ffmpeg espeak-ng chromium fonts-noto-cjk. Run: node tools/make-lessons.ts [code …]
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CourseSeed } from '../server/seeds/course-seed.ts'
import { renderCaptions } from './lessons/captions.ts'
import { renderCoverSvg } from './lessons/cover.ts'
import { probeDuration } from './lessons/film.ts'
import { makeLesson } from './lessons/make-lesson.ts'
import { MediaManifest } from './lessons/manifest.ts'
import { readCourseSeeds } from './lessons/read-courses.ts'
import { openSlideRenderer, type SlideRenderer } from './lessons/stage.ts'

const SEEDS = join(import.meta.dirname, '../server/seeds')
const MEDIA = join(SEEDS, 'media')

/** Makes new or changed lessons of a course, and its cover. */
async function makeCourse(
  course: CourseSeed,
  manifest: MediaManifest,
  stage: SlideRenderer,
  scratch: string,
): Promise<void> {
  await writeFile(join(MEDIA, `${course.code}.svg`), renderCoverSvg(course))
  for (const index of course.lessons.keys()) {
    const file = `${course.code}-${index + 1}.mp4`
    if (await manifest.isCurrent(file, course, index)) continue
    const path = join(MEDIA, file)
    const seconds = await makeLesson(course, index, { stage, scratch, path })
    const slides = course.lessons[index]?.slides ?? []
    await writeFile(path.replace(/\.mp4$/, '.vtt'), renderCaptions(slides, seconds))
    const durationSeconds = await probeDuration(path)
    await manifest.record(file, course, index, durationSeconds)
    console.log(`${file}  ${durationSeconds.toFixed(1)} s`)
  }
}

async function main(): Promise<void> {
  const wanted = process.argv.slice(2)
  const all = await readCourseSeeds(join(SEEDS, 'courses'))
  await mkdir(MEDIA, { recursive: true })
  const manifest = await MediaManifest.open(MEDIA)
  const scratch = await mkdtemp(join(tmpdir(), 'lessons-'))
  const stage = openSlideRenderer()
  try {
    for (const course of all) {
      if (wanted.length === 0 || wanted.includes(course.code)) await makeCourse(course, manifest, stage, scratch)
    }
    if (wanted.length === 0) await manifest.prune(all)
  } finally {
    await stage.close()
    await rm(scratch, { recursive: true })
  }
  console.log(manifest.summary())
}

await main()
