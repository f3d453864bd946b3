import { join } from 'node:path'
import type { CourseSeed, SlideSeed } from '../../server/seeds/course-seed.ts'
import { FRAMES_PER_SECOND, makeFilm, probeDuration } from './film.ts'
import { type SlideScene, sumSceneSeconds } from './scene.ts'
import { renderSlidePage } from './slide-page.ts'
import { NARRATION_LEAD_IN_MS } from './sound.ts'
import type { SlideRenderer } from './stage.ts'
import { speakNarration } from './voice.ts'

interface Workshop {
  stage: SlideRenderer
  scratch: string
  path: string
}

/** Seconds that a slide stays after its last word. */
const LEAD_OUT = 0.7
const MIN_SECONDS = 12
/** Visitors and browser tests watch the trial year's lessons to the end, so these are short. */
const maxSeconds = (code: string) => (code === 'trial-year' ? 15 : 60)
/** Words per minute that the voice may speak, slowest first. */
const PACES = [175, 190, 205]

/** Slides change only at whole frames. */
const toFrame = (seconds: number) => Math.ceil(seconds * FRAMES_PER_SECOND) / FRAMES_PER_SECOND

async function speakSlides(slides: SlideSeed[], scratch: string, pace: number): Promise<SlideScene[]> {
  const scenes: SlideScene[] = []
  for (const [index, { narration }] of slides.entries()) {
    const wav = join(scratch, `${index}.wav`)
    await speakNarration(narration, wav, pace)
    const seconds = NARRATION_LEAD_IN_MS / 1000 + (await probeDuration(wav)) + LEAD_OUT
    scenes.push({ png: join(scratch, `${index}.png`), wav, seconds: toFrame(seconds) })
  }
  return scenes
}

/** Makes all slides longer when a lesson is too short. */
function stretch(scenes: SlideScene[]): SlideScene[] {
  const missing = Math.max(0, MIN_SECONDS - sumSceneSeconds(scenes))
  const more = missing / scenes.length
  return scenes.map((scene) => ({ ...scene, seconds: toFrame(scene.seconds + more) }))
}

/** Speaks a lesson at the slowest pace that fits the limit. @throws Error when the fastest pace is too slow. */
async function speakLesson(course: CourseSeed, lesson: number, scratch: string): Promise<SlideScene[]> {
  const slides = course.lessons[lesson]?.slides ?? []
  for (const pace of PACES) {
    const scenes = stretch(await speakSlides(slides, scratch, pace))
    if (sumSceneSeconds(scenes) <= maxSeconds(course.code)) return scenes
  }
  throw new Error(`${course.code}: the narration of lesson ${lesson + 1} is longer than ${maxSeconds(course.code)} s`)
}

/** Makes the film of one lesson. @returns the seconds of each slide */
export async function makeLesson(
  course: CourseSeed,
  lesson: number,
  { stage, scratch, path }: Workshop,
): Promise<number[]> {
  const scenes = await speakLesson(course, lesson, scratch)
  for (const [slide, { png }] of scenes.entries()) {
    await stage.draw(renderSlidePage({ course, lesson, slide }), png)
  }
  await makeFilm(scenes, path)
  return scenes.map(({ seconds }) => seconds)
}
