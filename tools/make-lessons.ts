/**
 * Makes the demo world's lesson videos and course covers from the course seeds.
 *
 * Reads `server/seeds/courses/*.ts`; writes to `server/seeds/media/`
 *   <code>-<n>.mp4   one lesson: its slides drawn by Chromium, its narration spoken by espeak-ng
 *   <code>-<n>.vtt   its captions: what is said (the lessons made before captions were have none until they are made again)
 *   <code>.svg       the course's cover
 *   manifest.json    per video: length measured by ffprobe, bytes, and the hash of what it was made from
 *
 * Needs (Debian 12): apt-get install ffmpeg espeak-ng chromium fonts-noto-cjk
 * Run: node tools/make-lessons.ts [code …]     all courses, or only those named
 *
 * A lesson whose hash stands in the manifest is skipped, so a second run only makes what changed.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CourseSeed } from '../server/seeds/course-seed.ts'
import { captionsOf } from './lessons/captions.ts'
import { coverSvg } from './lessons/cover.ts'
import { probeSeconds } from './lessons/film.ts'
import { makeLesson } from './lessons/make-lesson.ts'
import { Manifest } from './lessons/manifest.ts'
import { readCourses } from './lessons/read-courses.ts'
import { openStage, type Stage } from './lessons/stage.ts'

const SEEDS = join(import.meta.dirname, '../server/seeds')
const MEDIA = join(SEEDS, 'media')

/** Makes the course's lessons that are new or changed, and its cover. */
async function makeCourse(
  course: CourseSeed,
  manifest: Manifest,
  stage: Stage,
  scratch: string,
): Promise<void> {
  await writeFile(join(MEDIA, `${course.code}.svg`), coverSvg(course))
  for (const index of course.lessons.keys()) {
    const file = `${course.code}-${index + 1}.mp4`
    if (await manifest.isCurrent(file, course, index)) continue
    const path = join(MEDIA, file)
    const seconds = await makeLesson(course, index, { stage, scratch, path })
    const slides = course.lessons[index]?.slides ?? []
    await writeFile(path.replace(/\.mp4$/, '.vtt'), captionsOf(slides, seconds))
    const durationSeconds = await probeSeconds(path)
    await manifest.record(file, course, index, durationSeconds)
    console.log(`${file}  ${durationSeconds.toFixed(1)} s`)
  }
}

async function main(): Promise<void> {
  const wanted = process.argv.slice(2)
  const all = await readCourses(join(SEEDS, 'courses'))
  await mkdir(MEDIA, { recursive: true })
  const manifest = await Manifest.open(MEDIA)
  const scratch = await mkdtemp(join(tmpdir(), 'lessons-'))
  const stage = openStage()
  try {
    for (const course of all) {
      if (wanted.length === 0 || wanted.includes(course.code))
        await makeCourse(course, manifest, stage, scratch)
    }
    if (wanted.length === 0) await manifest.prune(all)
  } finally {
    await stage.close()
    await rm(scratch, { recursive: true })
  }
  console.log(manifest.summary())
}

await main()
