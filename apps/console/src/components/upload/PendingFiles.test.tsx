import { createUpload, type UploadCalls } from '@ce/client/staff/make-upload.ts'
import { initialUploadState } from '@ce/client/staff/upload-step.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { PendingFiles } from './PendingFiles.tsx'
import { createPendingUploads } from './pending-uploads.tsx'
import { uploadStateText } from './UploadRow.tsx'

const upload = (name: string) => createUpload(new File(['x'], name), 'PICTURE', {} as UploadCalls)
const question = { act: '照样发布', without: false, onWithout: () => undefined }

it('each file that is not uploaded is listed with its state above the question', () => {
  const page = renderToStaticMarkup(<PendingFiles uploads={[upload('封面.png'), upload('第一讲.mp4')]} {...question} />)
  expect(page).toMatch(/2 个文件没有上传完成.*封面\.png：正在.*第一讲\.mp4：正在.*照样发布/)
})

it('the list of pending files is empty when all files are uploaded', () => {
  expect(renderToStaticMarkup(<PendingFiles uploads={[]} {...question} />)).toBe('')
})

it('pending uploads of all fields of a page are listed until they end or are dropped', () => {
  const pending = createPendingUploads()
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
])('an upload shows percent, size, speed and remaining time: %i MB', (megabytes, left) => {
  const sent = (seconds: number) => seconds * 10 * 1024 * 1024
  const size = megabytes * 1024 * 1024
  const pace = [0, 1].map((at) => ({ at: at * 2000, sent: sent(at) }))
  const state = { ...initialUploadState(size), phase: 'sending' as const, received: 0, pace }
  const words = uploadStateText({ ...state, inFlight: size / 10 })
  expect(words).toMatch(/^正在上传 10%，共 .*，每秒 5\.0.MB，/)
  expect(words).toContain(left)
})
