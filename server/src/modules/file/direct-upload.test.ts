import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { computeSha256, sendChunk, uploadStudentFile } from '../../../test/factories/file.ts'
import { makeStaff, type TestStaff } from '../../../test/factories/staff.ts'
import { makeStudent } from '../../../test/factories/student.ts'
import { buildMp4, makeSoundTrack, makeVideoTrack } from '../../../test/films/mp4-writer.ts'
import { startTestServer } from '../../../test/global-setup.ts'
import { startS3Server, type TestS3 } from '../../../test/s3-server.ts'
import { deps, enterTestWorld, mustStaff, sendRawRequest, staffCall, world } from '../../../test/world.ts'
import { hashToken } from '../../platform/auth/tokens.ts'
import { createPlaybackUrl, createSharedFilmUrl } from '../../platform/files/links.ts'
import { filmReaderVersion } from './film.ts'
import { forgetOldUploads } from './service/delete-unused.ts'
import { readFilms } from './service/films.ts'
import { hashUploads } from './service/hash-uploads.ts'
import { findSharedFilmAddress, openSharedFilm } from './service/links.ts'
import { checkFileContents } from './service/verify.ts'

const partBytes = 16 * 1024 * 1024
const folder = join(tmpdir(), `ce-direct-${crypto.randomUUID()}`)
let s3: TestS3
let editor: TestStaff
let film: Buffer
let leave: () => Promise<unknown>

beforeAll(async () => {
  s3 = await startS3Server(folder)
  const before = world()
  const { child, origin } = await startTestServer(before.databaseUrl, before.dataDir, {
    ...before.payments.env,
    ...before.messages.env,
    ...s3.variables,
  })
  const leaveWorld = enterTestWorld({ ...before, origins: [origin, origin], store: s3.variables })
  leave = async () => {
    await leaveWorld()
    child.kill()
  }
  editor = await makeStaff({ permissions: ['teaching.edit'] })
  film = await readFile(new URL('../../../seeds/media/drug-law-1.mp4', import.meta.url))
})
afterAll(async () => {
  await leave()
  await s3.close()
  await rm(folder, { recursive: true })
})

/** Each film is different, and has three parts. */
function longFilm(start = film): Buffer {
  const content = Buffer.alloc(2 * partBytes + 1000, crypto.randomUUID())
  start.copy(content)
  content.writeUInt32BE(content.length - start.length, start.length)
  content.write('free', start.length + 4, 'latin1')
  return content
}

async function begin(content: Buffer, more: object = { hashesParts: true }) {
  const about = { purpose: 'LESSON', name: '第一课.mp4', size: content.length }
  return mustStaff('POST /file/v1/begin', { ...about, ...more }, editor.token)
}

const sign = (uploadId: string, offset: number, sha256: string, token: string | undefined = editor.token) =>
  staffCall('POST /file/v1/sign_part', { uploadId, offset, sha256 }, token)

async function sendPart(uploadId: string, content: Buffer, offset: number): Promise<Response> {
  const body = content.subarray(offset, offset + partBytes)
  const { data } = await sign(uploadId, offset, computeSha256(body))
  const headers = Object.fromEntries(data.headers.map(({ name, value }) => [name, value]))
  return fetch(data.url, { method: 'PUT', headers, body: new Uint8Array(body) })
}

const state = async (uploadId: string) => mustStaff('GET /file/v1/upload_state', { uploadId }, editor.token)
const finish = (uploadId: string) => staffCall('POST /file/v1/finish', { uploadId }, editor.token)

async function upload(content: Buffer): Promise<{ uploadId: string; id: string }> {
  const { uploadId } = await begin(content)
  for (let offset = 0; offset < content.length; offset += partBytes) await sendPart(uploadId, content, offset)
  const { id } = await mustStaff('POST /file/v1/finish', { uploadId }, editor.token)
  return { uploadId, id }
}

async function rowOf(id: string) {
  const { db } = await deps()
  const columns = ['storageKey', 'size', 'sha256', 'hashPartBytes', 'indexRule', 'media'] as const
  return db.selectFrom('file').select(columns).where('id', '=', id).executeTakeFirstOrThrow()
}

async function hashAll(): Promise<void> {
  const all = await deps()
  while ((await hashUploads(all)) > 0);
}

