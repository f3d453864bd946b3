/**
 * Makes low-bandwidth films (省流量) of the same length as the lessons, because watching them counts the same.
 *
 * Needs ffmpeg. Run: node tools/make-low-films.ts <code> …
 */
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { maxLowVideoDifferenceDs } from '../server/src/modules/teaching/draft.ts'
import { probeDuration } from './lessons/film.ts'
import { runProgram } from './lessons/run.ts'

const media = join(import.meta.dirname, '../server/seeds/media')

const video = [
  ...['-vf', 'scale=640:-2', '-c:v', 'libx264', '-profile:v', 'high', '-preset', 'veryslow'],
  ...['-crf', '48', '-x264-params', 'psy=0:ref=3', '-threads', '1', '-g', '50'],
  ...['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709'],
]
const audio = ['-c:a', 'aac', '-ac', '1', '-ar', '16000', '-b:a', '12k']
const reproducible = ['-map_metadata', '-1', '-fflags', '+bitexact', '-flags', '+bitexact']

async function makeLow(name: string): Promise<void> {
  const source = join(media, name)
  const target = source.replace(/\.mp4$/, '.low.mp4')
  const output = [...video, ...audio, ...reproducible, '-movflags', '+faststart', target]
  const whole = await probeDuration(source)
  await runProgram('ffmpeg', ['-v', 'error', '-y', '-i', source, '-t', String(whole), ...output])
  const low = await probeDuration(target)
  if (Math.abs(low - whole) * 10 > maxLowVideoDifferenceDs) {
    await rm(target)
    throw new Error(`${name}: ${low} s instead of ${whole} s`)
  }
  const [before, after] = await Promise.all([stat(source), stat(target)])
  console.log(`${name}: ${before.size} → ${after.size} bytes`)
}

const codes = process.argv.slice(2)
const lessons = (await readdir(media)).filter((name) =>
  codes.some((code) => new RegExp(`^${code}-\\d+\\.mp4$`).test(name)),
)
for (const name of lessons) await makeLow(name)
