import type { StaffCalls } from '@ce/contract'
import pg from 'pg'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { staffFile } from '../../../test/factories/file.ts'
import { makeStaff, type TestStaff } from '../../../test/factories/staff.ts'
import { call, deps, must, mustStaff, passTime, staffCall, world } from '../../../test/world.ts'
import { addContentFile } from '../file/service.ts'

let editor: TestStaff
let reader: TestStaff
let picture: string

beforeAll(async () => {
  editor = await makeStaff({ permissions: ['site.edit'] })
  reader = await makeStaff({ permissions: ['poster.edit', 'audit.read'] })
  picture = (await staffPicture()).id
})

async function staffPicture() {
  const background = `#${Math.random().toString(16).slice(2, 8).padEnd(6, '0')}`
  const blank = sharp({ create: { width: 60, height: 24, channels: 3, background } })
  const content = await blank.png().toBuffer()
  return staffFile(editor.token, { purpose: 'PICTURE', name: 'a.png', content })
}

const constants = (change: object = {}) => ({
  title: '示例平台',
  organizer: '示例协会',
  address: '示例路 1 号',
  email: 'a@example.com',
  phone: '0571-0000',
  recordNumber: '',
  policeRecordNumber: '',
  wechatNumber: 'wx',
  techSupport: '',
  qrImages: [],
  ...change,
})
const swiper = (change: object = {}) => ({
  id: null,
  key: crypto.randomUUID(),
  title: '轮播',
  fileId: picture,
  redirectUrl: '/guide',
  visible: true,
  ...change,
})
const link = (change: object = {}) => ({
  id: null,
  key: crypto.randomUUID(),
  title: '链接',
  redirectUrl: 'https://example.com/',
  visible: true,
  ...change,
})
const text = (change: object = {}) => ({
  kind: 'AGREEMENT',
  version: crypto.randomUUID().slice(0, 20),
  paragraphs: ['第一条', '第二条'],
  ...change,
})

type Key = keyof StaffCalls & `${string}/first_page/${string}`
const write = <Name extends Key>(key: Name, input?: object, token = editor.token) =>
  staffCall(key, input, token)
const does = <Name extends Key>(key: Name, input?: object) => mustStaff(key, input, editor.token)

async function auditOf(subject: string) {
  const { db } = await deps()
  return db
    .selectFrom('auditLog')
    .select(['actor', 'action', 'ip', 'detail'])
    .where('subject', '=', subject)
    .orderBy('id')
    .execute()
}

