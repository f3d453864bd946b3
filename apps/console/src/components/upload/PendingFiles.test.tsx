import { makeUpload, type UploadCalls } from '@ce/client/staff/make-upload.ts'
import { newUpload } from '@ce/client/staff/upload-step.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { PendingFiles } from './PendingFiles.tsx'
import { makePendingUploads } from './pending-uploads.tsx'
import { uploadWords } from './UploadRow.tsx'

const upload = (name: string) => makeUpload(new File(['x'], name), 'PICTURE', {} as UploadCalls)
const question = { act: '照样发布', without: false, onWithout: () => undefined }

it('names each file that would be missing, how it stands, and asks', () => {
  const page = renderToStaticMarkup(
    <PendingFiles uploads={[upload('封面.png'), upload('第一讲.mp4')]} {...question} />,
  )
  expect(page).toMatch(/2 个文件没有上传完成.*封面\.png：正在.*第一讲\.mp4：正在.*照样发布/)
})

it('is nothing where all are there', () => {
  expect(renderToStaticMarkup(<PendingFiles uploads={[]} {...question} />)).toBe('')
})

it('a page’s uploads are those of all its fields, until each is there or given up', () => {
  const pending = makePendingUploads()
  let told = 0
  pending.subscribe(() => {
    told += 1
  })
  const [cover, video] = [upload('封面.png'), upload('第一讲.mp4')]
  const coverIsThere = pending.keep(cover)
  const videoIsThere = pending.keep(video)
  expect(pending.read()).toEqual([cover, video])
  coverIsThere()
  expect(pending.read()).toEqual([video])
  videoIsThere()
  expect([pending.read(), told]).toEqual([[], 4])
})

it.each([
  [20, '约剩 5 秒'],
  [2000, '约剩 6 分钟'],
  [42_000, '约剩 2 小时 6 分钟'],
])('an upload tells percent, size, speed and the time left: of %i MB', (megabytes, left) => {
  const sent = (seconds: number) => seconds * 10 * 1024 * 1024
  const size = megabytes * 1024 * 1024
  const pace = [0, 1].map((at) => ({ at: at * 2000, sent: sent(at) }))
  const state = { ...newUpload(size), phase: 'sending' as const, received: 0, pace }
  const words = uploadWords({ ...state, inFlight: size / 10 })
  expect(words).toMatch(/^正在上传 10%，共 .*，每秒 5\.0.MB，/)
  expect(words).toContain(left)
})
