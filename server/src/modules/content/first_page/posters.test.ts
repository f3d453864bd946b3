import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { makePoster } from '../../../../test/factories/poster.ts'
import { makeStaff } from '../../../../test/factories/staff.ts'
import { call, deps, must, mustStaff, passTime } from '../../../../test/world.ts'
import { addContentFile } from '../../file/service/content.ts'
import { listPublishedPosters } from '../poster/service.ts'

const word = () => `独字${randomBytes(5).toString('hex')}`

const listed = async (input: object) => {
  const { list, total } = await must('GET /first_page/v1/posters_list', input)
  return { total, titles: list.map(({ title }) => title) }
}
const found = async (input: object) => {
  const { list, total } = await must('GET /first_page/v1/search', input)
  return { total, titles: list.map(({ title }) => title) }
}

async function withdraw(id: string): Promise<void> {
  const editor = await makeStaff({ permissions: ['poster.publish'] })
  const reason = '测试原因'
  await mustStaff('POST /poster/v1/withdraw', { id, version: 1, reason }, editor.token)
}

describe('posters_list', () => {
  it('posters_list returns a category page by page, pinned items first, then newest first', async () => {
    const own = word()
    for (const [title, ago, pinned] of [
      ['旧', 30, false],
      ['顶', 90, true],
      ['新', 10, false],
    ] as const)
      await makePoster({ categoryId: 35, ago, pinned, content: { title: `${title}${own}` } })
    const order = ['顶', '新', '旧'].map((title) => `${title}${own}`)
    const all = await must('GET /first_page/v1/posters_list', { categoryId: 35, pageSize: 100 })
    const mine = all.list.filter(({ title }) => title.endsWith(own))
    expect(mine.map(({ title }) => title)).toEqual(order)
    expect(mine[0]).toMatchObject({ pinned: true, categoryId: 35, coverUrl: null, views: 0 })
    expect(await listed({ categoryId: 35, keyword: own })).toEqual({ total: 3, titles: order })
    expect(await listed({ categoryId: 35, keyword: own, page: 2, pageSize: 2 })).toEqual({
      total: 3,
      titles: order.slice(2),
    })
    expect(await listed({ categoryId: 35, keyword: own, page: 100 })).toEqual({
      total: 3,
      titles: [],
    })
    expect((await listed({ categoryId: 35, page: 100_000 })).titles).toEqual([])
    expect(await listed({ categoryId: 29, keyword: own })).toEqual({ total: 0, titles: [] })
  })

  it('posters_list searches title, summary and text, and treats wildcards literally', async () => {
    const own = word()
    const text = { bodyHtml: `<p>含有${own}与 50%_\\ 的 <b>ＧＳＰ</b></p>` }
    const titles = [
      await makePoster({ ago: 3, content: { title: own } }),
      await makePoster({ ago: 2, content: { summary: own } }),
      await makePoster({ ago: 1, content: text }),
    ].map(({ title }) => title)
    const list = (keyword: string) => listed({ categoryId: 28, keyword })
    expect((await list(own)).titles).toEqual([...titles].reverse())
    expect((await list(`gsp ${own}`)).titles).toEqual(titles.slice(2))
    expect((await list(`50%_\\ ${own}`)).titles).toEqual(titles.slice(2))
    for (const nothing of ['5%%_', `%${own}`, `_${own}`, `${own}' or ''='`, `'; drop table poster --`])
      expect((await list(nothing)).titles).toEqual([])
  })

  it('posters_list refuses an unknown category and an invalid page', async () => {
    for (const bad of [
      {},
      { categoryId: 3 },
      { categoryId: 'notice' },
      { categoryId: '../1' },
      { categoryId: 28, page: -1 },
      { categoryId: 28, page: '1;drop' },
      { categoryId: 28, pageSize: 101 },
      { categoryId: 28, keyword: 'x'.repeat(51) },
    ])
      expect(await call('GET /first_page/v1/posters_list', bad)).toMatchObject({
        key: 'common.invalid',
      })
    expect(await call('GET /first_page/v1/posters_list', { categoryId: 28 }, 'x')).toMatchObject({
      code: 1,
    })
  })
})

describe('content hidden from visitors', () => {
  it('drafts, scheduled and withdrawn content items are not listed, shown or found', async () => {
    const own = word()
    const later = await makePoster({ ago: -60, content: { title: own } })
    const gone = await makePoster({ content: { title: own } })
    await withdraw(gone.id)
    const none = { total: 0, titles: [] }
    expect(await listed({ categoryId: 28, keyword: own })).toEqual(none)
    expect(await found({ keyword: own })).toEqual(none)
    for (const id of [later.id, gone.id, '01890000-0000-7000-8000-00000000dead', 'x', "' or 1=1 --"])
      expect(await call('GET /first_page/v1/posters_info', { id })).toMatchObject({
        status: 200,
        key: 'first_page.notFound',
      })
    expect(await call('GET /first_page/v1/posters_info', {})).toMatchObject({
      key: 'common.invalid',
    })
    await passTime(61)
    expect(await found({ keyword: own })).toEqual({ total: 1, titles: [own] })
    expect(await must('GET /first_page/v1/posters_info', { id: later.id })).toMatchObject({
      title: own,
    })
  })
})

