import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { startS3Server, type TestS3 } from '../../../test/s3-server.ts'
import { faultLog } from '../observability/log.ts'
import type { S3Settings } from './s3-settings.ts'
import { createS3FileStore } from './s3-store.ts'
import { createLocalFileStore, type FileStore, MissingContentError, StoreUnavailableError } from './store.ts'

let folder: string
let s3: TestS3

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ce-stores-'))
  s3 = await startS3Server(join(folder, 's3'))
})
afterAll(async () => {
  await s3.close()
  await rm(folder, { recursive: true })
})

/** The shortest part that stores take. */
const partBytes = 5 * 1024 * 1024
const quick = { answerMs: 1000, idleMs: 1000, partBytes }
const openS3 = (limits = {}) => createS3FileStore(s3.settings, { ...quick, pageKeys: 2, ...limits })

const piece = Buffer.alloc(partBytes / 4, 'films ')
async function* film(count: number, end: () => Promise<void> | void = () => {}) {
  for (let made = 0; made < count; made += 1) yield piece
  await end()
  yield Buffer.from('the end')
}

async function bytesOf(files: FileStore, key: string, range?: { start: number; end: number }): Promise<Buffer> {
  const whole = range ?? { start: 0, end: (await files.size(key)) - 1 }
  return Buffer.concat(await files.read(key, whole).toArray())
}

describe.each([
  { name: 'a folder', open: () => createLocalFileStore(join(folder, 'files')) },
  { name: 'an S3-compatible store', open: () => openS3() },
])('files in $name', ({ open }) => {
  let files: FileStore
  beforeAll(() => {
    files = open()
  })

  it('a stored content is read whole or by any range of its bytes', async () => {
    await files.put('aa/short', Buffer.from('0123456789'))
    expect(await files.size('aa/short')).toBe(10)
    expect(String(await bytesOf(files, 'aa/short'))).toBe('0123456789')
    expect(String(await bytesOf(files, 'aa/short', { start: 3, end: 5 }))).toBe('345')
    await files.put('aa/empty', Buffer.alloc(0))
    expect(await files.size('aa/empty')).toBe(0)
    expect((await bytesOf(files, 'aa/empty')).length).toBe(0)
  })

  it('a stream of unknown length that is longer than two parts arrives whole', async () => {
    await files.put('aa/long', film(9))
    expect(await files.size('aa/long')).toBe(9 * piece.length + 7)
    const stored = await bytesOf(files, 'aa/long')
    expect(stored.equals(Buffer.concat([...Array(9).fill(piece), Buffer.from('the end')]))).toBe(true)
    expect(String(await bytesOf(files, 'aa/long', { start: 9 * piece.length, end: 9 * piece.length + 2 }))).toBe('the')
  })

  it('a missing content is told from a store that does not answer, and may be removed again', async () => {
    await expect(files.size('aa/none')).rejects.toThrow(MissingContentError)
    await files.put('aa/gone', Buffer.from('x'))
    await files.remove('aa/gone')
    await files.remove('aa/gone')
    await expect(files.size('aa/gone')).rejects.toThrow(MissingContentError)
    await expect(bytesOf(files, 'aa/gone', { start: 0, end: 0 })).rejects.toThrow(/missing|ENOENT/)
  })

  it('a moved content lies under its new key alone', async () => {
    await files.put('aa/from', Buffer.from('content'))
    await files.move('aa/from', 'quarantine/aa/from.2026-01-01')
    expect(String(await bytesOf(files, 'quarantine/aa/from.2026-01-01'))).toBe('content')
    await expect(files.size('aa/from')).rejects.toThrow(MissingContentError)
    await expect(files.move('aa/from', 'aa/to')).rejects.toThrow(MissingContentError)
  })

  it('a stream that fails leaves no content', async () => {
    const fails = () => {
      throw new Error('the sender is gone')
    }
    for (const length of [1, 5]) {
      await expect(files.put('aa/half', film(length, fails))).rejects.toThrow('the sender is gone')
      await expect(files.size('aa/half')).rejects.toThrow(MissingContentError)
    }
  })

  it('of two that store under one key at once, one wins with its whole content', async () => {
    const [one, other] = [open(), open()]
    const content = Buffer.alloc(3_000_000, 'same ')
    await Promise.all([one.put('aa/both', content), other.put('aa/both', content)])
    expect((await bytesOf(files, 'aa/both')).equals(content)).toBe(true)
  })

  it('a folder is listed with the times of its contents, over several pages', async () => {
    const names = ['1', '2', '3', '4', '5'].map((each) => `bb/${each}`)
    for (const key of [...names, 'bb/deeper/6', 'bbb/7']) await files.put(key, Buffer.from('x'))
    const found = await files.list('bb')
    expect(
      found
        .map(({ key }) => key)
        .filter((key) => key !== 'bb/deeper')
        .toSorted(),
    ).toEqual(names)
    for (const { writtenAt } of found) expect(Math.abs(Date.now() - writtenAt.getTime())).toBeLessThan(60_000)
    expect(await files.list('nothing')).toEqual([])
  })

  it('a key that leads out of the store is refused', async () => {
    for (const key of ['../x', 'aa/../../x', '/etc/passwd'])
      await expect(async () => files.put(key, Buffer.from('x'))).rejects.toThrow('file key outside the store')
  })
})

