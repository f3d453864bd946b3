import { runProgram } from './run.ts'
import type { SlideScene } from './scene.ts'
import { buildSoundFilters } from './sound.ts'

/** Slides do not move, so five frames per second suffice. */
export const FRAMES_PER_SECOND = 5

function filterGraph(scenes: SlideScene[]): string {
  const seen = scenes.map((_, index) => `[${index}:v]`).join('')
  const asVideo = 'scale=out_color_matrix=bt709:out_range=tv,format=yuv420p'
  return [
    `${seen}concat=n=${scenes.length}:v=1:a=0,${asVideo}[film]`,
    ...buildSoundFilters(scenes, scenes.length),
  ].join(';')
}

/** Keyframes determine the film's size. Level 3.1 with three references suits modest phones. */
const VIDEO = [
  ...['-c:v', 'libx264', '-profile:v', 'high', '-level:v', '3.1', '-preset', 'veryslow'],
  ...['-crf', '45', '-x264-params', 'psy=0:ref=3', '-threads', '1'],
  ...['-g', String(2 * FRAMES_PER_SECOND)],
  // Without these colour marks players show a lighter green.
  ...['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709'],
]
const AUDIO = ['-c:a', 'aac', '-ac', '1', '-b:a', '20k']
/** Leave out dates and versions, so that equal seeds give films with equal bytes. */
const REPRODUCIBLE = ['-map_metadata', '-1', '-fflags', '+bitexact', '-flags', '+bitexact']

/** Makes an MP4 that starts before it is completely loaded. */
export async function makeFilm(scenes: SlideScene[], path: string): Promise<void> {
  const pictures = scenes.flatMap(({ png, seconds }) => [
    ...['-loop', '1', '-framerate', String(FRAMES_PER_SECOND), '-t', String(seconds), '-i', png],
  ])
  const speech = scenes.flatMap(({ wav }) => ['-i', wav])
  const mapping = ['-filter_complex', filterGraph(scenes), '-map', '[film]', '-map', '[sound]']
  const output = [...VIDEO, ...AUDIO, ...REPRODUCIBLE, '-movflags', '+faststart', path]
  await runProgram('ffmpeg', ['-v', 'error', '-y', ...pictures, ...speech, ...mapping, ...output])
}

/** Returns the length of a sound or film in seconds. */
export async function probeDuration(path: string): Promise<number> {
  return Number(
    await runProgram('ffprobe', ['-v', 'error', '-show_entries', 'format=duration', '-of', 'csv=p=0', path]),
  )
}
