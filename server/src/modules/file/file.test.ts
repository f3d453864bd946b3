import { sql } from 'kysely'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  avatarPng,
  sentBefore,
  sha256,
  upload,
  uploadedFile,
} from '../../../test/factories/file.ts'
import { makeStudent, type TestStudent } from '../../../test/factories/student.ts'
import { ask, call, deps, must, passTime } from '../../../test/world.ts'
import { hashToken } from '../../platform/auth/tokens.ts'
import { playbackUrl, signedUrl } from '../../platform/files/links.ts'
import { deleteDueFiles } from './service/tidy.ts'
import { addContentFile } from './service.ts'

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
    .select(
      sql<number>`round(extract(epoch from delete_due_at - created_at) / 86400)::int`.as('keep'),
    )
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

/** Who an address is given to: a student, at this sign-in. */
function holderOf({ id, token }: TestStudent) {
  return { studentId: id, tokenHash: hashToken(token).toString('hex') }
}

async function bytesOf(response: Response): Promise<Buffer> {
  return Buffer.from(await response.arrayBuffer())
}

describe('POST /file/v1/upload', () => {
  it('keeps a picture privately under a random key, and it becomes the avatar', async () => {
    const file = avatarPng()
    const { data } = await upload(
      { purpose: 'AVATAR', file, name: '../我的 头像.png' },
      student.token,
    )
    expect(data).toMatchObject({ name: '我的 头像.png', size: file.length, mime: 'image/png' })
    const row = await rowOf(data.id)
    expect(row).toMatchObject({ ownerId: student.id, purpose: 'AVATAR', deleteDueAt: null })
    expect(row.sha256.toString('hex')).toBe(sha256(file))
    expect(row.storageKey).not.toContain(data.id)
    const response = await ask(data.url)
    expect(response.status).toBe(200)
    expect(await bytesOf(response)).toEqual(file)
    const profile = await must('POST /student/v1/modify', { avatarFileId: data.id }, student.token)
    expect((await ask(profile.avatarUrl ?? '')).headers.get('content-type')).toBe('image/png')
  })

  it('marks a capture with the day it must be deleted, and deletes it then', async () => {
    const { id, url } = await uploadedFile(student, 'CAPTURE')
    const { keep, storageKey } = await rowOf(id)
    expect(keep).toBe(180)
    // another one's day has come: its content goes, this one stays
    const all = await deps()
    const due = await uploadedFile(student, 'CAPTURE')
    await sql`update file set delete_due_at = app_now() where id = ${due.id}`.execute(all.db)
    await deleteDueFiles(all)
    const gone = await rowOf(due.id)
    expect(gone.deletedAt).not.toBeNull()
    await expect(all.files.size(gone.storageKey)).rejects.toThrow()
    expect((await ask(due.url)).status).toBe(404)
    expect(await all.files.size(storageKey)).toBeGreaterThan(0)
    expect((await ask(url)).status).toBe(200)
  })

  it.each(['AVATAR', 'EVIDENCE', 'CAPTURE'])('%s keeps no place of a photo', async (purpose) => {
    const file = await sharp({
      create: { width: 200, height: 200, channels: 3, background: '#356' },
    })
      .withExif({ IFD0: { Make: 'HUAWEI' }, IFD3: { GPSLatitude: '30/1 16/1 0/1' } })
      .jpeg()
      .toBuffer()
    expect(file.includes('HUAWEI')).toBe(true)
    const { data } = await upload({ purpose, file, name: 'IMG_1.jpg' }, student.token)
    const kept = await bytesOf(await ask(data.url))
    expect(kept.includes('HUAWEI')).toBe(false)
    expect(kept.length).toBe(data.size)
    expect(await sharp(kept).metadata()).toMatchObject({ width: 200, height: 200, format: 'jpeg' })
  })

  it('takes an avatar of no other size and sides than are shown, and says the figures', async () => {
    for (const [width, height, words] of [
      [1, 1, /1×1 像素.*头像至少要 160×160 像素/],
      [159, 400, /159×400 像素.*至少要 160×160/],
      [800, 400, /800×400 像素.*宽 1：高 1.*裁剪/],
    ] as const) {
      const file = await sharp({ create: { width, height, channels: 3, background: '#356' } })
        .jpeg()
        .toBuffer()
      const answer = await upload({ purpose: 'AVATAR', file }, student.token)
      expect(answer).toMatchObject({ key: 'file.unfitPicture', msg: expect.stringMatching(words) })
      expect((await upload({ purpose: 'EVIDENCE', file }, student.token)).code).toBe(1)
    }
  })

  it('judges by content, not by name', async () => {
    const html = Buffer.from('<html><script>alert(1)</script></html>')
    const pdf = Buffer.from(`%PDF-1.7\n%âãÏÓ\n1 0 obj\n${' '.repeat(200)}%%EOF`)
    for (const [purpose, file] of [
      ['AVATAR', html],
      ['AVATAR', pdf],
      ['EVIDENCE', Buffer.from('MZ\u0090 not a picture')],
      ['CAPTURE', Buffer.from('GIF89a\x01\x00\x01\x00\x00\x00\x00;')],
    ] as const) {
      const answer = await upload({ purpose, file, name: 'nice.png' }, student.token)
      expect(answer).toMatchObject({ status: 200, key: 'file.wrongType' })
    }
    const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic'.padEnd(300, '\0'), 'latin1')
    for (const purpose of ['AVATAR', 'EVIDENCE']) {
      const answer = await upload({ purpose, file: heic, name: 'IMG_1.jpg' }, student.token)
      expect(answer.msg).toMatch(/^这是 HEIC.*兼容性最佳.*这里可以上传/)
    }
    const evidence = await upload({ purpose: 'EVIDENCE', file: pdf, name: 'a.exe' }, student.token)
    expect(evidence.data).toMatchObject({ mime: 'application/pdf', name: 'a.exe.pdf' })
    const answer = await ask(evidence.data.url)
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; /)
  })

  it.each([
    ['AVATAR', 2 * megabyte, '2 MB'],
    ['EVIDENCE', 10 * megabyte, '10 MB'],
  ])('%s takes up to its limit and a refusal names it', async (purpose, limit, words) => {
    const whole = await upload({ purpose, file: avatarPng(limit) }, student.token)
    expect(whole).toMatchObject({ code: 1, data: { size: limit } })
    for (const size of [limit + 1, 12 * megabyte]) {
      const answer = await upload({ purpose, file: avatarPng(size) }, student.token)
      expect(answer).toMatchObject({ status: 200, key: 'file.tooLarge' })
      expect(answer.msg).toContain(words)
    }
  })

  it('refuses a form without a file, with an empty one, of no or a wrong purpose, and no form at all', async () => {
    const file = avatarPng()
    expect(await upload({ purpose: 'AVATAR' }, student.token)).toMatchObject({
      key: 'file.missing',
    })
    expect(await upload({ purpose: 'AVATAR', file: Buffer.alloc(0) }, student.token)).toMatchObject(
      {
        key: 'file.missing',
      },
    )
    for (const purpose of [undefined, '', 'LESSON', 'AVATAR\u0000'])
      expect(
        await upload({ ...(purpose === undefined ? {} : { purpose }), file }, student.token),
      ).toMatchObject({
        key: 'common.invalid',
      })
    expect(await call('POST /file/v1/upload', {}, student.token)).toMatchObject({ status: 400 })
    const many = { a: '1', b: '2', c: '3', d: '4', e: '5' }
    expect(await upload({ purpose: 'AVATAR', file, extra: many }, student.token)).toMatchObject({
      key: 'common.tooLarge',
    })
  })

  it('needs sign-in', async () => {
    expect(await upload({ purpose: 'AVATAR', file: avatarPng() })).toMatchObject({
      status: 401,
      key: 'common.unauthorized',
    })
  })

  it('another student cannot use the file as theirs', async () => {
    const other = await makeStudent()
    const { id } = await uploadedFile(student, 'AVATAR')
    expect(await call('POST /student/v1/modify', { avatarFileId: id }, other.token)).toMatchObject({
      key: 'common.notFound',
    })
    const evidence = await uploadedFile(student, 'EVIDENCE')
    expect(
      await call('POST /student/v1/modify', { avatarFileId: evidence.id }, student.token),
    ).toMatchObject({ key: 'common.notFound' })
  })

  it('an identical repeat is a file of its own, and sixty an hour are enough', async () => {
    const busy = await makeStudent()
    const file = avatarPng()
    const first = await upload({ purpose: 'AVATAR', file }, busy.token)
    const again = await upload({ purpose: 'AVATAR', file }, busy.token)
    expect(again).toMatchObject({ code: 1, data: { size: first.data.size } })
    for (let count = 2; count < 60; count += 1) await uploadedFile(busy, 'AVATAR')
    expect(await upload({ purpose: 'AVATAR', file }, busy.token)).toMatchObject({
      key: 'file.tooMany',
    })
    await passTime(3601)
    expect(await upload({ purpose: 'AVATAR', file }, busy.token)).toMatchObject({ code: 1 })
  })

  it('what was sent by hand takes no picture from an exam, nor the other way round', async () => {
    const [busy, sitting] = [await makeStudent(), await makeStudent()]
    const send = ({ token }: TestStudent, purpose: string) =>
      upload({ purpose, file: avatarPng() }, token)
    await sentBefore(busy.id, 'EVIDENCE', 60)
    expect(await send(busy, 'EVIDENCE')).toMatchObject({ key: 'file.tooMany' })
    await sentBefore(busy.id, 'CAPTURE', 239)
    expect(await send(busy, 'CAPTURE')).toMatchObject({ code: 1 })
    expect(await send(busy, 'CAPTURE')).toMatchObject({ key: 'file.tooMany' })
    await sentBefore(sitting.id, 'CAPTURE', 240)
    expect(await send(sitting, 'CAPTURE')).toMatchObject({ key: 'file.tooMany' })
    expect(await send(sitting, 'AVATAR')).toMatchObject({ code: 1 })
  })

  it('sixty an hour are enough when all are sent at once, too', async () => {
    const busy = await makeStudent()
    const form = { purpose: 'AVATAR', file: avatarPng() }
    const answers = await Promise.all(Array.from({ length: 80 }, () => upload(form, busy.token)))
    expect(answers.filter(({ code }) => code === 1)).toHaveLength(60)
  })

  it('a form without a boundary, or cut off in the middle, is unreadable', async () => {
    for (const type of ['multipart/form-data', 'multipart/form-data; boundary=x']) {
      const response = await ask('/api/client/file/v1/upload', {
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
    url = playbackUrl(all.keys, lessonId, holderOf(student))
  })

  it('sends it whole, privately, named, and not to be guessed at', async () => {
    const response = await ask(url)
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

  it('sends a range, and goes on from it only while the content is the same', async () => {
    const part = await ask(url, { headers: { range: 'bytes=10-19' } })
    expect(part.status).toBe(206)
    expect(part.headers.get('content-range')).toBe('bytes 10-19/1000')
    expect(part.headers.get('content-length')).toBe('10')
    expect(await bytesOf(part)).toEqual(film.subarray(10, 20))
    const etag = part.headers.get('etag') ?? ''
    const resumed = await ask(url, { headers: { range: 'bytes=990-', 'if-range': etag } })
    expect([resumed.status, (await bytesOf(resumed)).length]).toEqual([206, 10])
    const changed = await ask(url, { headers: { range: 'bytes=990-', 'if-range': '"other"' } })
    expect([changed.status, (await bytesOf(changed)).length]).toEqual([200, 1000])
    const known = await ask(url, { headers: { 'if-none-match': `"x", ${etag}` } })
    expect([known.status, await known.text()]).toEqual([304, ''])
  })

  it('answers a range beyond the end with 416, several with the whole, HEAD with the headers', async () => {
    const beyond = await ask(url, { headers: { range: 'bytes=1000-' } })
    expect(beyond.status).toBe(416)
    expect(beyond.headers.get('content-range')).toBe('bytes */1000')
    const several = await ask(url, { headers: { range: 'bytes=0-1,5-6' } })
    expect([several.status, (await bytesOf(several)).length]).toEqual([200, 1000])
    const head = await ask(url, { method: 'HEAD', headers: { range: 'bytes=0-1' } })
    expect([head.status, head.headers.get('content-length')]).toEqual([200, '1000'])
  })

  it('refuses a link that was altered, is old, or is bound to somebody else', async () => {
    const { keys } = await deps()
    const other = await makeStudent()
    const own = await uploadedFile(student, 'EVIDENCE')
    const bad = {
      altered: url.slice(0, -4) + (url.endsWith('0000') ? '1111' : '0000'),
      later: url.replace(/e=(\d+)/, (_, at: string) => `e=${Number(at) + 60}`),
      'of another': url.replace(student.id, other.id),
      'to another file': url.replace(lessonId, own.id),
      expired: playbackUrl(keys, lessonId, holderOf(student), Date.now() - 20 * 60_000),
      'not bound to a sign-in': signedUrl(keys, 'files', lessonId, student.id),
      'of another sign-in': url.replace(/k=(\w)/, (_, first) => `k=${first === '0' ? 1 : 0}`),
      'a sign-in of another': playbackUrl(keys, lessonId, {
        ...holderOf(student),
        tokenHash: holderOf(other).tokenHash,
      }),
      bare: `/files/${lessonId}`,
      'no id': '/files/../../etc/passwd',
      'twice the same': `${url}&e=1`,
    }
    for (const [why, link] of Object.entries(bad)) {
      const response = await ask(link)
      if (why === 'no id') expect(response.status).toBe(404)
      else {
        expect([why, response.status]).toEqual([why, 403])
        expect(response.headers.get('cache-control')).toBe('no-store')
        expect(await response.json()).toMatchObject({ data: { key: 'file.linkInvalid' } })
      }
    }
  })

  it('even a well-signed link opens no private file of another, nor one that is gone', async () => {
    const { keys } = await deps()
    const other = await makeStudent()
    const own = await uploadedFile(student, 'CAPTURE')
    for (const link of [
      signedUrl(keys, 'files', own.id, other.id),
      signedUrl(keys, 'files', crypto.randomUUID(), student.id),
    ]) {
      const response = await ask(link)
      expect(response.status).toBe(404)
      expect(await response.json()).toMatchObject({ data: { key: 'file.gone' } })
    }
    expect((await ask(playbackUrl(keys, lessonId, holderOf(other)))).status).toBe(200)
  })

  it('a lesson’s address is worth nothing with another’s token, nor after signing out', async () => {
    const { keys } = await deps()
    const [one, other] = [await makeStudent(), await makeStudent()]
    const address = playbackUrl(keys, lessonId, holderOf(one))
    const status = async (authorization?: string) =>
      (await ask(address, authorization ? { headers: { authorization } } : {})).status
    expect([await status(), await status(one.token), await status(other.token)]).toEqual([
      200, 200, 403,
    ])
    expect((await ask(address, { headers: { range: 'bytes=0-9' } })).status).toBe(206)
    await must('POST /student/v1/logout', {}, one.token)
    const after = await ask(address, { headers: { range: 'bytes=10-19' } })
    expect(after.status).toBe(403)
    expect(await after.json()).toMatchObject({ msg: '链接已失效，请刷新页面后重试' })
  })
})

describe('GET /files/public/:id', () => {
  it('gives covers to everyone, for good, harmless, and nothing else', async () => {
    const all = await deps()
    const content = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    )
    const cover = { purpose: 'COVER', name: '封面.svg', mime: 'image/svg+xml', content } as const
    const id = await addContentFile(all, cover)
    const response = await ask(`/files/public/${id}`)
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/svg+xml',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
      'x-content-type-options': 'nosniff',
    })
    const lesson = await addContentFile(all, { ...cover, purpose: 'LESSON' })
    const own = await uploadedFile(student, 'AVATAR')
    for (const other of [lesson, own.id, crypto.randomUUID(), 'x'])
      expect((await ask(`/files/public/${other}`)).status).toBe(404)
  })

  it('adding the same content again gives the same file, also of two at once and in a transaction', async () => {
    const all = await deps()
    const content = {
      purpose: 'COVER',
      name: 'a.svg',
      mime: 'image/svg+xml',
      content: avatarPng(),
    } as const
    const ids = await Promise.all([1, 2, 3].map(() => addContentFile(all, content)))
    const later = await all.db.transaction().execute((tx) => addContentFile(all, content, tx))
    expect(new Set([...ids, later]).size).toBe(1)
  })
})
