import { expect, it } from 'vitest'
import type { LessonFile } from '../file/service/uploaded.ts'
import { lowVideoProblem } from './draft.ts'

function film({ seconds = 62, size = 1000, audio = 'AAC' as string | null } = {}): LessonFile {
  const media = { container: 'MP4', video: 'H.264', audio, durationSeconds: seconds }
  return { id: 'f', purpose: 'LESSON', name: 'f.mp4', size, media: { ...media, fastStart: true } }
}

const small = { size: 999 }

it.each([
  ['as long', {}, {}],
  ['half a second shorter', {}, { seconds: 61.5 }],
  ['half a second longer', {}, { seconds: 62.5 }],
  ['of another sound', {}, { audio: 'Opus' }],
  ['as silent', { audio: null }, { audio: null }],
])('a smaller film %s can replace the film on slow connections', (_, own, low) => {
  expect(lowVideoProblem(film(own), film({ ...small, ...low }))).toBeNull()
})

it.each([
  ['比原视频短 0.6 秒', { seconds: 61.4 }],
  ['比原视频长 0.6 秒', { seconds: 62.6 }],
  ['没有声音', { audio: null }],
  ['不比原视频小', { size: 1000 }],
])('a film cannot replace the original on slow connections: %s', (words, low) => {
  expect(lowVideoProblem(film(), film({ ...small, ...low }))).toContain(words)
})

it.each([
  ['there is none', undefined],
  ['it is no film', { ...film(small), purpose: 'LESSON_CAPTIONS', media: null }],
  ['it was never judged', { ...film(small), media: null }],
])('a low-bandwidth film is refused if %s', (_, low) => {
  expect(lowVideoProblem(film(), low)).toContain('请重新上传')
})
