import type { StaffCalls } from '@ce/contract'
import pg from 'pg'
import { beforeAll, describe, expect, it } from 'vitest'
import { auditOf } from '../../../test/audit.ts'
import { staffFile } from '../../../test/factories/file.ts'
import {
  constants,
  link,
  staffPicture,
  swiperWith,
  text,
} from '../../../test/factories/first_page.ts'
import { makeStaff, type TestStaff } from '../../../test/factories/staff.ts'
import { call, deps, must, mustStaff, passTime, staffCall, world } from '../../../test/world.ts'
import { addContentFile } from '../file/service.ts'

let editor: TestStaff
let reader: TestStaff
let picture: string

beforeAll(async () => {
  editor = await makeStaff({ permissions: ['site.edit'] })
  reader = await makeStaff({ permissions: ['poster.edit', 'audit.read'] })
  picture = (await staffPicture(editor.token)).id
})

const swiper = (change: object = {}) => swiperWith(picture, change)

type Key = keyof StaffCalls & `${string}/first_page/${string}`
const write = <Name extends Key>(key: Name, input?: object, token = editor.token) =>
  staffCall(key, input, token)
const does = <Name extends Key>(key: Name, input?: object) => mustStaff(key, input, editor.token)
/** no row has it */
const version = 'x'

const newest = async (kind: 'AGREEMENT' | 'PRIVACY') =>
  (await does('GET /first_page/v1/texts', { kind }))[0]?.version ?? null

async function saveSite(change: object = {}) {
  const { version } = await does('GET /first_page/v1/site_info')
  return does('POST /first_page/v1/save_site_info', constants({ version, ...change }))
}

describe('every call of the desk', () => {
  const id = crypto.randomUUID()
  it('refuses bad input, and what is not there', async () => {
    const bad: [Key, object][] = [
      ['POST /first_page/v1/save_site_info', constants({ version, title: '' })],
      ['POST /first_page/v1/save_site_info', constants({ version, organizer: ' ' })],
      ['POST /first_page/v1/save_site_info', constants({ version, phone: 'a\0' })],
      ['POST /first_page/v1/save_site_info', constants({ version, email: 'not-mail' })],
      ['POST /first_page/v1/save_site_info', { title: '只有站名' }],
      ['POST /first_page/v1/remove_swiper', { id: '1 or 1=1' }],
      ['POST /first_page/v1/order_swipers', { ids: ['x'] }],
      ['POST /first_page/v1/remove_friendlink', {}],
      ['POST /first_page/v1/order_friendlinks', {}],
      ['GET /first_page/v1/texts', { kind: 'SECRET' }],
      ['POST /first_page/v1/publish_text', text({ version: '../1' })],
      ['POST /first_page/v1/publish_text', text({ paragraphs: [] })],
      ['POST /first_page/v1/publish_text', text({ effectiveFrom: '2026-02-30' })],
      ...[
        'javascript:alert(1)',
        'data:text/html,x',
        '//evil.example',
        '/\\evil.example',
        '/..//evil.example',
        'https://www.nmpa.gov.cn@evil.example',
        'http://[::1',
        'ftp://a',
        'nmpa.gov.cn',
        '',
      ].flatMap((redirectUrl): [Key, object][] => [
        ['POST /first_page/v1/save_swiper', swiper({ redirectUrl })],
        ['POST /first_page/v1/save_friendlink', link({ redirectUrl })],
      ]),
    ]
    for (const [key, input] of bad)
      expect([key, input, await write(key, input)]).toMatchObject([
        key,
        input,
        { status: 200, key: 'common.invalid' },
      ])
    for (const [key, input] of [
      ['POST /first_page/v1/remove_swiper', { id }],
      ['POST /first_page/v1/remove_friendlink', { id }],
      ['POST /first_page/v1/save_swiper', swiper({ id, version })],
      ['POST /first_page/v1/save_friendlink', link({ id, version })],
    ] as const)
      expect(await write(key, input)).toMatchObject({ key: 'first_page.notFound' })
  })
})