describe('every call of the desk', () => {
  const id = crypto.randomUUID()
  const inputs = (): [Key, object | undefined][] => [
    ['GET /first_page/v1/site_info', undefined],
    ['POST /first_page/v1/save_site_info', constants()],
    ['GET /first_page/v1/swipers', undefined],
    ['POST /first_page/v1/save_swiper', swiper()],
    ['POST /first_page/v1/remove_swiper', { id }],
    ['POST /first_page/v1/order_swipers', { ids: [] }],
    ['GET /first_page/v1/friendlinks', undefined],
    ['POST /first_page/v1/save_friendlink', link()],
    ['POST /first_page/v1/remove_friendlink', { id }],
    ['POST /first_page/v1/order_friendlinks', { ids: [] }],
    ['GET /first_page/v1/texts', { kind: 'PRIVACY' }],
    ['POST /first_page/v1/publish_text', text()],
  ]

  it('needs sign-in and the permission', async () => {
    for (const [key, input] of inputs()) {
      expect(await staffCall(key, input)).toMatchObject({ status: 401, key: 'common.unauthorized' })
      expect(await write(key, input, reader.token)).toMatchObject({
        status: 200,
        key: 'staff.forbidden',
      })
    }
  })

  it('refuses bad input, and what is not there', async () => {
    const bad: [Key, object][] = [
      ['POST /first_page/v1/save_site_info', constants({ title: '' })],
      ['POST /first_page/v1/save_site_info', constants({ phone: 'a\0' })],
      ['POST /first_page/v1/save_site_info', constants({ email: 'not-mail' })],
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
      ['POST /first_page/v1/save_swiper', swiper({ id })],
      ['POST /first_page/v1/save_friendlink', link({ id })],
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
    await does('POST /first_page/v1/save_site_info', constants({ qrImages }))
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
      ...constants(),
      qrImages: qrImages.map((image) => ({ ...image, url: `/files/public/${image.fileId}` })),
    })
    await does('POST /first_page/v1/save_site_info', constants({ phone: '0571-1111' }))
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

  it('needs no sign-in, and a bad token does not spoil it', async () => {
    for (const key of [
      'GET /first_page/v1/site_info',
      'GET /first_page/v1/swiper_list',
      'GET /first_page/v1/friendlink_list',
    ] as const)
      expect(await call(key, {}, 'nonsense')).toMatchObject({ code: 1 })
  })

  it('takes no picture that is none, or is not for everybody', async () => {
    const content = Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj\n')
    const paper = await staffFile(reader.token, { purpose: 'ATTACHMENT', name: 'a', content })
    for (const fileId of [crypto.randomUUID(), paper.id]) {
      const qrImages = [{ title: '码', fileId }]
      const refused = { status: 200, key: 'first_page.badFile' }
      expect(await write('POST /first_page/v1/save_swiper', swiper({ fileId }))).toMatchObject(
        refused,
      )
      expect(
        await write('POST /first_page/v1/save_site_info', constants({ qrImages })),
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
    const first = text({ kind, paragraphs: ['一'] })
    await does('POST /first_page/v1/publish_text', first)
    // its answer got lost
    await does('POST /first_page/v1/publish_text', first)
    const second = text({ kind, paragraphs: ['二', '三'] })
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

  it('of a coming day comes into force on that day, of a past one at once', async () => {
    const now = text({ effectiveFrom: '2020-01-01' })
    await does('POST /first_page/v1/publish_text', now)
    const version = async () => (await must('GET /first_page/v1/site_info')).agreementVersion
    expect(await version()).toBe(now.version)
    const { db } = await deps()
    const { day } = await db
      .selectNoFrom(({ fn }) => fn<string>('shanghai_date', [fn('app_now', [])]).as('day'))
      .executeTakeFirstOrThrow()
    const tomorrow = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)
    const next = text({ effectiveFrom: tomorrow })
    await does('POST /first_page/v1/publish_text', next)
    expect(await version()).toBe(now.version)
    const [newest] = await does('GET /first_page/v1/texts', { kind: 'AGREEMENT' })
    expect(newest).toMatchObject({ version: next.version, effectiveFrom: tomorrow })
    await passTime(86_400)
    expect(await version()).toBe(next.version)
    editor = await makeStaff({ permissions: ['site.edit'] })
  })
})

describe('swipers and friend links', () => {
  it('a swiper is made, changed, hidden and removed, each time on record', async () => {
    const { id } = await does('POST /first_page/v1/save_swiper', swiper({ title: '甲' }))
    const shown = async () =>
      (await must('GET /first_page/v1/swiper_list')).find((each) => each.id === id)
    expect(await shown()).toEqual({
      id,
      title: '甲',
      imageUrl: `/files/public/${picture}`,
      redirectUrl: '/guide',
    })
    const other = await staffPicture()
    const change = { id, title: '乙', fileId: other.id, redirectUrl: null }
    await does('POST /first_page/v1/save_swiper', swiper(change))
    expect(await shown()).toMatchObject({ title: '乙', imageUrl: other.url, redirectUrl: null })
    await does('POST /first_page/v1/save_swiper', swiper({ id, visible: false }))
    expect(await shown()).toBeUndefined()
    const all = await does('GET /first_page/v1/swipers')
    expect(all.find((each) => each.id === id)).toMatchObject({ visible: false, fileId: picture })
    await does('POST /first_page/v1/remove_swiper', { id })
    expect(await write('POST /first_page/v1/save_swiper', swiper({ id }))).toMatchObject({
      key: 'first_page.notFound',
    })
    expect(await auditOf(id)).toMatchObject([
      {
        action: 'first_page.swiperSaved',
        actor: editor.username,
        detail: { after: { title: '甲' } },
      },
      { detail: { before: { title: '甲' }, after: { title: '乙' } } },
      { detail: { before: { visible: true }, after: { visible: false } } },
      { action: 'first_page.swiperRemoved', detail: { before: { visible: false } } },
    ])
  })

  it('a link likewise', async () => {
    const { id } = await does('POST /first_page/v1/save_friendlink', link({ title: '药监局' }))
    const shown = async () =>
      (await must('GET /first_page/v1/friendlink_list')).find((each) => each.id === id)
    expect(await shown()).toEqual({ id, title: '药监局', redirectUrl: 'https://example.com/' })
    await does('POST /first_page/v1/save_friendlink', link({ id, redirectUrl: '/aboutUs' }))
    expect(await shown()).toMatchObject({ redirectUrl: '/aboutUs' })
    await does('POST /first_page/v1/save_friendlink', link({ id, visible: false }))
    expect(await shown()).toBeUndefined()
    await does('POST /first_page/v1/remove_friendlink', { id })
    expect((await auditOf(id)).map(({ action }) => action)).toEqual([
      ...Array(3).fill('first_page.friendlinkSaved'),
      'first_page.friendlinkRemoved',
    ])
  })

  it.each([
    ['swipers', 'order_swipers', 'save_swiper', 'remove_swiper', swiper],
    ['friendlinks', 'order_friendlinks', 'save_friendlink', 'remove_friendlink', link],
  ] as const)('%s keep the order they are put in', async (list, order, save, remove, one) => {
    const made = await Promise.all([1, 2, 3].map(() => does(`POST /first_page/v1/${save}`, one())))
    const ids = async () => (await does(`GET /first_page/v1/${list}`)).map(({ id }) => id)
    const before = await ids()
    expect(before).toEqual(expect.arrayContaining(made.map(({ id }) => id)))
    const turned = before.toReversed()
    const put = (list: string[]) => write(`POST /first_page/v1/${order}`, { ids: list })
    expect(await put(turned)).toMatchObject({ code: 1 })
    expect(await ids()).toEqual(turned)
    // a repeat changes nothing and says nothing
    const records = (await auditOf(list.slice(0, -1))).length
    expect(await put(turned)).toMatchObject({ code: 1 })
    expect(await auditOf(list.slice(0, -1))).toHaveLength(records)
    const [first = '', ...rest] = turned
    for (const stale of [rest, [...turned, crypto.randomUUID()], [...rest, rest[0] ?? ''], []])
      expect(await put(stale)).toMatchObject({ key: 'first_page.orderStale' })
    await does(`POST /first_page/v1/${remove}`, { id: first })
    expect(await put(turned)).toMatchObject({ key: 'first_page.orderStale' })
    const { id } = await does(`POST /first_page/v1/${save}`, one())
    expect(await ids()).toEqual([...rest, id])
  })
})
