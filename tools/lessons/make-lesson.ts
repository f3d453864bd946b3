import { join } from 'node:path'
import type { CourseSeed, SlideSeed } from '../../server/seeds/course-seed.ts'
import { FRAMES_PER_SECOND, makeFilm, probeSeconds } from './film.ts'
import { type Scene, totalSeconds } from './scene.ts'
import { slidePage } from './slide-page.ts'
import { LEAD_IN_MS } from './sound.ts'
import type { Stage } from './stage.ts'
import { speak } from './voice.ts'

interface Workshop {
  stage: Stage
  /** folder for pictures and speech on the way */
  scratch: string
  /** where the finished film goes */
  path: string
}

/** Seconds a slide stands after its last word. */
const LEAD_OUT = 0.7
const MIN_SECONDS = 12
/** A lesson of the trial year is watched to its end by whoever tries the portal, and by the browser tests. */
const maxSeconds = (code: string) => (code === 'trial-year' ? 15 : 60)
/** Calm first; a lesson that would be too long is read a little faster. */
const PACES = [175, 190, 205]

/** The next whole frame, as a slide can only change there. */
const toFrame = (seconds: number) => Math.ceil(seconds * FRAMES_PER_SECOND) / FRAMES_PER_SECOND

async function speakSlides(slides: SlideSeed[], scratch: string, pace: number): Promise<Scene[]> {
  const scenes: Scene[] = []
  for (const [index, { narration }] of slides.entries()) {
    const wav = join(scratch, `${index}.wav`)
    await speak(narration, wav, pace)
    const seconds = LEAD_IN_MS / 1000 + (await probeSeconds(wav)) + LEAD_OUT
    scenes.push({ png: join(scratch, `${index}.png`), wav, seconds: toFrame(seconds) })
  }
  return scenes
}

/** A short lesson's slides all stand a little longer. */
function stretch(scenes: Scene[]): Scene[] {
  const missing = Math.max(0, MIN_SECONDS - totalSeconds(scenes))
  const more = missing / scenes.length
  return scenes.map((scene) => ({ ...scene, seconds: toFrame(scene.seconds + more) }))
}

/** Speaks at the calmest pace that keeps the lesson's limit. Throws when even the quickest does not. */
async function speakLesson(course: CourseSeed, lesson: number, scratch: string): Promise<Scene[]> {
  const slides = course.lessons[lesson]?.slides ?? []
  for (const pace of PACES) {
    const scenes = stretch(await speakSlides(slides, scratch, pace))
    if (totalSeconds(scenes) <= maxSeconds(course.code)) return scenes
  }
  throw new Error(
    `${course.code}: the narration of lesson ${lesson + 1} is longer than ${maxSeconds(course.code)} s`,
  )
}

/** Makes one lesson's film; `lesson` is its index in the course. @returns how long each slide stands, seconds */
export async function makeLesson(
  course: CourseSeed,
  lesson: number,
  { stage, scratch, path }: Workshop,
): Promise<number[]> {
  const scenes = await speakLesson(course, lesson, scratch)
  for (const [slide, { png }] of scenes.entries()) {
    await stage.draw(slidePage({ course, lesson, slide }), png)
  }
  await makeFilm(scenes, path)
  return scenes.map(({ seconds }) => seconds)
}
