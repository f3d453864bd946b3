import { sql } from 'kysely'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  computeSha256,
  insertEarlierUploads,
  makeAvatarPng,
  sendUploadForm,
  uploadStudentFile,
} from '../../../test/factories/file.ts'
import { makeStudent, type TestStudent } from '../../../test/factories/student.ts'
import { call, deps, must, passTime, sendRawRequest } from '../../../test/world.ts'
import { hashToken } from '../../platform/auth/tokens.ts'
import { createPlaybackUrl, createPrivateUrl } from '../../platform/files/links.ts'
import { addContentFile } from './service/content.ts'
import { deleteExpiredFiles } from './service/delete-unused.ts'

const megabyte = 1024 * 1024
let student: TestStudent

beforeAll(async () => {
  student = await makeStudent()
})

async function rowOf(id: string) {
  const { db } = await deps()
  return db
    .selectFrom('file')
    .selectAll()
    .select(sql<number>`round(extract(epoch from delete_due_at - created_at) / 86400)::int`.as('keep'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

function holderOf({ id, token }: TestStudent) {
  return { studentId: id, tokenHash: hashToken(token).toString('hex') }
}

async function bytesOf(response: Response): Promise<Buffer> {
  return Buffer.from(await response.arrayBuffer())
}

describe('POST /file/v1/upload', () => {
  it('an uploaded picture is stored privately under a random key and can become the avatar', async () => {
    const file = makeAvatarPng()
    const { data } = await sendUploadForm({ purpose: 'AVATAR', file, name: '../我的 头像.png' }, student.token)
    expect(data).toMatchObject({ name: '我的 头像.png', size: file.length, mime: 'image/png' })
    const row = await rowOf(data.id)
    expect(row).toMatchObject({ ownerId: student.id, purpose: 'AVATAR', deleteDueAt: null })
    expect(row.sha256.toString('hex')).toBe(computeSha256(file))
    expect(row.storageKey).not.toContain(data.id)
    const response = await sendRawRequest(data.url)
    expect(response.status).toBe(200)
    expect(await bytesOf(response)).toEqual(file)
    const profile = await must('POST /student/v1/modify', { avatarFileId: data.id }, student.token)
    expect((await sendRawRequest(profile.avatarUrl ?? '')).headers.get('content-type')).toBe('image/png')
  })

  it('a capture gets its deletion date and is deleted on that day', async () => {
    const { id, url } = await uploadStudentFile(student, 'CAPTURE')
    const { keep, storageKey } = await rowOf(id)
    expect(keep).toBe(180)
    const all = await deps()
    const due = await uploadStudentFile(student, 'CAPTURE')
    await sql`update file set delete_due_at = app_now() where id = ${due.id}`.execute(all.db)
    await deleteExpiredFiles(all)
    const gone = await rowOf(due.id)
    expect(gone.deletedAt).not.toBeNull()
    await expect(all.files.size(gone.storageKey)).rejects.toThrow()
    expect((await sendRawRequest(due.url)).status).toBe(404)
    expect(await all.files.size(storageKey)).toBeGreaterThan(0)
    expect((await sendRawRequest(url)).status).toBe(200)
  })

  it.each(['AVATAR', 'EVIDENCE', 'CAPTURE'])('a photo uploaded as %s loses its location', async (purpose) => {
    const file = await sharp({
      create: { width: 200, height: 200, channels: 3, background: '#356' },
    })
      .withExif({ IFD0: { Make: 'HUAWEI' }, IFD3: { GPSLatitude: '30/1 16/1 0/1' } })
      .jpeg()
      .toBuffer()
    expect(file.includes('HUAWEI')).toBe(true)
    const { data } = await sendUploadForm({ purpose, file, name: 'IMG_1.jpg' }, student.token)
    const kept = await bytesOf(await sendRawRequest(data.url))
    expect(kept.includes('HUAWEI')).toBe(false)
    expect(kept.length).toBe(data.size)
    expect(await sharp(kept).metadata()).toMatchObject({ width: 200, height: 200, format: 'jpeg' })
  })

  it('an avatar of wrong size or aspect ratio is refused with its own and the required figure', async () => {
    for (const [width, height, words] of [
      [1, 1, /1×1 像素.*头像至少要 160×160 像素/],
      [159, 400, /159×400 像素.*至少要 160×160/],
      [800, 400, /800×400 像素.*宽 1：高 1.*裁剪/],
    ] as const) {
      const file = await sharp({ create: { width, height, channels: 3, background: '#356' } })
        .jpeg()
        .toBuffer()
      const answer = await sendUploadForm({ purpose: 'AVATAR', file }, student.token)
      expect(answer).toMatchObject({ key: 'file.unfitPicture', msg: expect.stringMatching(words) })
      expect((await sendUploadForm({ purpose: 'EVIDENCE', file }, student.token)).code).toBe(1)
    }
  })

  it('uploads are checked by content, not by name', async () => {
    const html = Buffer.from('<html><script>alert(1)</script></html>')
    const pdf = Buffer.from(`%PDF-1.7\n%âãÏÓ\n1 0 obj\n${' '.repeat(200)}%%EOF`)
    for (const [purpose, file] of [
      ['AVATAR', html],
      ['AVATAR', pdf],
      ['EVIDENCE', Buffer.from('MZ\u0090 not a picture')],
      ['CAPTURE', Buffer.from('GIF89a\x01\x00\x01\x00\x00\x00\x00;')],
    ] as const) {
      const answer = await sendUploadForm({ purpose, file, name: 'nice.png' }, student.token)
      expect(answer).toMatchObject({ status: 200, key: 'file.wrongType' })
    }
    const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic'.padEnd(300, '\0'), 'latin1')
    for (const purpose of ['AVATAR', 'EVIDENCE']) {
      const answer = await sendUploadForm({ purpose, file: heic, name: 'IMG_1.jpg' }, student.token)
      expect(answer.msg).toMatch(/^这是 HEIC.*兼容性最佳.*这里可以上传/)
    }
    const evidence = await sendUploadForm({ purpose: 'EVIDENCE', file: pdf, name: 'a.exe' }, student.token)
    expect(evidence.data).toMatchObject({ mime: 'application/pdf', name: 'a.exe.pdf' })
    const answer = await sendRawRequest(evidence.data.url)
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; /)
  })

  it.each([
    ['AVATAR', 2 * megabyte, '2 MB'],
    ['EVIDENCE', 10 * megabyte, '10 MB'],
  ])('an upload as %s is accepted up to its limit, and a refusal names the limit', async (purpose, limit, words) => {
    const whole = await sendUploadForm({ purpose, file: makeAvatarPng(limit) }, student.token)
    expect(whole).toMatchObject({ code: 1, data: { size: limit } })
    for (const size of [limit + 1, 12 * megabyte]) {
      const answer = await sendUploadForm({ purpose, file: makeAvatarPng(size) }, student.token)
      expect(answer).toMatchObject({ status: 200, key: 'file.tooLarge' })
      expect(answer.msg).toContain(words)
    }
  })

  it('uploads without a file, with an empty file or with a wrong purpose are refused', async () => {
    const file = makeAvatarPng()
    expect(await sendUploadForm({ purpose: 'AVATAR' }, student.token)).toMatchObject({
      key: 'file.missing',
    })
    expect(await sendUploadForm({ purpose: 'AVATAR', file: Buffer.alloc(0) }, student.token)).toMatchObject({
      key: 'file.missing',
    })
    for (const purpose of [undefined, '', 'LESSON', 'AVATAR\u0000'])
      expect(
        await sendUploadForm({ ...(purpose === undefined ? {} : { purpose }), file }, student.token),
      ).toMatchObject({
        key: 'common.invalid',
      })
    expect(await call('POST /file/v1/upload', {}, student.token)).toMatchObject({ status: 400 })
    const many = { a: '1', b: '2', c: '3', d: '4', e: '5' }
    expect(await sendUploadForm({ purpose: 'AVATAR', file, extra: many }, student.token)).toMatchObject({
      key: 'common.tooLarge',
    })
  })

  it('an upload needs sign-in', async () => {
    expect(await sendUploadForm({ purpose: 'AVATAR', file: makeAvatarPng() })).toMatchObject({
      status: 401,
      key: 'common.unauthorized',
    })
  })

  it('a student cannot use the file of another student', async () => {
    const other = await makeStudent()
    const { id } = await uploadStudentFile(student, 'AVATAR')
    expect(await call('POST /student/v1/modify', { avatarFileId: id }, other.token)).toMatchObject({
      key: 'common.notFound',
    })
    const evidence = await uploadStudentFile(student, 'EVIDENCE')
    expect(await call('POST /student/v1/modify', { avatarFileId: evidence.id }, student.token)).toMatchObject({
      key: 'common.notFound',
    })
  })

  it('an identical upload makes a new file, and a student may upload 60 files per hour', async () => {
    const busy = await makeStudent()
    const file = makeAvatarPng()
    const first = await sendUploadForm({ purpose: 'AVATAR', file }, busy.token)
    const again = await sendUploadForm({ purpose: 'AVATAR', file }, busy.token)
    expect(again).toMatchObject({ code: 1, data: { size: first.data.size } })
    for (let count = 2; count < 60; count += 1) await uploadStudentFile(busy, 'AVATAR')
    expect(await sendUploadForm({ purpose: 'AVATAR', file }, busy.token)).toMatchObject({
      key: 'file.tooMany',
    })
    await passTime(3601)
    expect(await sendUploadForm({ purpose: 'AVATAR', file }, busy.token)).toMatchObject({ code: 1 })
  })

  it('manual uploads and exam captures have separate hourly limits', async () => {
    const [busy, sitting] = [await makeStudent(), await makeStudent()]
    const send = ({ token }: TestStudent, purpose: string) => sendUploadForm({ purpose, file: makeAvatarPng() }, token)
    await insertEarlierUploads(busy.id, 'EVIDENCE', 60)
    expect(await send(busy, 'EVIDENCE')).toMatchObject({ key: 'file.tooMany' })
    await insertEarlierUploads(busy.id, 'CAPTURE', 239)
    expect(await send(busy, 'CAPTURE')).toMatchObject({ code: 1 })
    expect(await send(busy, 'CAPTURE')).toMatchObject({ key: 'file.tooMany' })
    await insertEarlierUploads(sitting.id, 'CAPTURE', 240)
    expect(await send(sitting, 'CAPTURE')).toMatchObject({ key: 'file.tooMany' })
    expect(await send(sitting, 'AVATAR')).toMatchObject({ code: 1 })
  })

  it('80 concurrent uploads cannot exceed the limit of 60 per hour', async () => {
    const busy = await makeStudent()
    const form = { purpose: 'AVATAR', file: makeAvatarPng() }
    const answers = await Promise.all(Array.from({ length: 80 }, () => sendUploadForm(form, busy.token)))
    expect(answers.filter(({ code }) => code === 1)).toHaveLength(60)
  })

  it('a form without a boundary or with a missing end is refused as unreadable', async () => {
    for (const type of ['multipart/form-data', 'multipart/form-data; boundary=x']) {
      const response = await sendRawRequest('/api/client/file/v1/upload', {
        method: 'POST',
        headers: { authorization: student.token, 'content-type': type },
        body: '--x\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\nabc',
      })
      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({ data: { key: 'common.unparsable' } })
    }
  })
})

describe('GET /files/:id', () => {
  const film = Buffer.from(Array.from({ length: 1000 }, (_, index) => index % 256))
  let lessonId: string
  let url: string

  beforeAll(async () => {
    const all = await deps()
    lessonId = await addContentFile(all, {
      purpose: 'LESSON',
      name: '第一课.mp4',
      mime: 'video/mp4',
      content: film,
    })
    url = createPlaybackUrl(all.keys, lessonId, holderOf(student))
  })

  it('a private file is sent complete, with its name and without content sniffing', async () => {
    const response = await sendRawRequest(url)
    expect(response.status).toBe(200)
    expect(await bytesOf(response)).toEqual(film)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'video/mp4',
      'content-length': '1000',
      'accept-ranges': 'bytes',
      'cache-control': 'private, max-age=600',
      'content-disposition': `inline; filename*=UTF-8''${encodeURIComponent('第一课.mp4')}`,
      'x-content-type-options': 'nosniff',
    })
  })

  it('a range request gets the requested bytes, and If-Range returns the whole file after a change', async () => {
    const part = await sendRawRequest(url, { headers: { range: 'bytes=10-19' } })
    expect(part.status).toBe(206)
    expect(part.headers.get('content-range')).toBe('bytes 10-19/1000')
    expect(part.headers.get('content-length')).toBe('10')
    expect(await bytesOf(part)).toEqual(film.subarray(10, 20))
    const etag = part.headers.get('etag') ?? ''
    const resumed = await sendRawRequest(url, { headers: { range: 'bytes=990-', 'if-range': etag } })
    expect([resumed.status, (await bytesOf(resumed)).length]).toEqual([206, 10])
    const changed = await sendRawRequest(url, { headers: { range: 'bytes=990-', 'if-range': '"other"' } })
    expect([changed.status, (await bytesOf(changed)).length]).toEqual([200, 1000])
    const known = await sendRawRequest(url, { headers: { 'if-none-match': `"x", ${etag}` } })
    expect([known.status, await known.text()]).toEqual([304, ''])
  })

  it('a range beyond the end gives 416, several ranges the whole file, and HEAD only headers', async () => {
    const beyond = await sendRawRequest(url, { headers: { range: 'bytes=1000-' } })
    expect(beyond.status).toBe(416)
    expect(beyond.headers.get('content-range')).toBe('bytes */1000')
    const several = await sendRawRequest(url, { headers: { range: 'bytes=0-1,5-6' } })
    expect([several.status, (await bytesOf(several)).length]).toEqual([200, 1000])
    const head = await sendRawRequest(url, { method: 'HEAD', headers: { range: 'bytes=0-1' } })
    expect([head.status, head.headers.get('content-length')]).toEqual([200, '1000'])
  })

  it('an altered or expired file link or one of another person is refused', async () => {
    const { keys } = await deps()
    const other = await makeStudent()
    const own = await uploadStudentFile(student, 'EVIDENCE')
    const bad = {
      altered: url.slice(0, -4) + (url.endsWith('0000') ? '1111' : '0000'),
      later: url.replace(/e=(\d+)/, (_, at: string) => `e=${Number(at) + 60}`),
      'of another': url.replace(student.id, other.id),
      'to another file': url.replace(lessonId, own.id),
      expired: createPlaybackUrl(keys, lessonId, holderOf(student), Date.now() - 20 * 60_000),
      'not bound to a sign-in': createPrivateUrl(keys, 'files', lessonId, student.id),
      'of another sign-in': url.replace(/k=(\w)/, (_, first) => `k=${first === '0' ? 1 : 0}`),
      'a sign-in of another': createPlaybackUrl(keys, lessonId, {
        ...holderOf(student),
        tokenHash: holderOf(other).tokenHash,
      }),
      bare: `/files/${lessonId}`,
      'no id': '/files/../../etc/passwd',
      'twice the same': `${url}&e=1`,
    }
    for (const [why, link] of Object.entries(bad)) {
      const response = await sendRawRequest(link)
      if (why === 'no id') expect(response.status).toBe(404)
      else {
        expect([why, response.status]).toEqual([why, 403])
        expect(response.headers.get('cache-control')).toBe('no-store')
        expect(await response.json()).toMatchObject({ data: { key: 'file.linkInvalid' } })
      }
    }
  })

  it('a validly signed link opens neither a private file of another person nor a deleted file', async () => {
    const { keys } = await deps()
    const other = await makeStudent()
    const own = await uploadStudentFile(student, 'CAPTURE')
    for (const link of [
      createPrivateUrl(keys, 'files', own.id, other.id),
      createPrivateUrl(keys, 'files', crypto.randomUUID(), student.id),
    ]) {
      const response = await sendRawRequest(link)
      expect(response.status).toBe(404)
      expect(await response.json()).toMatchObject({ data: { key: 'file.gone' } })
    }
    expect((await sendRawRequest(createPlaybackUrl(keys, lessonId, holderOf(other)))).status).toBe(200)
  })

  it('a lesson link fails with the token of another student and after sign-out', async () => {
    const { keys } = await deps()
    const [one, other] = [await makeStudent(), await makeStudent()]
    const address = createPlaybackUrl(keys, lessonId, holderOf(one))
    const status = async (authorization?: string) =>
      (await sendRawRequest(address, authorization ? { headers: { authorization } } : {})).status
    expect([await status(), await status(one.token), await status(other.token)]).toEqual([200, 200, 403])
    expect((await sendRawRequest(address, { headers: { range: 'bytes=0-9' } })).status).toBe(206)
    await must('POST /student/v1/logout', {}, one.token)
    const after = await sendRawRequest(address, { headers: { range: 'bytes=10-19' } })
    expect(after.status).toBe(403)
    expect(await after.json()).toMatchObject({ msg: '链接已失效，请刷新页面后重试' })
  })
})

describe('GET /files/public/:id', () => {
  it('public covers may be cached and cannot run scripts, and no other file is public', async () => {
    const all = await deps()
    const content = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
    const cover = { purpose: 'COVER', name: '封面.svg', mime: 'image/svg+xml', content } as const
    const id = await addContentFile(all, cover)
    const response = await sendRawRequest(`/files/public/${id}`)
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/svg+xml',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
      'x-content-type-options': 'nosniff',
    })
    const lesson = await addContentFile(all, { ...cover, purpose: 'LESSON' })
    const own = await uploadStudentFile(student, 'AVATAR')
    for (const other of [lesson, own.id, crypto.randomUUID(), 'x'])
      expect((await sendRawRequest(`/files/public/${other}`)).status).toBe(404)
  })

  it('adding the same built-in content twice, even concurrently, returns the same file', async () => {
    const all = await deps()
    const content = {
      purpose: 'COVER',
      name: 'a.svg',
      mime: 'image/svg+xml',
      content: makeAvatarPng(),
    } as const
    const ids = await Promise.all([1, 2, 3].map(() => addContentFile(all, content)))
    const later = await all.db.transaction().execute((tx) => addContentFile(all, content, tx))
    expect(new Set([...ids, later]).size).toBe(1)
  })
})
