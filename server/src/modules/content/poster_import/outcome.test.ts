import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { uploadStaffFile } from '../../../../test/factories/file.ts'
import { makePlainPng } from '../../../../test/factories/png.ts'
import { makeStaff, type TestStaff } from '../../../../test/factories/staff.ts'
import { buildZip } from '../../../../test/factories/zip.ts'
import { deps, mustStaff, staffCall } from '../../../../test/world.ts'
import { appNow } from '../../../platform/db/database.ts'

let editor: TestStaff
let serial = 0
const unique = (title: string) => `${title} ${Date.now()}-${++serial}`

beforeAll(async () => {
  const permissions = ['poster.import', 'poster.read', 'poster.edit', 'poster.publish'] as const
  editor = await makeStaff({ permissions: [...permissions] })
})

async function checked(documents: Record<string, string | Buffer>) {
  const content = buildZip(Object.entries(documents).map(([name, text]) => ({ name, content: text })))
  const file = await uploadStaffFile(editor.token, { purpose: 'IMPORT', name: 'site.zip', content })
  const input = { fileId: file.id, categoryId: 28 }
  return mustStaff('POST /poster_import/v1/check', input, editor.token)
}

async function ran(importId: string, publish: boolean) {
  await mustStaff('POST /poster_import/v1/run', { importId, publish }, editor.token)
  const state = () => mustStaff('GET /poster_import/v1/state', { importId }, editor.token)
  await expect.poll(async () => (await state()).state, { timeout: 60_000 }).toBe('DONE')
  return state()
}

const dated = (title: string, date: string, body = '正文') => `---\ntitle: ${title}\ndate: ${date}\n---\n${body}`
const info = (id: string) => mustStaff('GET /poster/v1/info', { id }, editor.token)
const idOf = ({ posterId }: { posterId: string | null } = { posterId: null }) => posterId ?? ''

describe('imported drafts', () => {
  it('an imported draft keeps its original date through publication', async () => {
    const { importId } = await checked({
      'a.md': dated(unique('旧闻'), '2019-03-01 10:00'),
      'b.md': dated(unique('旧闻'), '2020-05-06'),
    })
    const { rows } = await ran(importId, false)
    const [one, two] = rows.map(idOf)
    const draft = await info(one ?? '')
    expect(draft).toMatchObject({
      state: 'DRAFT',
      publishAt: null,
      datedAt: '2019-03-01T02:00:00.000Z',
    })
    const which = { id: draft.id, version: draft.version }
    await mustStaff('POST /poster/v1/publish', { ...which, publishAt: null }, editor.token)
    expect(await info(draft.id)).toMatchObject({
      state: 'PUBLISHED',
      publishAt: '2019-03-01T02:00:00.000Z',
    })
    const items = [{ id: two ?? '', version: 1 }]
    await mustStaff('POST /poster/v1/publish_batch', { items, publishAt: null }, editor.token)
    expect(await info(two ?? '')).toMatchObject({ publishAt: '2020-05-05T16:00:00.000Z' })
    const reason = '测试原因'
    const withdrawn = { id: draft.id, version: 2, reason }
    await mustStaff('POST /poster/v1/withdraw', withdrawn, editor.token)
    expect(await info(draft.id)).toMatchObject({ datedAt: '2019-03-01T02:00:00.000Z' })
    const again = { id: draft.id, version: 3, publishAt: null }
    await mustStaff('POST /poster/v1/publish', again, editor.token)
    expect(await info(draft.id)).toMatchObject({ publishAt: '2019-03-01T02:00:00.000Z' })
  })

  it('an imported draft with a future date is scheduled, and one too far ahead is not published', async () => {
    const soon = new Date((await appNow((await deps()).db)).getTime() + 30 * 86_400_000)
    const { importId, rows: checkedRows } = await checked({
      'a.md': dated(unique('将来'), soon.toISOString()),
      'b.md': dated(unique('笔误'), '2099-03-01'),
    })
    expect(checkedRows.map(({ problems }) => problems)).toEqual([
      ['日期还没有到，到时才会发布'],
      ['日期在一年之后，请核对'],
    ])
    const { rows } = await ran(importId, true)
    const [waits, far] = rows.map(idOf)
    expect(await info(waits ?? '')).toMatchObject({ state: 'SCHEDULED' })
    expect(rows[1]?.problems).toContain('日期在一年之后：已存为草稿，请核对后再发布')
    const draft = { id: far ?? '', version: 1 }
    const publish = (publishAt: string | null) =>
      staffCall('POST /poster/v1/publish', { ...draft, publishAt }, editor.token)
    expect(await publish(null)).toMatchObject({
      key: 'poster.datedTooFar',
      msg: expect.stringContaining('2099-03-01'),
    })
    expect(await publish(soon.toISOString())).toMatchObject({ code: 1 })
  })
})