describe('site_info', () => {
  it('gives everybody the constants as staff set them, with the change on record', async () => {
    const before = await must('GET /first_page/v1/site_info')
    expect(before.title).not.toBe('')
    const { keys, ...all } = await deps()
    const cover = await addContentFile(all, {
      purpose: 'COVER',
      name: 'qr.svg',
      mime: 'image/svg+xml',
      content: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    })
    const qrImages = [
      { title: '公众号', fileId: picture },
      { title: '客服', fileId: cover },
    ]
    const saved = await saveSite({ qrImages })
    const seen = await must('GET /first_page/v1/site_info')
    expect(seen).toEqual({
      ...before,
      ...constants(),
      qrImages: [
        { title: '公众号', url: `/files/public/${picture}` },
        { title: '客服', url: `/files/public/${cover}` },
      ],
    })
    expect(await mustStaff('GET /first_page/v1/site_info', {}, editor.token)).toEqual({
      ...constants(saved),
      qrImages: qrImages.map((image) => ({ ...image, url: `/files/public/${image.fileId}` })),
    })
    await saveSite({ phone: '0571-1111' })
    const [, last] = (await auditOf('site_info')).slice(-2)
    expect(last).toMatchObject({
      actor: editor.username,
      action: 'first_page.siteInfoSaved',
      ip: '127.0.0.1',
      detail: {
        before: { phone: '0571-0000', qrImages },
        after: { phone: '0571-1111', qrImages: [] },
      },
    })
  })

  it('is not saved over a change that its editor has not seen', async () => {
    const { version } = await saveSite()
    const save = (change: object) =>
      write('POST /first_page/v1/save_site_info', constants({ version, ...change }))
    const first = await save({ phone: '0571-2222' })
    expect(first.data).toMatchObject({ version: expect.not.stringMatching(version) })
    const stale = await save({ address: '新路 2 号' })
    expect(stale).toMatchObject({ key: 'first_page.stale', msg: expect.stringContaining('刷新') })
    expect(await must('GET /first_page/v1/site_info')).toMatchObject({ phone: '0571-2222' })
    // an answer that got lost
    expect((await save({ phone: '0571-2222' })).data).toEqual(first.data)
    expect(await save({ ...first.data, phone: '0571-2222', address: '新路 2 号' })).toMatchObject({
      code: 1,
    })
  })

  it('needs no sign-in, and a bad token does not spoil it', async () => {
    for (const key of [
      'GET /first_page/v1/site_info',
      'GET /first_page/v1/swiper_list',
      'GET /first_page/v1/friendlink_list',
    ] as const)
      expect(await call(key, {}, 'nonsense')).toMatchObject({ code: 1 })
  })

  it('takes no picture that is none, or is not for everybody', async () => {
    const content = Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj\n%%EOF')
    const paper = await staffFile(reader.token, { purpose: 'ATTACHMENT', name: 'a', content })
    for (const fileId of [crypto.randomUUID(), paper.id]) {
      const qrImages = [{ title: '码', fileId }]
      const refused = { status: 200, key: 'first_page.badFile' }
      expect(await write('POST /first_page/v1/save_swiper', swiper({ fileId }))).toMatchObject(
        refused,
      )
      expect(
        await write('POST /first_page/v1/save_site_info', constants({ version, qrImages })),
      ).toMatchObject(refused)
    }
  })

  it('is told to every process at the commit', async () => {
    const client = new pg.Client({ connectionString: world().databaseUrl })
    await client.connect()
    const heard: string[] = []
    client.on('notification', ({ channel }) => heard.push(channel))
    await client.query('listen content_changed')
    await does('POST /first_page/v1/save_friendlink', link())
    await expect.poll(() => heard).toEqual(['content_changed'])
    await write('POST /first_page/v1/remove_friendlink', { id: crypto.randomUUID() })
    await client.query('select 1')
    await client.end()
    expect(heard).toHaveLength(1)
  })
})

describe('the agreement and the privacy text', () => {
  it('have versions: the newest in force is shown, older ones stay, a version is used once', async () => {
    const kind = 'PRIVACY'
    const first = text({ kind, paragraphs: ['一'], follows: await newest(kind) })
    await does('POST /first_page/v1/publish_text', first)
    // its answer got lost
    await does('POST /first_page/v1/publish_text', first)
    const second = text({ kind, paragraphs: ['二', '三'], follows: first.version })
    await does('POST /first_page/v1/publish_text', second)
    expect(await must('GET /first_page/v1/site_info')).toMatchObject({
      privacyVersion: second.version,
      privacy: ['二', '三'],
    })
    for (const change of [{ paragraphs: ['改过'] }, { effectiveFrom: '2199-01-01' }])
      expect(
        await write('POST /first_page/v1/publish_text', { ...first, ...change }),
      ).toMatchObject({ key: 'first_page.versionTaken' })
    const versions = await does('GET /first_page/v1/texts', { kind })
    expect(versions.slice(0, 2)).toMatchObject([
      { version: second.version, paragraphs: ['二', '三'], publishedBy: editor.username },
      { version: first.version },
    ])
    expect(await auditOf(`PRIVACY ${second.version}`)).toMatchObject([
      {
        action: 'first_page.textPublished',
        detail: { before: { version: first.version }, after: { paragraphs: ['二', '三'] } },
      },
    ])
    const { db } = await deps()
    await expect(
      db
        .updateTable('siteText')
        .set({ version: 'x' })
        .where('version', '=', first.version)
        .execute(),
    ).rejects.toThrow('append-only')
  })

  it('are not published over one that came since they were begun, nor two at once', async () => {
    const kind = 'PRIVACY'
    const follows = await newest(kind)
    const sent = [text({ kind, follows }), text({ kind, follows })]
    const answers = await Promise.all(
      sent.map((one) => write('POST /first_page/v1/publish_text', one)),
    )
    expect(answers.map(({ key }) => key ?? 'done').sort()).toEqual(['done', 'first_page.stale'])
    const [later] = sent.filter((_, index) => answers[index]?.key)
    const version = await newest(kind)
    expect(version).not.toBe(later?.version)
    await does('POST /first_page/v1/publish_text', { ...later, follows: version })
    expect(await newest(kind)).toBe(later?.version)
  })

  it('of a coming day comes into force on that day, of a past one at once', async () => {
    const follows = await newest('AGREEMENT')
    const now = text({ effectiveFrom: '2020-01-01', follows })
    await does('POST /first_page/v1/publish_text', now)
    const version = async () => (await must('GET /first_page/v1/site_info')).agreementVersion
    expect(await version()).toBe(now.version)
    const { db } = await deps()
    const { day } = await db
      .selectNoFrom(({ fn }) => fn<string>('shanghai_date', [fn('app_now', [])]).as('day'))
      .executeTakeFirstOrThrow()
    const tomorrow = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)
    const next = text({ effectiveFrom: tomorrow, follows: now.version })
    await does('POST /first_page/v1/publish_text', next)
    expect(await version()).toBe(now.version)
    const [last] = await does('GET /first_page/v1/texts', { kind: 'AGREEMENT' })
    expect(last).toMatchObject({ version: next.version, effectiveFrom: tomorrow })
    await passTime(86_400)
    expect(await version()).toBe(next.version)
    editor = await makeStaff({ permissions: ['site.edit'] })
  })
})