describe('films that browsers send to the store', () => {
  it('a film goes to the store in signed parts, goes on after a break, and is not read by the portal', async () => {
    const content = longFilm()
    const { uploadId, ...begun } = await begin(content)
    expect(begun).toEqual({ received: 0, chunkSize: partBytes, sendTo: 'store' })
    const { data } = await sign(uploadId, 0, computeSha256(content.subarray(0, partBytes)))
    const signed = 'SignedHeaders=content-length;host;x-amz-content-sha256;x-amz-date'
    expect(data.headers.find(({ name }) => name === 'authorization')?.value).toContain(signed)
    expect(data.headers.map(({ name }) => name)).not.toContain('content-length')
    expect((await sendPart(uploadId, content, 0)).status).toBe(200)
    expect((await sendPart(uploadId, content, 2 * partBytes)).status).toBe(200)
    expect((await state(uploadId)).received).toBe(partBytes)
    expect(await finish(uploadId)).toMatchObject({ key: 'file.incomplete', data: { received: partBytes } })
    await sendPart(uploadId, content, partBytes)
    expect((await state(uploadId)).received).toBe(content.length)
    const policy = (await sendRawRequest('/')).headers.get('content-security-policy')
    expect(policy).toContain(`media-src 'self' blob: ${s3.variables.FILES_BROWSER_ENDPOINT};`)
    expect(policy).toContain(`connect-src 'self' ${s3.variables.FILES_BROWSER_ENDPOINT};`)
    s3.asked.length = 0
    const finished = await finish(uploadId)
    expect(finished).toMatchObject({ code: 1, data: { size: content.length, media: { fastStart: true } } })
    expect(s3.asked.filter((line) => line.startsWith('GET')).length).toBeLessThan(20)
    expect(await finish(uploadId)).toEqual(finished)
    expect((await state(uploadId)).received).toBe(content.length)

    const row = await rowOf(finished.data.id)
    expect(row).toMatchObject({ size: content.length, hashPartBytes: partBytes })
    const faults = async () =>
      (await checkFileContents(await deps(), null)).faults.filter((text) => text.includes('LESSON'))
    expect((await faults()).filter((text) => text.includes(row.storageKey))).toEqual([])
    await hashAll()
    const after = await rowOf(finished.data.id)
    expect([after.sha256.toString('hex'), after.hashPartBytes]).toEqual([computeSha256(content), null])
  })

  it('an index at the end of a film is moved to the front later, by the job that reads films', async () => {
    const all = await deps()
    const { id } = await upload(longFilm(buildMp4({ tracks: [makeVideoTrack(3), makeSoundTrack(3)], indexLast: true })))
    const before = await rowOf(id)
    expect(before).toMatchObject({ indexRule: 0, media: { fastStart: false } })
    await hashAll()
    const done = { filmRule: filmReaderVersion, indexRule: filmReaderVersion }
    await all.db.updateTable('file').set(done).where('id', '!=', id).execute()
    await readFilms(all)
    const after = await rowOf(id)
    expect(after).toMatchObject({ media: { fastStart: true }, hashPartBytes: null })
    expect(after.storageKey).not.toBe(before.storageKey)
    await expect(all.files.size(before.storageKey)).rejects.toThrow('is missing')
  })

  it('other bytes in the store than were sent are found, and stay marked', async () => {
    const { id } = await upload(longFilm())
    const { storageKey, size } = await rowOf(id)
    const all = await deps()
    await all.files.put(storageKey, Buffer.alloc(size))
    await hashAll()
    expect((await rowOf(id)).hashPartBytes).toBe(partBytes)
    const found = all.db.selectFrom('sweepFailure').select('error').where('subject', '=', id)
    expect((await found.executeTakeFirstOrThrow()).error).toMatch('the store holds other bytes than were sent')
  })

  it('small films, films of older pages and other files come to the portal', async () => {
    const [content, small] = [longFilm(), Buffer.alloc(partBytes)]
    expect((await begin(content, {})).sendTo).toBe('portal')
    expect((await begin(small)).sendTo).toBe('portal')
    const { uploadId, sendTo } = await begin(content)
    expect(sendTo).toBe('store')
    const chunk = { uploadId, offset: 0, file: content.subarray(0, partBytes) }
    expect(await sendChunk({ ...chunk, file: content.subarray(0, 1000) }, editor.token)).toMatchObject({
      key: 'file.noSuchUpload',
    })
    const { uploadId: ofPortal } = await begin(small)
    const hash = computeSha256(small)
    expect(await sign(ofPortal, 0, hash)).toMatchObject({ key: 'file.noSuchUpload' })
    const other = await makeStaff({ permissions: ['teaching.edit'] })
    expect(await sign(uploadId, 0, hash, other.token)).toMatchObject({ key: 'file.noSuchUpload' })
    expect(await sign(uploadId, 0, hash, 'nobody')).toMatchObject({ status: 401 })
    expect(await sign(uploadId, 1, hash)).toMatchObject({ key: 'file.badOffset' })
    expect(await sign(uploadId, 0, 'no hash')).toMatchObject({ key: 'common.invalid' })
    expect(await finish(uploadId)).toMatchObject({ key: 'file.incomplete', data: { received: 0 } })
  })

  it('what is no film is refused after it was joined, and leaves the store with its upload', async () => {
    const all = await deps()
    const content = Buffer.alloc(partBytes + 1, 'no film ')
    const { uploadId } = await begin(content)
    for (const offset of [0, partBytes]) await sendPart(uploadId, content, offset)
    expect((await finish(uploadId)).key).toMatch(/^file\.(wrongType|badFilm|unreadable)$/)
    const find = all.db.selectFrom('upload').select('storeKey').where('id', '=', uploadId)
    const { storeKey } = await find.executeTakeFirstOrThrow()
    expect(await all.files.size(storeKey ?? '')).toBe(content.length)
    const { id, uploadId: kept } = await upload(longFilm())
    await sql`update upload set touched_at = touched_at - interval '1 day' where id in (${uploadId}, ${kept})`.execute(
      all.db,
    )
    while ((await forgetOldUploads(all)) > 0);
    await expect(all.files.size(storeKey ?? '')).rejects.toThrow('is missing')
    expect(await all.files.size((await rowOf(id)).storageKey)).toBe((await rowOf(id)).size)
  })
})