it('a process that is killed while it stores leaves no content', async () => {
  const code = `
    import { createS3FileStore } from '${new URL('s3-store.ts', import.meta.url)}'
    import { createLocalFileStore } from '${new URL('store.ts', import.meta.url)}'
    async function* film(name) {
      for (let made = 0; made < 5; made += 1) yield Buffer.alloc(${piece.length})
      console.log(name)
      await new Promise((never) => setTimeout(never, 60_000))
    }
    createLocalFileStore(${JSON.stringify(join(folder, 'files'))}).put('aa/killed', film('folder'))
    createS3FileStore(${JSON.stringify(s3.settings)}, { partBytes: ${partBytes} }).put('aa/killed', film('S3'))`
  const words = ['--input-type=module', '--eval', code]
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  for await (const text of child.stdout) {
    said += text
    if (said.includes('folder') && said.includes('S3')) child.kill('SIGKILL')
  }
  expect(said.split('\n').toSorted()).toEqual(['', 'S3', 'folder'])
  for (const files of [createLocalFileStore(join(folder, 'files')), openS3()])
    await expect(files.size('aa/killed')).rejects.toThrow(MissingContentError)
})

describe('an S3-compatible store that fails', () => {
  beforeEach(() => {
    s3.answerNext.length = 0
  })

  it('wrong keys and a missing bucket are named, and not asked again', async () => {
    const faults = async (settings: S3Settings) => {
      s3.asked.length = 0
      const error: unknown = await createS3FileStore(settings, quick)
        .put('aa/x', Buffer.from('x'))
        .catch((e) => e)
      expect(error).toBeInstanceOf(StoreUnavailableError)
      expect(error).toMatchObject({ isRefusal: true })
      expect(s3.asked).toHaveLength(1)
      return (error as Error).message
    }
    if (s3.isLax)
      s3.answerNext.push((_, reply) => reply.writeHead(403).end('<Error><Code>SignatureDoesNotMatch</Code></Error>'))
    expect(await faults({ ...s3.settings, secretAccessKey: 'wrong' })).toMatch('SignatureDoesNotMatch')
    // Swift does not say which of both is wrong.
    expect(await faults({ ...s3.settings, accessKeyId: 'nobody' })).toMatch(/InvalidAccessKeyId|SignatureDoesNotMatch/)
    expect(await faults({ ...s3.settings, bucket: 'other' })).toMatch('NoSuchBucket')
  })

  it('a 404 of another server in the place of the store is not taken for a missing content', async () => {
    const files = openS3()
    await files.put('cc/there', Buffer.from('content'))
    const page: Parameters<typeof s3.answerNext.push>[0] = (_, reply) => reply.writeHead(404).end('no such page')
    s3.answerNext.push(...Array(4).fill(page))
    await expect(files.size('cc/there')).rejects.toThrow('HTTP 404')
    expect(s3.answerNext).toEqual([])
    expect(await files.size('cc/there')).toBe(7)
    s3.answerNext.push(...Array(3).fill(page))
    await expect(bytesOf(openS3(), 'cc/there', { start: 0, end: 6 })).rejects.toThrow('HTTP 404')
  })

  it('an answer with another range than was asked for is not passed on', async () => {
    await openS3().put('cc/range', Buffer.from('0123456789'))
    const answer = (range: string, body: string): void => {
      s3.answerNext.push((_, reply) => reply.writeHead(206, { 'content-range': range }).end(body))
    }
    const range = { start: 3, end: 5 }
    answer('bytes 0-2/10', '012')
    await expect(bytesOf(openS3(), 'cc/range', range)).rejects.toThrow('another range')
    answer('bytes 3-9/10', '3456789')
    await expect(bytesOf(openS3(), 'cc/range', range)).rejects.toThrow('another range')
    s3.answerNext.push((_, reply) => reply.writeHead(200).end('0123456789'))
    await expect(bytesOf(openS3(), 'cc/range', range)).rejects.toThrow('another range')
    answer('bytes 3-3/10', '3')
    expect(String(await bytesOf(openS3(), 'cc/range', range))).toBe('345')
  })

  it('an error that the store reports behind status 200 is tried again', async () => {
    const files = openS3()
    const forward = s3.cutAfter(Number.POSITIVE_INFINITY)
    s3.answerNext.push(...Array(4).fill(forward), (_, reply) =>
      reply.writeHead(200).end('<Error><Code>InternalError</Code></Error>'),
    )
    await files.put('cc/late', film(9))
    expect(s3.answerNext).toEqual([])
    expect(await files.size('cc/late')).toBe(9 * piece.length + 7)
    s3.answerNext.push((_, reply) => reply.writeHead(200).end('<Error><Code>名</Code></Error>'))
    await files.move('cc/late', 'cc/later')
    expect(await files.size('cc/later')).toBe(9 * piece.length + 7)
  })

  it('another server in the place of the store has neither stored an upload nor a content', async () => {
    const files = openS3()
    const page: Parameters<typeof s3.answerNext.push>[0] = (_, reply) => reply.writeHead(200).end('welcome')
    s3.answerNext.push(page)
    await files.put('cc/tagged', Buffer.from('content'))
    expect(await files.size('cc/tagged')).toBe(7)
    s3.answerNext.push(page, page, page)
    await expect(files.put('cc/untagged', Buffer.from('content'))).rejects.toThrow('no ETag')
    expect(s3.answerNext).toEqual([])
    await expect(files.size('cc/untagged')).rejects.toThrow(MissingContentError)
    s3.answerNext.push(page)
    expect(await files.size('cc/tagged')).toBe(7)
  })

  it('only an answer of the store says whether anybody may read a content', async () => {
    const files = openS3()
    await files.put('cc/private', Buffer.from('content'))
    expect(await files.isReadByAnybody?.('cc/private')).toBe(true)
    for (const status of [401, 403, 404]) {
      s3.answerNext.push((_, reply) => reply.writeHead(status).end())
      expect(await files.isReadByAnybody?.('cc/private')).toBe(false)
    }
    s3.answerNext.push(...Array(3).fill((_: unknown, reply: ServerResponse) => reply.writeHead(503).end()))
    await expect(files.isReadByAnybody?.('cc/private')).rejects.toThrow(StoreUnavailableError)
    s3.answerNext.push((_, reply) => reply.writeHead(302, { location: '/login' }).end())
    await expect(files.isReadByAnybody?.('cc/private')).rejects.toThrow('HTTP 302')
    expect(s3.answerNext).toEqual([])
  })

  it('a slow upload that goes on is not cut, and one that stands still is', async () => {
    const idleMs = 1000
    const files = openS3({ tries: 1, idleMs })
    s3.answerNext.push(async (asked, reply) => {
      for await (const _ of asked) await delay(25)
      reply.writeHead(200, { etag: '"slow"' }).end()
    })
    const [content, began] = [Buffer.alloc(8_000_000), performance.now()]
    await files.put('cc/slow', content)
    expect(performance.now() - began).toBeGreaterThan(2 * idleMs)
    s3.answerNext.push(() => {})
    await expect(files.put('cc/slow', Buffer.alloc(32_000_000))).rejects.toThrow('ETIMEDOUT')
  })

  it('a reader who goes away ends the request that the store does not answer', async () => {
    const ended = new Promise((closed) => s3.answerNext.push((_, reply) => reply.on('close', closed)))
    const files = openS3({ answerMs: 60_000, idleMs: 60_000 })
    const reading = files.read('cc/film', { start: 0, end: 9 })
    reading.on('error', () => {})
    reading.resume()
    await expect.poll(() => s3.answerNext.length).toBe(0)
    reading.destroy()
    await ended
  })

  it('names of others in the bucket are left out of a list, and a list that does not go on is refused', async () => {
    const files = openS3()
    const list = (key: string, next: string) =>
      `<R><IsTruncated>${next !== ''}</IsTruncated><NextMarker>${next}</NextMarker>${['files/of-test/dd/1', key]
        .map((name) => `<Contents><Key>${name}</Key><LastModified>2026-01-01T00:00:00Z</LastModified></Contents>`)
        .join('')}</R>`
    const answer = (xml: string) => s3.answerNext.push((_, reply) => reply.writeHead(200).end(xml))
    answer(list('files/of-test/dd/a picture.png', 'm'))
    answer(list('elsewhere/dd/2', ''))
    expect((await files.list('dd')).map(({ key }) => key)).toEqual(['dd/1', 'dd/1'])
    answer(list('files/of-test/dd/2', 'm'))
    answer(list('files/of-test/dd/2', 'm'))
    await expect(files.list('dd')).rejects.toThrow('a list does not go on')
  })

  it('a busy answer, a cut connection and a late answer are tried again', async () => {
    const files = openS3()
    s3.answerNext.push(
      (_, reply) => reply.writeHead(503).end(),
      (_, reply) => reply.destroy(),
    )
    await files.put('cc/retried', Buffer.from('content'))
    s3.answerNext.push(() => {})
    expect(await files.size('cc/retried')).toBe(7)
    const began = performance.now()
    s3.answerNext.push(
      () => {},
      () => {},
      () => {},
    )
    await expect(files.size('cc/retried')).rejects.toThrow('ETIMEDOUT')
    expect(performance.now() - began).toBeLessThan(10_000)
  })

  it('a download that is cut or stalls goes on from its next byte', async () => {
    const files = openS3()
    await files.put('cc/film', film(9))
    s3.asked.length = 0
    s3.answerNext.push(s3.cutAfter(100_000), s3.cutAfter(200_000))
    const { length } = await bytesOf(files, 'cc/film', { start: 0, end: 9 * piece.length + 6 })
    expect(length).toBe(9 * piece.length + 7)
    expect(s3.asked).toHaveLength(3)
    s3.answerNext.push(...Array(3).fill(s3.cutAfter(-1)))
    await expect(bytesOf(files, 'cc/film', { start: 0, end: 9 })).rejects.toThrow(StoreUnavailableError)
  })

  it('the parts of a film are sent again when one is lost, and a lost last answer is looked up', async () => {
    const files = openS3()
    await files.put('cc/parts', film(9))
    const forward = s3.cutAfter(Number.POSITIVE_INFINITY)
    s3.answerNext.push(forward, (_, reply) => reply.destroy(), ...Array(3).fill(forward), s3.cutAfter(-1))
    await files.put('cc/parts2', film(9))
    expect(s3.answerNext).toEqual([])
    expect((await bytesOf(files, 'cc/parts2')).equals(await bytesOf(files, 'cc/parts'))).toBe(true)
  })

  it('a content stays when its upload is given up after its parts were joined, and nothing is said to be left', async () => {
    const { direct } = openS3()
    if (!direct) throw new Error('browsers do not reach the store')
    const [key, body] = ['cc/joined', Buffer.from('content')]
    const uploadId = await direct.begin(key)
    const sha256 = createHash('sha256').update(body).digest('hex')
    const { url, headers } = await direct.signPart(key, { uploadId, number: 1, size: body.length, sha256 })
    expect((await fetch(url, { method: 'PUT', headers, body })).status).toBe(200)
    await direct.complete(key, { uploadId, parts: (await direct.list(key, uploadId)) ?? [], size: body.length })
    if (s3.isLax) s3.answerNext.push((_, reply) => reply.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>'))
    const said = vi.spyOn(faultLog, 'warn')
    await direct.abort(key, uploadId)
    expect(said).not.toHaveBeenCalled()
    said.mockRestore()
    expect(String(await bytesOf(openS3(), key))).toBe('content')
  })

  it('a store that is away is not asked again for a moment, and is used as soon as it answers', async () => {
    const files = createS3FileStore({ ...s3.settings, endpoint: 'http://127.0.0.1:1' }, quick)
    for (const _ of [1, 2]) await expect(files.size('aa/x')).rejects.toThrow(StoreUnavailableError)
    expect(files.isPaused?.()).toBe(true)
    const again = openS3()
    s3.answerNext.push(...Array(5).fill((_: unknown, reply: { destroy(): void }) => reply.destroy()))
    for (const _ of [1, 2]) await expect(again.size('cc/film')).rejects.toThrow(StoreUnavailableError)
    await expect.poll(() => again.size('cc/film').catch(() => 0), { timeout: 5000 }).toBeGreaterThan(0)
  })
})