describe('duplicates of an import', () => {
  it('documents with the same title and Shanghai day are one item, in the check and in the run', async () => {
    const title = unique('同一天')
    const documents = {
      // In Shanghai the first two dates are on 2 March, the third is not.
      'a.md': dated(title, '2026-03-01T20:00:00Z', '甲'),
      'b.md': dated(title, '2026-03-02 23:30', '乙'),
      'c.md': dated(title, '2026-03-03 00:10', '丙'),
    }
    const report = await checked(documents)
    const expected = ['CREATE', 'SAME', 'CREATE']
    expect(report.rows.map(({ action }) => action)).toEqual(expected)
    const done = await ran(report.importId, false)
    expect(done.rows.map(({ action }) => action)).toEqual(expected)
    const [a, b, c] = done.rows.map(idOf)
    expect(b).toBe(a)
    expect(c).not.toBe(a)
    const again = await checked({ 'd.md': dated(title, '2026-03-02 08:00', '丁') })
    expect(again.rows).toMatchObject([{ action: 'SAME', posterId: a }])
  })

  it('duplicate documents are looked up by an index', async () => {
    const { db } = await deps()
    const plan = await db.transaction().execute(async (tx) => {
      await sql`set local enable_seqscan = off`.execute(tx)
      return sql<{ 'QUERY PLAN': string }>`explain select id from poster
        where removed_at is null and category_id = 28 and draft_title = 'x'`.execute(tx)
    })
    expect(plan.rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('poster_title')
  })
})

describe('report of a finished import', () => {
  it('the import report links each row to its content item', async () => {
    const [made, there] = [unique('新建'), unique('已有')]
    const first = await ran((await checked({ 'a.md': dated(there, '2026-01-01') })).importId, true)
    const known = idOf(first.rows[0])
    expect(known).not.toBe('')
    const report = await checked({
      'a.md': dated(there, '2026-01-01'),
      'b.md': `# ${made}\n正文`,
      'c.md': '# 空\n',
    })
    expect(report.rows.map(({ action, posterId }) => [action, posterId])).toEqual([
      ['SAME', known],
      ['CREATE', null],
      ['REFUSE', null],
    ])
    const { rows, counts } = await ran(report.importId, false)
    expect(counts).toMatchObject({ create: 1, same: 1, refuse: 1 })
    expect(rows.map(({ posterId }) => posterId)).toEqual([known, expect.any(String), null])
    expect(await info(idOf(rows[1]))).toMatchObject({ content: { title: made } })
  })
})

describe('run of an import', () => {
  it('a repeated run of an import is accepted only with the same publish option', async () => {
    const { importId } = await checked({ 'a.md': `# ${unique('一次')}\n正文` })
    const done = await ran(importId, false)
    const run = (publish: boolean) => staffCall('POST /poster_import/v1/run', { importId, publish }, editor.token)
    expect(await run(true)).toMatchObject({ key: 'poster_import.otherwiseRun' })
    expect((await run(false)).data).toEqual(done)
    expect(await info(idOf(done.rows[0]))).toMatchObject({ state: 'DRAFT' })
  })

  it('of two concurrent runs of an import with different options only one is accepted', async () => {
    const { importId } = await checked({ 'a.md': `# ${unique('两边')}\n正文` })
    const answers = await Promise.all(
      [true, false].map((publish) => staffCall('POST /poster_import/v1/run', { importId, publish }, editor.token)),
    )
    expect(answers.map(({ key }) => key).sort()).toEqual(['poster_import.otherwiseRun', undefined])
  })

  it('the database refuses an import with an unknown category', async () => {
    const { importId } = await checked({ 'a.md': `# ${unique('栏目')}\n正文` })
    const { db } = await deps()
    await expect(sql`update poster_import set category_id = 34 where id = ${importId}`.execute(db)).rejects.toThrow(
      /category_check/,
    )
  })
})

it('a WeChat article keeps its local pictures and stays a draft if others are missing', async () => {
  const title = unique('微信文章')
  const png = makePlainPng(200)
  const content = `<html><head><title>x</title></head><body><h1 id="activity-name">${title}</h1>
    <a id="js_name">某某药师协会</a><em id="publish_time">2026-03-01 09:00</em>
    <div id="js_content" style="visibility: hidden"><p>点击上方蓝字关注我们</p><section><p>第一段</p>
    <p><img data-src="https://mmbiz.qpic.cn/1/640" src="./文章_files/640"></p>
    <p><img data-src="https://mmbiz.qpic.cn/2/640" src="data:image/svg+xml,%3Csvg/%3E"></p>
    <p><img src="data:image/png;base64,${png.toString('base64')}"></p>
    <p>请扫描二维码报名</p></section>
    <section><p>长按识别二维码关注我们</p><p><img data-src="https://mmbiz.qpic.cn/qr/0"></p><p>点赞 在看 转发</p></section></div>
    <div id="js_pc_qr_code">微信扫一扫关注该公众号</div></body></html>`
  const { importId, rows } = await checked({
    '文章.html': content,
    '文章_files/640': makePlainPng(201),
  })
  expect(rows).toMatchObject([{ title, action: 'CREATE', publishedAt: '2026-03-01T01:00:00.000Z' }])
  expect(rows[0]).toMatchObject({
    problems: [expect.stringContaining('1 张图片在别的网站上')],
    source: '某某药师协会',
    pictures: 2,
    missing: 1,
    remains: {
      gone: true,
      words: ['点击上方蓝字关注我们', '长按识别二维码关注我们', '图片', '点赞 在看 转发'],
    },
  })
  const { rows: done } = await ran(importId, true)
  expect(done[0]?.problems.at(-1)).toBe('正文里还缺图片：已存为草稿，请补传后再发布')
  const item = await info(idOf(done[0]))
  expect(item).toMatchObject({ state: 'DRAFT', content: { source: '某某药师协会' } })
  const kept = '<p><img src="/files/public/[0-9a-f-]{36}" alt=""></p>'
  expect(item.content.bodyHtml.replaceAll('\n', '')).toMatch(
    new RegExp(`^<p>第一段</p>${kept}<p>［此处缺图片 1，请补传］</p>${kept}<p>请扫描二维码报名</p>$`),
  )
})
