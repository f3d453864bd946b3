import type { SlideSeed } from '../../server/seeds/course-seed.ts'

const clock = (seconds: number) => new Date(seconds * 1000).toISOString().slice(11, 23)

/** Renders a lesson's narration as WebVTT captions; times are in seconds. */
export function renderCaptions(slides: SlideSeed[], seconds: number[]): string {
  let at = 0
  const cues = slides.map(({ narration }, index) => {
    const from = at
    at += seconds[index] ?? 0
    return `${clock(from)} --> ${clock(at)}\n${narration}\n`
  })
  return ['WEBVTT\n', ...cues].join('\n')
}
