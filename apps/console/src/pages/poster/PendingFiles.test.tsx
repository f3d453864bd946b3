import { makeUpload, type UploadCalls } from '@ce/client/staff/make-upload.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { PendingFiles } from './PendingFiles.tsx'

it('names each attachment that readers would not get, how it stands, and asks', () => {
  const upload = makeUpload(new File(['x'], '办事指南.pdf'), 'ATTACHMENT', {} as UploadCalls)
  const page = renderToStaticMarkup(
    <PendingFiles uploads={[upload]} without={false} onWithout={() => undefined} />,
  )
  expect(page).toMatch(/1 个附件没有上传完成.*办事指南\.pdf：正在.*照样发布/)
})

it('is nothing where all are there', () => {
  expect(
    renderToStaticMarkup(<PendingFiles uploads={[]} without={false} onWithout={() => undefined} />),
  ).toBe('')
})
