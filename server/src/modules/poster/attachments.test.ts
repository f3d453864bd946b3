import { expect, it } from 'vitest'
import { onePixelPng, staffFile } from '../../../test/factories/file.ts'
import { posterContent } from '../../../test/factories/poster.ts'
import { makeStaff } from '../../../test/factories/staff.ts'
import { ask, mustStaff } from '../../../test/world.ts'

it('an attachment is open to readers while a published item shows it, and no longer', async () => {
  const { token } = await makeStaff({
    permissions: ['poster.read', 'poster.edit', 'poster.publish'],
  })
  const file = await staffFile(token, {
    purpose: 'ATTACHMENT',
    name: '名单.png',
    content: onePixelPng(),
  })
  const content = posterContent({ attachments: [{ fileId: file.id, name: '名单' }] })
  const status = async () => (await ask(`/files/public/${file.id}`)).status
  const made = await mustStaff('POST /poster/v1/create', { categoryId: 28, content }, token)
  const write = async (call: 'publish' | 'withdraw' | 'save', input: object) => {
    const { version } = await mustStaff('GET /poster/v1/info', { id: made.id }, token)
    await mustStaff(`POST /poster/v1/${call}`, { id: made.id, version, ...input } as never, token)
  }
  await write('publish', { publishAt: null })
  expect(await status()).toBe(200)
  await write('withdraw', { reason: '附件里有个人信息' })
  expect(await status()).toBe(404)
  await write('publish', { publishAt: null })
  expect(await status()).toBe(200)
  await write('save', { content: posterContent({}) })
  expect(await status()).toBe(200)
  await write('publish', { publishAt: null })
  expect(await status()).toBe(404)
})
