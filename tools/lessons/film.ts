import { run } from './run.ts'
import type { Scene } from './scene.ts'
import { soundFilters } from './sound.ts'

/** Nothing moves on a slide; five is enough for its change to meet the voice. */
export const FRAMES_PER_SECOND = 5

function filterGraph(scenes: Scene[]): string {
  const seen = scenes.map((_, index) => `[${index}:v]`).join('')
  const asVideo = 'scale=out_color_matrix=bt709:out_range=tv,format=yuv420p'
  return [
    `${seen}concat=n=${scenes.length}:v=1:a=0,${asVideo}[film]`,
    ...soundFilters(scenes, scenes.length),
  ].join(';')
}

/**
 * Keyframes every two seconds and at a change of slide; the frames between are nearly free, so the keyframes are
 * the size of the film. Without `psy`, which keeps noise that drawn slides do not have, a crf this high still
 * leaves clean grounds and sharp type. Three references and level 3.1: what a modest phone decodes.
 */
const VIDEO = [
  ...['-c:v', 'libx264', '-profile:v', 'high', '-level:v', '3.1', '-preset', 'veryslow'],
  ...['-crf', '45', '-x264-params', 'psy=0:ref=3', '-threads', '1'],
  ...['-g', String(2 * FRAMES_PER_SECOND)],
  // unmarked, players take 720 lines for bt709 but ffmpeg writes bt601, and the brand's green turns lighter
  ...['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709'],
]
const AUDIO = ['-c:a', 'aac', '-ac', '1', '-b:a', '20k']
/** No dates and no versions in the file: the same seed gives the same bytes on the same machine. */
const REPRODUCIBLE = ['-map_metadata', '-1', '-fflags', '+bitexact', '-flags', '+bitexact']

/** Joins slides and speech into an MP4 that starts playing before it is wholly loaded. */
export async function makeFilm(scenes: Scene[], path: string): Promise<void> {
  const pictures = scenes.flatMap(({ png, seconds }) => [
    ...['-loop', '1', '-framerate', String(FRAMES_PER_SECOND), '-t', String(seconds), '-i', png],
  ])
  const speech = scenes.flatMap(({ wav }) => ['-i', wav])
  const mapping = ['-filter_complex', filterGraph(scenes), '-map', '[film]', '-map', '[sound]']
  const output = [...VIDEO, ...AUDIO, ...REPRODUCIBLE, '-movflags', '+faststart', path]
  await run('ffmpeg', ['-v', 'error', '-y', ...pictures, ...speech, ...mapping, ...output])
}

/** A sound's or film's length in seconds. */
export async function probeSeconds(path: string): Promise<number> {
  return Number(
    await run('ffprobe', [
      '-v',
      'error',
      '-show_entries',
      'format=duration',
      '-of',
      'csv=p=0',
      path,
    ]),
  )
}
