import { type APIRequestContext, expect } from '@playwright/test'
import type { StaffCalls } from '../contract/src/index.ts'
import { type CategoryName, categoryByName } from '../contract/src/rules/categories.ts'
import { demoStaff } from './staff.ts'

interface NewItem {
  category: CategoryName
  title: string
  bodyHtml: string
  attachments?: { name: string; content: Buffer }[]
}

/** Publishes a content item by API and returns its public path. */
export async function publishItem(
  request: APIRequestContext,
  { category, title, bodyHtml, attachments = [] }: NewItem,
): Promise<string> {
  const call = await signedIn(request)
  const files: { fileId: string; name: string }[] = []
  for (const { name, content } of attachments) {
    const begun = { name, size: content.length, purpose: 'ATTACHMENT' } as const
    const { uploadId } = await call('POST /file/v1/begin', begun)
    const file = { name, mimeType: 'application/octet-stream', buffer: content }
    await call('POST /file/v1/chunk', { uploadId, offset: 0 }, file)
    files.push({ fileId: (await call('POST /file/v1/finish', { uploadId })).id, name })
  }
  const content = {
    ...{ title, bodyHtml, summary: '', source: '浏览器测试', author: '', titleCode: 0 },
    ...{ coverFileId: null, videoFileId: null, captionsFileId: null, attachments: files },
  }
  const categoryId = categoryByName(category)?.id ?? 0
  const { id, version } = await call('POST /poster/v1/create', { categoryId, content })
  await call('POST /poster/v1/publish', { id, version, publishAt: null })
  return `/detail/${category}/${id}`
}

type Posted = Extract<keyof StaffCalls, `POST ${string}`>
type Call = <Name extends Posted>(
  name: Name,
  input: StaffCalls[Name]['request'],
  file?: { name: string; mimeType: string; buffer: Buffer },
) => Promise<StaffCalls[Name]['response']>

async function signedIn(request: APIRequestContext): Promise<Call> {
  let authorization = ''
  const call: Call = async (name, input, file) => {
    const fields = Object.entries(input).map(([key, value]) => [key, String(value)])
    const answer = await request.post(`/api/staff${name.slice('POST '.length)}`, {
      headers: { authorization },
      ...(file ? { multipart: { ...Object.fromEntries(fields), file } } : { data: input }),
    })
    const { code, msg, data } = await answer.json()
    expect(code, `${name}: ${msg}`).toBe(1)
    return data
  }
  const { editor: username, password } = demoStaff
  authorization = (await call('POST /staff/v1/login', { username, password })).token
  return call
}