describe('posters_info', () => {
  it('posters_info returns text, attachments and neighbours by publication date', async () => {
    const all = await deps()
    const content = Buffer.from(`%PDF-1.4\n${word()}\n%%EOF`)
    const name = '附件.pdf'
    const fileId = await addContentFile(all, { purpose: 'ATTACHMENT', name, content })
    const older = await makePoster({ categoryId: 39, ago: 30, pinned: true })
    const here = await makePoster({
      categoryId: 39,
      ago: 20,
      content: {
        bodyHtml: '<h2>总则</h2><p>一</p><h3>细则</h3>',
        attachments: [{ fileId, name: '通知原文' }],
        titleCode: 2,
        source: '本会',
      },
    })
    await makePoster({ categoryId: 38, ago: 15 })
    const newer = await makePoster({ categoryId: 39, ago: 10 })
    const info = await must('GET /first_page/v1/posters_info', { id: here.id })
    expect(info).toMatchObject({
      titleCode: 2,
      source: '本会',
      hasVideo: false,
      video: null,
      contents: [
        { anchor: 'h-总则', text: '总则', level: 2 },
        { anchor: 'h-细则', text: '细则', level: 3 },
      ],
      attachments: [{ name: '通知原文', url: `/files/public/${fileId}`, size: content.length }],
      previous: newer,
      next: older,
    })
    const last = await must('GET /first_page/v1/posters_info', { id: newer.id })
    expect(last).toMatchObject({ previous: null, next: { id: here.id } })
  })

  it('posters_info counts each reader once, without a write during the request', async () => {
    const { id } = await makePoster()
    const read = () => must('GET /first_page/v1/posters_info', { id })
    const { db } = await deps()
    const before = await db.selectFrom('poster').selectAll().where('id', '=', id).execute()
    expect((await read()).views).toBe(0)
    for (let again = 0; again < 5; again += 1) await read()
    await expect.poll(async () => (await read()).views, { timeout: 60_000, interval: 500 }).toBe(2)
    const [after] = await db.selectFrom('poster').selectAll().where('id', '=', id).execute()
    expect(after).toEqual({ ...before[0], views: 2 })
  })
})

describe('search', () => {
  it('search requires all words and ranks matches in titles first, then newest', async () => {
    const own = word()
    const body = (text: string) => ({ bodyHtml: `<p>${text}</p>` })
    const inText = await makePoster({ ago: 1, content: body(`处方药 ${own}`) })
    const inTitle = await makePoster({ ago: 9, content: { title: `处方药 ${own}` } })
    const other = await makePoster({ categoryId: 2, ago: 2, content: body(`${own} 处方药`) })
    await makePoster({ content: body(own) })
    const titles = [inTitle.title, inText.title, other.title]
    expect(await found({ keyword: `${own}　处方药` })).toEqual({ total: 3, titles })
    expect(await found({ keyword: `${own} 处方药`, categoryId: 2 })).toMatchObject({ total: 1 })
    expect(await found({ keyword: `${own} 处方药`, page: 2, pageSize: 2 })).toEqual({
      total: 3,
      titles: titles.slice(2),
    })
    expect(await found({ keyword: `${own} 处方药`, page: 7 })).toEqual({ total: 3, titles: [] })
  })

  it('search results show excerpts around the matches', async () => {
    const own = word()
    const bodyHtml = `<p>${'前'.repeat(100)}${own.toUpperCase()}&lt;b&gt;后</p>`
    await makePoster({ content: { title: `论${own}`, bodyHtml } })
    const { list } = await must('GET /first_page/v1/search', { keyword: own })
    expect(list[0]).toMatchObject({
      titleParts: [
        { text: '论', hit: false },
        { text: own, hit: true },
      ],
      excerpt: [
        { text: `…${'前'.repeat(30)}`, hit: false },
        { text: own.toUpperCase(), hit: true },
        { text: '<b>后', hit: false },
      ],
    })
  })

  it('search finds words of one or two characters and follows publication', async () => {
    const rare = String.fromCodePoint(0x20000 + (process.pid % 40_000))
    const item = await makePoster({ content: { bodyHtml: `<p>甲${rare}乙</p>` } })
    for (const keyword of [rare, `甲${rare}`, `${rare}乙`, `甲${rare}乙`])
      expect(await found({ keyword })).toEqual({ total: 1, titles: [item.title] })
    expect(await found({ keyword: `乙${rare}` })).toEqual({ total: 0, titles: [] })
    await withdraw(item.id)
    expect(await found({ keyword: rare })).toEqual({ total: 0, titles: [] })
  })

  it('search treats special characters literally and refuses an empty keyword', async () => {
    for (const keyword of ["' or 1=1 --", '%%%', '___', '\\\\\\', '<script>', '){2}[', '🙂🙂🙂'])
      expect(await found({ keyword: `${keyword}${word()}` })).toEqual({ total: 0, titles: [] })
    for (const bad of [{}, { keyword: ' ' }, { keyword: 'x', page: -1 }, { keyword: 'x', categoryId: 9 }])
      expect(await call('GET /first_page/v1/search', bad)).toMatchObject({ key: 'common.invalid' })
  })
})

describe('content for feeds', () => {
  it('feeds contain the newest items of their categories', async () => {
    const { db } = await deps()
    const { id, title } = await makePoster({ categoryId: 31 })
    await makePoster({ categoryId: 31, ago: -60 })
    const [first] = await listPublishedPosters(db, { categoryIds: [31, 36], limit: 5 })
    expect(first).toMatchObject({ id, title, categoryId: 31, summary: '正文' })
  })
})