describe('films of lessons that browsers get from the store', () => {
  it('the address of the portal leads everybody to one address of the store, and sends all other requests itself', async () => {
    const all = await deps()
    const { id } = await upload(longFilm())
    const [one, other] = [await makeStudent(), await makeStudent()]
    const urlFor = (student: typeof one) =>
      createPlaybackUrl(all.keys, id, { studentId: student.id, tokenHash: hashToken(student.token).toString('hex') })
    const ask = (url: string, method = 'GET') =>
      sendRawRequest(url, { method, redirect: 'manual', headers: { range: 'bytes=4-7' } })
    const [first, second] = [await ask(urlFor(one)), await ask(urlFor(other))]
    expect([first.status, first.headers.get('cache-control')]).toEqual([307, 'private, max-age=300'])
    const address = first.headers.get('location') ?? ''
    expect(second.headers.get('location')).toBe(address)
    expect(new URL(address).origin).toBe(s3.variables.FILES_BROWSER_ENDPOINT)
    const part = await fetch(address, { headers: { range: 'bytes=4-7' } })
    expect([part.status, await part.text(), part.headers.get('content-type')]).toEqual([206, 'ftyp', 'video/mp4'])
    expect((await ask(urlFor(one), 'HEAD')).status).toBe(200)
    expect((await ask(urlFor(one).replace(one.id, other.id))).status).toBe(403)
    const own = await uploadStudentFile(one, 'EVIDENCE')
    expect((await ask(own.url)).status).toBe(206)
  })

  it('a CDN gets a film by an address for all viewers, which opens no other file', async () => {
    const all = await deps()
    const { id } = await upload(longFilm())
    const env = { ...all.env, filmsOrigin: 'https://films.example.cn' }
    const find = (id: string) =>
      all.db.selectFrom('file').select(['id', 'storageKey']).where('id', '=', id).executeTakeFirstOrThrow()
    const stored = await find(id)
    const file = await openSharedFilm(all, linkOf(createSharedFilmUrl(all.keys, stored)))
    const address = (await findSharedFilmAddress({ ...all, env }, file)) ?? ''
    expect(address).toBe(`https://films.example.cn${createSharedFilmUrl(all.keys, stored)}`)
    const path = address.replace('https://films.example.cn', '')
    const film = await sendRawRequest(path, { headers: { range: 'bytes=4-7' } })
    expect([film.status, await film.text()]).toEqual([206, 'ftyp'])
    expect(Object.fromEntries(film.headers)).toMatchObject({
      'cache-control': 'public, max-age=600',
      'cross-origin-resource-policy': 'cross-origin',
    })
    const own = await uploadStudentFile(await makeStudent(), 'CAPTURE')
    const expired = createSharedFilmUrl(all.keys, stored, Date.now() - 3_600_000)
    const forged = [
      path.replace(id, own.id),
      path.replace(/t=.{4}/, 't=0000'),
      expired,
      `/files/film/${id}`,
      `${path}&x=1`,
    ]
    for (const bad of forged) expect((await sendRawRequest(bad)).status).toBe(403)
    expect((await sendRawRequest(createSharedFilmUrl(all.keys, await find(own.id)))).status).toBe(404)
    const paper = { ...file, purpose: 'CAPTURE' }
    expect(await findSharedFilmAddress({ ...all, env }, paper)).toBeNull()
  })
})

function linkOf(url: string) {
  const { pathname, searchParams } = new URL(url, 'http://portal')
  return { id: pathname.split('/').at(-1) ?? '', e: searchParams.get('e') ?? '', t: searchParams.get('t') ?? '' }
}
