import { readFile } from 'node:fs/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { makeTestPicture, makeWordFile } from '../../../test/factories/content.ts'
import { sendChunk, uploadInChunks } from '../../../test/factories/file.ts'
import { makeStaff, type TestStaff } from '../../../test/factories/staff.ts'
import { deps, mustStaff, passTime, sendRawRequest, staffCall } from '../../../test/world.ts'
import { forgetOldUploads } from './service/delete-unused.ts'

const megabyte = 1024 * 1024
const chunk = 4 * megabyte
let editor: TestStaff
let film: Buffer

beforeAll(async () => {
  editor = await makeStaff({ permissions: ['poster.edit', 'poster.import'] })
  film = await readFile(new URL('../../../seeds/media/drug-law-1.mp4', import.meta.url))
})

const begin = (input: object, token = editor.token) => staffCall('POST /file/v1/begin', input, token)
const state = (uploadId: string, token = editor.token) => staffCall('GET /file/v1/upload_state', { uploadId }, token)
const finish = (uploadId: string, token = editor.token) => staffCall('POST /file/v1/finish', { uploadId }, token)

async function begun(purpose: string, size: number, name = 'a.bin'): Promise<string> {
  return (await mustStaff('POST /file/v1/begin', { purpose, size, name }, editor.token)).uploadId
}

async function partsOf(uploadId: string): Promise<string[]> {
  const { db } = await deps()
  const query = db.selectFrom('upload').select('parts').where('id', '=', uploadId)
  return (await query.executeTakeFirst())?.parts ?? []
}

async function bytesOf(url: string, headers: Record<string, string> = {}) {
  const response = await sendRawRequest(url, { headers })
  return { response, bytes: Buffer.from(await response.arrayBuffer()) }
}

