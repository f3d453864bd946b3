import { randomBytes, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { makeCourse } from '../../../../test/factories/catalogue.ts'
import { makeOnePixelPng } from '../../../../test/factories/file.ts'
import {
  friendlinkInput,
  siteInfoInput,
  swiperInput,
  uploadQrPicture,
  uploadStaffPicture,
} from '../../../../test/factories/first_page.ts'
import { posterInput } from '../../../../test/factories/poster.ts'
import { makeStaff } from '../../../../test/factories/staff.ts'
import { makeArticleLesson, makeCourseAuthor, testExamRules } from '../../../../test/factories/teaching.ts'
import { waitForLockWaiters } from '../../../../test/waiters.ts'
import { call, deps, mustStaff, passTimeTo, sendRawRequest, staffCall } from '../../../../test/world.ts'
import { addContentFile } from '../../file/service/content.ts'
import { deskPoster } from './service/desk.ts'
import { previewPoster } from './service/read.ts'

const editor = await makeStaff({ permissions: ['poster.read', 'poster.edit', 'poster.publish'] })

type Content = NonNullable<Parameters<typeof posterInput>[0]>

async function fileOf(purpose: 'PICTURE' | 'VIDEO' | 'CAPTIONS' | 'ATTACHMENT'): Promise<string> {
  if (purpose === 'PICTURE') return (await uploadStaffPicture(editor.token)).id
  const contents = { ATTACHMENT: makeOnePixelPng, VIDEO: film, CAPTIONS: captions }
  const content = await contents[purpose]()
  return addContentFile(await deps(), { purpose, name: 'a', content })
}

async function film(): Promise<Buffer> {
  const mp4 = await readFile(new URL('../../../../seeds/media/trial-year-1.mp4', import.meta.url))
  return Buffer.concat([mp4, Buffer.from([0, 0, 0, 24]), Buffer.from('free'), randomBytes(16)])
}

const captions = () => Buffer.from(`WEBVTT\n\n00:00.000 --> 00:01.000\n${randomUUID()}\n`)

const address = (id: string) => `/files/public/${id}`
const status = async (id: string) => (await sendRawRequest(address(id))).status
const attached = (fileId: string): Content => ({ attachments: [{ fileId, name: '名单' }] })
const linked = (fileId: string): Content => ({
  bodyHtml: `<p><a href="${address(fileId)}">名单</a></p>`,
})
const info = (id: string) => mustStaff('GET /poster/v1/info', { id }, editor.token)

async function draft(content: Content): Promise<string> {
  const made = { categoryId: 28, content: posterInput(content) }
  return (await mustStaff('POST /poster/v1/create', made, editor.token)).id
}

async function write(id: string, call: 'publish' | 'withdraw' | 'save', input: object) {
  const { version } = await info(id)
  await mustStaff(`POST /poster/v1/${call}`, { id, version, ...input } as never, editor.token)
}
const publish = (id: string, publishAt: string | null = null) => write(id, 'publish', { publishAt })
const withdraw = (id: string) => write(id, 'withdraw', { reason: '侵犯肖像权' })

async function published(content: Content): Promise<string> {
  const id = await draft(content)
  await publish(id)
  return id
}

async function inSeconds(seconds: number): Promise<string> {
  const { pool } = await deps()
  const text = `select app_now() + interval '1 second' * $1 as at`
  const { rows } = await pool.query<{ at: Date }>(text, [seconds])
  return rows[0]?.at.toISOString() ?? ''
}

describe('files shown by published items', () => {
  const places: [string, Parameters<typeof fileOf>[0], (id: string) => Content][] = [
    ['a cover', 'PICTURE', (coverFileId) => ({ coverFileId })],
    ['a film', 'VIDEO', (videoFileId) => ({ videoFileId })],
    ['captions', 'CAPTIONS', (captionsFileId) => ({ captionsFileId })],
    ['an attachment', 'ATTACHMENT', attached],
    ['a picture of the text', 'PICTURE', (id) => ({ bodyHtml: `<p><img src="${address(id)}"></p>` })],
    ['a film of the text', 'VIDEO', (id) => ({ bodyHtml: `<video src="${address(id)}"></video>` })],
    ['a link of the text', 'ATTACHMENT', linked],
  ]

  it.each(places)('a file used as %s is public only while readers can see the item', async (_, purpose, of) => {
    const file = await fileOf(purpose)
    const id = await draft(of(file))
    expect(await status(file)).toBe(200)
    await publish(id)
    expect(await status(file)).toBe(200)
    await withdraw(id)
    expect(await status(file)).toBe(404)
    expect((await sendRawRequest(address(file), { method: 'HEAD' })).status).toBe(404)
    await publish(id)
    expect(await status(file)).toBe(200)
    await write(id, 'save', { content: posterInput() })
    expect(await status(file)).toBe(200)
    await publish(id)
    expect(await status(file)).toBe(404)
  })

  it('a file that is no longer public is not cached, but pictures may stay in caches as parts of pages', async () => {
    const kept = async (purpose: Parameters<typeof fileOf>[0]) =>
      (await sendRawRequest(address(await fileOf(purpose)))).headers.get('cache-control')
    expect(await kept('PICTURE')).toBe('public, max-age=31536000, immutable')
    for (const purpose of ['VIDEO', 'CAPTIONS', 'ATTACHMENT'] as const)
      expect(await kept(purpose)).toBe('public, max-age=60')
    const file = await fileOf('VIDEO')
    await withdraw(await published({ videoFileId: file }))
    expect((await sendRawRequest(address(file))).headers.get('cache-control')).toBe('no-store')
  })

  it('a file removed from the attachments stays public while the text links to it', async () => {
    const file = await fileOf('ATTACHMENT')
    const id = await published({ ...attached(file), ...linked(file) })
    await write(id, 'save', { content: posterInput(linked(file)) })
    await publish(id)
    expect(await status(file)).toBe(200)
  })

  it('a file stays public while another item links to it under any host', async () => {
    const file = await fileOf('ATTACHMENT')
    const one = await published(attached(file))
    const href = `https://portal.example${address(file).toUpperCase().replace('/FILES/PUBLIC', '/files/public')}`
    const other = await published({ bodyHtml: `<p><a href="${href}">名单</a></p>` })
    await withdraw(one)
    expect(await status(file)).toBe(200)
    await withdraw(other)
    expect(await status(file)).toBe(404)
  })

  it('files of a scheduled item are not public until its publication time', async () => {
    const file = await fileOf('ATTACHMENT')
    const id = await published(attached(file))
    await withdraw(id)
    const at = await inSeconds(90)
    await publish(id, at)
    const first = await fileOf('ATTACHMENT')
    await publish(await draft(attached(first)), at)
    expect([await status(file), await status(first)]).toEqual([404, 404])
    await passTimeTo(at)
    expect([await status(file), await status(first)]).toEqual([200, 200])
  })

  it('a file used by two items is no longer public when both are withdrawn at once', async () => {
    const file = await fileOf('ATTACHMENT')
    const both = [await published(attached(file)), await published(attached(file))]
    const { pool } = await deps()
    const holder = await pool.connect()
    await holder.query('begin; lock table audit_log in exclusive mode')
    const withdrawn = both.map(withdraw)
    await waitForLockWaiters(2)
    await holder.query('commit')
    holder.release()
    await Promise.all(withdrawn)
    expect(await status(file)).toBe(404)
  })
})

describe('other uses that keep a file public', () => {
  const places: [string, (file: string) => Promise<(() => Promise<unknown>) | undefined>][] = [
    ['a swiper', (file) => swiper(file, {})],
    ['a swiper’s link', async (file) => swiper(await fileOf('PICTURE'), { redirectUrl: address(file) })],
    ['a friend link', friendlink],
    ['a QR picture', qrPicture],
    ['a course’s cover', courseCover],
    ['a lesson that is read', article],
  ]

  it.each(places)('a file of a withdrawn item stays public through %s', async (what, show) => {
    const file = what === 'a QR picture' ? (await uploadQrPicture(editor.token)).id : await fileOf('PICTURE')
    const id = await published({ coverFileId: file })
    await withdraw(id)
    expect(await status(file)).toBe(404)
    const hide = await show(file)
    expect(await status(file)).toBe(200)
    await hide?.()
    expect(await status(file)).toBe(hide ? 404 : 200)
  })

  async function site() {
    return (await makeStaff({ permissions: ['site.edit'] })).token
  }

  async function swiper(file: string, change: object) {
    const token = await site()
    const { id } = await mustStaff('POST /first_page/v1/save_swiper', swiperInput(file, change), token)
    return () => mustStaff('POST /first_page/v1/remove_swiper', { id }, token)
  }

  async function friendlink(file: string) {
    const token = await site()
    const shown = friendlinkInput({ redirectUrl: address(file) })
    const { id } = await mustStaff('POST /first_page/v1/save_friendlink', shown, token)
    return () => mustStaff('POST /first_page/v1/remove_friendlink', { id }, token)
  }

  async function qrPicture(fileId: string) {
    const token = await site()
    const save = async (change: object) => {
      const { version } = await mustStaff('GET /first_page/v1/site_info', {}, token)
      const all = siteInfoInput({ version, ...change })
      await mustStaff('POST /first_page/v1/save_site_info', all, token)
    }
    await save({ qrImages: [{ title: '公众号', fileId }] })
    return () => save({})
  }

  async function courseCover(coverFileId: string) {
    const { db } = await deps()
    const { courseId } = await makeCourse()
    await db.updateTable('course').set({ coverFileId }).where('id', '=', courseId).execute()
    return undefined
  }

  async function article(file: string) {
    const { token } = await makeCourseAuthor()
    const { courseId } = await makeCourse()
    const { current } = await mustStaff('GET /teaching/v1/course', { id: courseId }, token)
    const html = `<p>图</p><p><img src="${address(file)}" alt="药盒"></p>`
    const lessons = [{ ...makeArticleLesson(60), html }]
    const base = { courseId, baseId: current?.id ?? null, versionId: null, revision: 0 }
    const draft = { ...base, lessons, rules: testExamRules }
    await mustStaff('POST /teaching/v1/save_draft', draft, token)
    return undefined
  }
})

describe('files on the poster desk', () => {
  it('staff can open non-public files of the newest and older revisions', async () => {
    const [cover, film, captions, paper, picture] = await Promise.all([
      fileOf('PICTURE'),
      fileOf('VIDEO'),
      fileOf('CAPTIONS'),
      fileOf('ATTACHMENT'),
      fileOf('PICTURE'),
    ])
    const content = posterInput({
      coverFileId: cover,
      videoFileId: film,
      captionsFileId: captions,
      bodyHtml: `<p><img src="${address(picture)}" alt="图"></p>\n<p><a href="${address(paper)}#2">名单</a></p>`,
      ...attached(paper),
    })
    const id = await published(content)
    const open = await info(id)
    expect(open.content).toMatchObject({
      cover: { url: address(cover) },
      bodyHtml: content.bodyHtml,
    })
    await withdraw(id)
    const { content: shown } = await info(id)
    const preview = await mustStaff('GET /poster/v1/preview', { id, no: 1 }, editor.token)
    const inText = (html: string) =>
      [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, url]) =>
        url?.replaceAll('&amp;', '&').replaceAll('&#38;', '&'),
      )
    const urls = [
      shown.cover?.url,
      shown.video?.url,
      shown.captions?.url,
      shown.attachments[0]?.url,
      ...inText(shown.bodyHtml),
      preview.coverUrl,
      preview.video?.url,
      preview.video?.captionsUrl,
      preview.attachments[0]?.url,
      ...inText(preview.bodyHtml),
    ]
    expect(urls).toHaveLength(12)
    for (const url of urls) {
      const answer = await sendRawRequest(url ?? '')
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
    }
    await write(id, 'save', { content: { ...content, title: '二', bodyHtml: shown.bodyHtml } })
    await publish(id)
    expect((await info(id)).content.bodyHtml).toBe(content.bodyHtml)
    expect(await call('GET /first_page/v1/posters_info', { id })).toMatchObject({
      data: { bodyHtml: content.bodyHtml, attachments: [{ url: address(paper) }] },
    })
  })

  it.each<[string, (file: string) => string]>([
    ['words', (file) => `<p><a href="${file}">见 https://p.example${file}</a></p>`],
    ['an address that goes on', (file) => `<p><a href="${file}?download=1">名单</a></p>`],
    ['another’s path', (file) => `<p><a href="https://p.example/x${file}">名单</a></p>`],
    ['another name', (file) => `<p><img src="${file}" alt="${file}"></p>`],
  ])('saving the desk text of a withdrawn item stores no desk file address in %s', async (_, text) => {
    const file = await fileOf('ATTACHMENT')
    const content = posterInput({ bodyHtml: text(address(file)), ...attached(file) })
    const id = await published(content)
    const { bodyHtml } = (await info(id)).content
    await withdraw(id)
    const shown = (await info(id)).content.bodyHtml
    await write(id, 'save', { content: { ...content, title: '二', bodyHtml: shown } })
    await publish(id)
    expect((await info(id)).content.bodyHtml).toBe(bodyHtml)
  })

  it('desk file links are signed only for the host of the portal', async () => {
    const file = await fileOf('ATTACHMENT')
    const here = await deps()
    const hosts = ['', here.publicUrl(), 'https://p.example', 'http://localhost.p.example']
    const [relative, own, ...others] = hosts.map((host) => `<p><a href="${host}${address(file)}`)
    const bodyHtml = hosts.map((host) => `<p><a href="${host}${address(file)}">名单</a></p>`)
    const id = await published({ bodyHtml: bodyHtml.join('') })
    await withdraw(id)
    const staff = { staffId: randomUUID() }
    const preview = await previewPoster(here, staff, { id })
    for (const html of [(await deskPoster(here, staff, { id })).content.bodyHtml, preview.bodyHtml]) {
      for (const start of [relative, own]) expect(html).toContain(`${start}?s=${staff.staffId}`)
      for (const start of others) expect(html).toContain(`${start}"`)
    }
  })

  it('a desk file link works only for its own file and only with permission', async () => {
    const [one, other] = [await fileOf('ATTACHMENT'), await fileOf('ATTACHMENT')]
    const id = await published({
      attachments: [one, other].map((fileId) => ({ fileId, name: '名单' })),
    })
    await withdraw(id)
    const [shown] = (await info(id)).content.attachments
    const url = shown?.url ?? ''
    expect((await sendRawRequest(url)).status).toBe(200)
    for (const forged of [url.replace(one, other), url.replace('k=desk&', ''), url.replace(/e=\d+/, 'e=99999999999')])
      expect((await sendRawRequest(forged)).status).toBe(404)
    const { token } = await makeStaff({ permissions: ['site.edit'] })
    expect(await staffCall('GET /poster/v1/info', { id }, token)).toMatchObject({
      key: 'staff.forbidden',
    })
  })
})
