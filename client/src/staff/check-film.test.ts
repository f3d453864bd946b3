import { readFile } from 'node:fs/promises'
import { expect, it, vi } from 'vitest'
import { checkFilm } from './check-film.ts'
import { createUpload, type UploadCalls } from './make-upload.ts'

const film = await readFile(new URL('../../../server/seeds/media/drug-law-1.mp4', import.meta.url))
const fileOf = (bytes: Uint8Array<ArrayBuffer>) => new File([bytes], '课.mp4')
const whole = new Uint8Array(film)

it('accepts a film that plays', async () => {
  expect(await checkFilm(fileOf(whole))).toBeNull()
})

it.each([
  ['cut off', whole.slice(0, -100), '文件不完整，后面缺少'],
  ['no film', new TextEncoder().encode('这不是视频，只是一些文字'), '其他格式'],
  ['nothing', new Uint8Array(), '其他格式'],
])('reports a film that is %s, with the server’s text', async (_, bytes, words) => {
  expect(await checkFilm(fileOf(bytes))).toMatch(new RegExp(`这个视频不能用：.*${words}`))
})

it('reads only the beginning and the index of a large film', async () => {
  const file = fileOf(whole)
  const slice = vi.spyOn(file, 'slice')
  await checkFilm(file)
  const read = slice.mock.calls.reduce((sum, [from = 0, to = 0]) => sum + to - from, 0)
  expect(read).toBeLessThan(40_000)
})

it('reports a film that the device can no longer read', async () => {
  const file = fileOf(whole)
  vi.spyOn(file, 'slice').mockImplementation(() => {
    throw new DOMException('gone', 'NotReadableError')
  })
  expect(await checkFilm(file)).toMatch('无法读取这个文件')
})

it('reports a broken film before any upload', async () => {
  const begin = vi.fn()
  const calls = { check: checkFilm, begin } as unknown as UploadCalls
  const upload = createUpload(fileOf(whole.slice(0, -100)), 'LESSON', calls)
  upload.start()
  await vi.waitFor(() => expect(upload.read().phase).toBe('failed'))
  expect(upload.read().problem).toMatch('不完整')
  expect(begin).not.toHaveBeenCalled()
})