describe('uploads in chunks', () => {
  it('two processes take chunks of an upload in turn, and the file is identical after a break', async () => {
    const content = Buffer.alloc(2 * chunk + 1000, 'x')
    film.copy(content)
    content.writeUInt32BE(content.length - film.length, film.length)
    content.write('free', film.length + 4, 'latin1')
    const uploadId = await begun('VIDEO', content.length, '../../课程 录像.mov')
    expect(await state(uploadId)).toMatchObject({
      data: { uploadId, received: 0, chunkSize: chunk },
    })
    const send = (offset: number) =>
      sendChunk({ uploadId, offset, file: content.subarray(offset, offset + chunk) }, editor.token)
    expect((await send(0)).data).toEqual({ uploadId, received: chunk, chunkSize: chunk, sendTo: 'portal' })
    expect((await send(chunk)).data.received).toBe(2 * chunk)
    expect((await state(uploadId)).data.received).toBe(2 * chunk)
    expect((await send(chunk)).data.received).toBe(2 * chunk)
    expect((await send(2 * chunk)).data.received).toBe(content.length)
    const { data } = await finish(uploadId)
    expect(data).toMatchObject({
      name: '课程 录像.mov.mp4',
      size: content.length,
      mime: 'video/mp4',
    })
    expect([data.width, data.height]).toEqual([expect.any(Number), expect.any(Number)])
    expect((await bytesOf(data.url)).bytes.equals(content)).toBe(true)
    const part = await bytesOf(data.url, { range: `bytes=${chunk - 2}-${chunk + 1}` })
    expect([part.response.status, part.bytes.equals(content.subarray(chunk - 2, chunk + 2))]).toEqual([206, true])
  })

  it('concurrent identical chunks are stored once, and finishing an upload twice returns one file', async () => {
    const all = await deps()
    const content = await makeTestPicture(1200, 900).png({ compressionLevel: 0 }).toBuffer()
    const uploadId = await begun('PICTURE', content.length)
    const piece = { uploadId, offset: 0, file: content.subarray(0, chunk) }
    const answers = await Promise.all([1, 2, 3, 4].map(() => sendChunk(piece, editor.token)))
    expect(answers.map(({ data }) => data.received)).toEqual(answers.map(() => content.length))
    const parts = await partsOf(uploadId)
    expect(parts).toHaveLength(1)
    const ends = await Promise.all([1, 2, 3, 4].map(() => finish(uploadId)))
    expect(new Set(ends.map(({ data }) => data.id)).size).toBe(1)
    expect((await state(uploadId)).data.received).toBe(content.length)
    expect(await finish(uploadId)).toEqual(ends[0])
    await expect(all.files.size(parts[0] ?? '')).rejects.toThrow()
    const rows = await all.db
      .selectFrom('auditLog')
      .select(['actor', 'ip', 'detail'])
      .where('subject', '=', ends[0]?.data.id ?? '')
      .execute()
    expect(rows).toMatchObject([{ actor: editor.username, ip: '127.0.0.1', detail: { after: { purpose: 'PICTURE' } } }])
    expect((await sendChunk(piece, editor.token)).data.received).toBe(content.length)
  })

  it('chunks must come in order with the right length, and only a complete upload can be finished', async () => {
    const uploadId = await begun('ATTACHMENT', chunk + 10)
    const refused = (form: object) => sendChunk({ uploadId, ...form }, editor.token)
    const piece = Buffer.alloc(chunk)
    const bad = { key: 'file.badOffset', data: { received: 0 } }
    expect(await refused({ offset: chunk, file: Buffer.alloc(10) })).toMatchObject(bad)
    expect(await refused({ offset: 1, file: piece })).toMatchObject(bad)
    expect(await refused({ offset: 0, file: piece.subarray(1) })).toMatchObject(bad)
    expect(await refused({ offset: 0, file: Buffer.alloc(chunk + 1) })).toMatchObject(bad)
    expect(await refused({ offset: 5 * chunk, file: piece })).toMatchObject(bad)
    expect(await refused({ offset: 0 })).toMatchObject({ key: 'file.missing' })
    for (const offset of [-1, 1.5, 'x'])
      expect(await refused({ offset, file: piece })).toMatchObject({ key: 'common.invalid' })
    expect(await finish(uploadId)).toMatchObject({ key: 'file.incomplete' })
    expect((await refused({ offset: 0, file: piece })).data.received).toBe(chunk)
    expect(await finish(uploadId)).toMatchObject({
      key: 'file.incomplete',
      data: { received: chunk },
    })
  })

  it('an upload that is too large is refused before the first chunk', async () => {
    const limits = { PICTURE: 20, VIDEO: 500, CAPTIONS: 1, ATTACHMENT: 50, IMPORT: 100 }
    for (const [purpose, megabytes] of Object.entries(limits)) {
      const most = megabytes * megabyte
      expect(await begin({ purpose, name: 'a', size: most })).toMatchObject({ code: 1 })
      const over = await begin({ purpose, name: 'a', size: most + 1 })
      expect(over).toMatchObject({ key: 'file.tooLarge' })
      expect(over.msg).toContain(`${megabytes} MB`)
    }
    for (const bad of [{ name: '' }, { size: 0 }, { size: 1.5 }, { purpose: 'AVATAR' }, { name: 'a\0' }])
      expect(await begin({ purpose: 'PICTURE', name: 'a', size: 9, ...bad })).toMatchObject({
        key: 'common.invalid',
      })
    expect(await state('nonsense')).toMatchObject({ key: 'common.invalid' })
    expect(await finish('nonsense')).toMatchObject({ key: 'common.invalid' })
    expect(await staffCall('POST /file/v1/chunk', {}, editor.token)).toMatchObject({ status: 400 })
  })

  it('a staff upload needs the permission of a console page that shows such files', async () => {
    const auditor = await makeStaff({ permissions: ['audit.read', 'poster.read'] })
    for (const purpose of ['PICTURE', 'VIDEO', 'CAPTIONS', 'ATTACHMENT', 'IMPORT']) {
      const input = { name: 'a', size: 100, purpose }
      expect(await staffCall('POST /file/v1/begin', input, auditor.token)).toMatchObject({
        key: 'staff.forbidden',
      })
    }
  })

  it('an upload needs sign-in and belongs to the staff member who started it', async () => {
    const other = await makeStaff({ permissions: ['site.edit'] })
    const uploadId = await begun('PICTURE', 100)
    const file = Buffer.alloc(100)
    for (const token of [undefined, 'nonsense'])
      for (const answer of [
        await staffCall('POST /file/v1/begin', { purpose: 'PICTURE', name: 'a', size: 9 }, token),
        await staffCall('GET /file/v1/upload_state', { uploadId }, token),
        await staffCall('POST /file/v1/finish', { uploadId }, token),
        await sendChunk({ uploadId, offset: 0, file }, token),
      ])
        expect(answer).toMatchObject({ status: 401, key: 'common.unauthorized' })
    for (const id of [uploadId, crypto.randomUUID()]) {
      const refused = { status: 200, key: 'file.noSuchUpload' }
      expect(await state(id, other.token)).toMatchObject(refused)
      expect(await finish(id, other.token)).toMatchObject(refused)
      expect(await sendChunk({ uploadId: id, offset: 0, file }, other.token)).toMatchObject(refused)
    }
  })

  it('an upload is deleted with its chunks a day after the last chunk', async () => {
    const all = await deps()
    const content = await makeWordFile()
    const left = await begun('ATTACHMENT', chunk + 10)
    await sendChunk({ uploadId: left, offset: 0, file: Buffer.alloc(chunk) }, editor.token)
    const done = await uploadInChunks({ purpose: 'ATTACHMENT', name: 'a.docx', content }, editor.token)
    const { data } = await finish(done)
    const parts = await partsOf(left)
    await forgetOldUploads(all)
    expect(await state(left)).toMatchObject({ code: 1 })
    await passTime(24 * 3600)
    const returned = await makeStaff({ permissions: ['poster.edit', 'poster.import'] })
    while ((await forgetOldUploads(all)) > 0);
    for (const key of parts) await expect(all.files.size(key)).rejects.toThrow()
    const { rows } = await all.pool.query('select from upload where id = any($1)', [[left, done]])
    expect(rows).toHaveLength(0)
    expect(await state(left, returned.token)).toMatchObject({ key: 'file.noSuchUpload' })
    expect((await sendRawRequest(data.url)).status).toBe(200)
    editor = await makeStaff({ permissions: ['poster.edit', 'poster.import'] })
  })

  it('an upload that gets a chunk during the cleanup is not deleted', async () => {
    const all = await deps()
    const uploadId = await begun('ATTACHMENT', chunk + 10)
    await sendChunk({ uploadId, offset: 0, file: Buffer.alloc(chunk) }, editor.token)
    await passTime(24 * 3600)
    const returned = await makeStaff({ permissions: ['poster.edit', 'poster.import'] })
    const touching = await all.pool.connect()
    await touching.query('begin')
    await touching.query('update upload set touched_at = app_now() where id = $1', [uploadId])
    const giving = forgetOldUploads(all)
    await new Promise((resolve) => setTimeout(resolve, 300))
    await touching.query('commit')
    touching.release()
    await giving
    const { rows } = await all.pool.query('select state from upload where id = $1', [uploadId])
    expect(rows).toEqual([{ state: 'OPEN' }])
    editor = returned
  })
})
