import { beforeAll, describe, expect, it } from 'vitest'
import { listAuditRowsOf } from '../../../../test/audit.ts'
import { uploadStaffFile } from '../../../../test/factories/file.ts'
import { makePlainPng } from '../../../../test/factories/png.ts'
import { makeStaff, type TestStaff } from '../../../../test/factories/staff.ts'
import { buildZip } from '../../../../test/factories/zip.ts'
import { deps, mustStaff, sendRawRequest, staffCall } from '../../../../test/world.ts'
import { importContentRows } from './service/run.ts'
import { findContentImport, startContentImport } from './store.ts'

let editor: TestStaff
let other: TestStaff
let serial = 0
const unique = (title: string) => `${title} ${Date.now()}-${++serial}`

beforeAll(async () => {
  const permissions = ['poster.import', 'poster.read', 'poster.edit', 'poster.publish'] as const
  editor = await makeStaff({ permissions: [...permissions] })
  other = await makeStaff({ permissions: ['poster.import'] })
})

async function checked(documents: Record<string, string | Buffer>) {
  const content = buildZip(Object.entries(documents).map(([name, text]) => ({ name, content: text })))
  const file = await uploadStaffFile(editor.token, { purpose: 'IMPORT', name: '原站.zip', content })
  const input = { fileId: file.id, categoryId: null }
  return mustStaff('POST /poster_import/v1/check', input, editor.token)
}

async function ran(importId: string) {
  await mustStaff('POST /poster_import/v1/run', { importId, publish: false }, editor.token)
  await expect.poll(async () => (await stateOf(importId)).state, { timeout: 60_000 }).toBe('DONE')
  return stateOf(importId)
}

const stateOf = (importId: string) => mustStaff('GET /poster_import/v1/state', { importId }, editor.token)
const item = (importId: string, no: number) => mustStaff('GET /poster_import/v1/item', { importId, no }, editor.token)
const info = (id: string | null | undefined) => mustStaff('GET /poster/v1/info', { id: id ?? '' }, editor.token)

function asSent(
  importId: string,
  { no, version, categoryId, datedAt, remains, content }: Awaited<ReturnType<typeof item>>,
) {
  const { cover: _, video: __, captions: ___, attachments, ...rest } = content
  const sent = { ...rest, attachments: attachments.map(({ fileId, name }) => ({ fileId, name })) }
  return {
    ...{ importId, no, version, datedAt, content: sent },
    categoryId: categoryId ?? 28,
    remainsGone: remains?.gone ?? false,
  }
}

describe('content imports before their start', () => {
  it('an import item is previewed as visitors see it and can be edited before creation', async () => {
    const [title, mendedTitle] = [unique('待改'), unique('改好')]
    const { importId, rows } = await checked({
      'news/a.md': `---\ntitle: ${title}\ndate: 2026-02-03\nsource: 协会\n---\n正文\n\n![](a.png)`,
      'news/a.png': makePlainPng(300),
      'news/b.md': `# ${unique('另一篇')}\n正文`,
    })
    expect(rows[0]).toMatchObject({ title, source: '协会', pictures: 1, missing: 0 })
    const opened = await item(importId, 0)
    expect(opened).toMatchObject({ version: 1, categoryId: 28, mended: false, leftOut: false })
    expect(opened.shown).toMatchObject({ title, source: '协会', categoryId: 28 })
    const picture = /src="([^"]+)"/.exec(opened.shown?.bodyHtml ?? '')?.[1] ?? ''
    expect((await sendRawRequest(picture)).headers.get('content-type')).toBe('image/webp')
    const sent = asSent(importId, opened)
    const content = {
      ...sent.content,
      title: mendedTitle,
      bodyHtml: `${opened.content.bodyHtml}<p>补一句<script>x()</script></p>`,
    }
    const mend = { ...sent, categoryId: 29, datedAt: '2026-02-04T02:00:00.000Z', content }
    const mended = await mustStaff('POST /poster_import/v1/mend', mend, editor.token)
    expect(mended).toMatchObject({ version: 2, mended: true, cleaned: ['脚本'] })
    expect(mended.shown).toMatchObject({ categoryId: 29, title: mendedTitle })
    expect(await staffCall('POST /poster_import/v1/mend', mend, editor.token)).toMatchObject({
      key: 'poster_import.changed',
    })
    const done = await ran(importId)
    expect(done.rows[0]).toMatchObject({ title: mendedTitle, categoryId: 29, mended: true })
    const made = await info(done.rows[0]?.posterId)
    expect(made).toMatchObject({ categoryId: 29, datedAt: '2026-02-04T02:00:00.000Z' })
    expect(made.content).toMatchObject({ title: mendedTitle, source: '协会' })
    expect(made.content.bodyHtml).toMatch(/正文.*<img src="\/files\/public\/[^"]+".*补一句<\/p>$/s)
    expect(await info(done.rows[1]?.posterId)).toMatchObject({ categoryId: 28 })
    for (const call of [
      () => staffCall('GET /poster_import/v1/item', { importId, no: 1 }, editor.token),
      () => staffCall('POST /poster_import/v1/mend', mend, editor.token),
      () => staffCall('POST /poster_import/v1/cancel', { importId }, editor.token),
    ])
      expect(await call()).toMatchObject({ key: 'poster_import.notWaiting' })
  })

  it('several import items get a category at once, and leaving out an item leaves out its duplicates', async () => {
    const [one, two, out] = [unique('甲'), unique('乙'), unique('丙')]
    const { importId, rows, counts } = await checked({
      'x/1.md': `# ${one}\n正文一`,
      'x/2.md': `---\ntitle: ${two}\ncategory: 没有的栏目\n---\n正文二`,
      'news/3.md': `# ${out}\n正文三`,
      'news/4.md': `# ${out}\n正文三`,
      'news/5.md': '# 空\n',
    })
    expect(counts).toEqual({ create: 1, same: 1, refuse: 3, leftOut: 0 })
    const no = (path: string) => rows.find((row) => row.path === path)?.no ?? -1
    const choose = (input: { nos: number[]; categoryId?: number; leftOut?: boolean }) =>
      mustStaff('POST /poster_import/v1/choose', { importId, ...input }, editor.token)
    const nos = [no('x/1.md'), no('x/2.md')]
    expect((await item(importId, nos[0] ?? -1)).shown).toBeNull()
    await choose({ nos, categoryId: 1 })
    const decided = await choose({ nos: [no('news/3.md')], leftOut: true })
    expect(decided.counts).toEqual({ create: 2, same: 1, refuse: 1, leftOut: 1 })
    for (const row of nos.map((at) => decided.rows[at]))
      expect(row).toMatchObject({ categoryId: 1, problems: ['没有日期，将用发布时的时间'] })
    expect((await item(importId, nos[0] ?? -1)).shown).toMatchObject({ categoryId: 1, title: one })
    const done = await ran(importId)
    expect(done.counts).toEqual({ create: 2, same: 1, refuse: 1, leftOut: 1 })
    expect(done.rows.map(({ path, posterId }) => [path, posterId !== null])).toEqual([
      ['news/3.md', false],
      ['news/4.md', false],
      ['news/5.md', false],
      ['x/1.md', true],
      ['x/2.md', true],
    ])
  })

  it('promotional lines are left out of a WeChat article and proposed for removal in a Word text', async () => {
    const follow = '<p>点击上方蓝字关注我们</p><p>正文</p><p>扫码关注</p><p>阅读原文</p>'
    const { importId, rows } = await checked({
      'news/a.html': `<div id="js_content">${follow}</div><h1 id="activity-name">${unique('微信')}</h1>`,
      'news/b.html': `<h1>${unique('网页')}</h1>${follow}`,
    })
    const words = ['点击上方蓝字关注我们', '扫码关注', '阅读原文']
    expect(rows.map(({ remains }) => remains)).toEqual([
      { words, gone: true },
      { words, gone: false },
    ])
    const wechat = await item(importId, 0)
    expect(wechat.content.bodyHtml).toBe('<p>正文</p>')
    expect(wechat.remains?.otherHtml).toContain('扫码关注')
    const page = await item(importId, 1)
    expect(page.content.bodyHtml).toContain('扫码关注')
    expect(page.remains?.otherHtml).toBe('<p>正文</p>')
    const sent = asSent(importId, page)
    const content = { ...sent.content, bodyHtml: page.remains?.otherHtml ?? '' }
    const mended = await mustStaff('POST /poster_import/v1/mend', { ...sent, content, remainsGone: true }, editor.token)
    expect(mended.remains).toMatchObject({ gone: true, otherHtml: page.content.bodyHtml })
    expect((await stateOf(importId)).rows[1]).toMatchObject({ remains: { gone: true } })
    const done = await ran(importId)
    for (const { posterId } of done.rows) expect((await info(posterId)).content.bodyHtml).toBe('<p>正文</p>')
  })

  it('a waiting content import appears in the list of its owner and continues after a crash', async () => {
    const title = unique('改过')
    const { importId } = await checked({ 'news/a.md': `# ${unique('原题')}\n正文` })
    const sent = asSent(importId, await item(importId, 0))
    const content = { ...sent.content, title }
    await mustStaff('POST /poster_import/v1/mend', { ...sent, content }, editor.token)
    const { list } = await mustStaff('GET /poster_import/v1/list', {}, editor.token)
    expect(list[0]).toMatchObject({
      id: importId,
      fileName: '原站.zip',
      state: 'CHECKED',
      total: 1,
    })
    expect((await mustStaff('GET /poster_import/v1/list', {}, other.token)).list).toEqual([])
    const all = await deps()
    await all.db.transaction().execute((tx) => startContentImport(tx, importId, { publish: false, runIp: '::1' }))
    const row = await findContentImport(all.db, importId)
    if (!row) throw new Error('no import')
    await importContentRows(all, row)
    const { rows, state } = await stateOf(importId)
    expect(state).toBe('DONE')
    expect(await info(rows[0]?.posterId)).toMatchObject({ content: { title } })
  })

  it('a content import can be cancelled before or during the run and keeps created items', async () => {
    const { importId } = await checked({ 'news/a.md': `# ${unique('不要了')}\n正文` })
    const cancel = () => mustStaff('POST /poster_import/v1/cancel', { importId }, editor.token)
    expect((await cancel()).state).toBe('CANCELLED')
    expect((await cancel()).state).toBe('CANCELLED')
    expect(await listAuditRowsOf(importId)).toMatchObject([{ action: 'poster_import.cancelled' }])
    const run = { importId, publish: false }
    expect(await staffCall('POST /poster_import/v1/run', run, editor.token)).toMatchObject({
      key: 'poster_import.notWaiting',
    })
    const middle = await checked({ 'news/a.md': `# ${unique('中途')}\n正文` })
    const all = await deps()
    await all.db
      .transaction()
      .execute((tx) => startContentImport(tx, middle.importId, { publish: false, runIp: '::1' }))
    const row = await findContentImport(all.db, middle.importId)
    if (!row) throw new Error('no import')
    await mustStaff('POST /poster_import/v1/cancel', { importId: middle.importId }, editor.token)
    await importContentRows(all, row)
    expect(await stateOf(middle.importId)).toMatchObject({ state: 'CANCELLED', done: 0 })
  })
})

it('a change of an import of another person, unknown rows and invalid input are refused', async () => {
  const { importId } = await checked({
    'news/a.md': `# ${unique('我的')}\n正文`,
    'news/b.md': '# 空\n',
  })
  const sent = asSent(importId, await item(importId, 0))
  const choose = { importId, nos: [0], leftOut: true }
  for (const id of [importId, crypto.randomUUID()])
    for (const answer of [
      await staffCall('GET /poster_import/v1/item', { importId: id, no: 0 }, other.token),
      await staffCall('POST /poster_import/v1/mend', { ...sent, importId: id }, other.token),
      await staffCall('POST /poster_import/v1/choose', { ...choose, importId: id }, other.token),
      await staffCall('POST /poster_import/v1/cancel', { importId: id }, other.token),
    ])
      expect(answer).toMatchObject({ key: 'poster_import.notFound' })
  for (const no of [1, 7])
    for (const answer of [
      await staffCall('GET /poster_import/v1/item', { importId, no }, editor.token),
      await staffCall('POST /poster_import/v1/mend', { ...sent, no }, editor.token),
      await staffCall('POST /poster_import/v1/choose', { ...choose, nos: [0, no] }, editor.token),
    ])
      expect(answer).toMatchObject({ key: 'poster_import.noItem', msg: /[一-龥]/ })
  const far = { ...sent, datedAt: '2099-01-01T00:00:00.000Z' }
  expect(await staffCall('POST /poster_import/v1/mend', far, editor.token)).toMatchObject({
    key: 'poster_import.badDate',
    data: { fields: { datedAt: expect.any(String) } },
  })
  const badFile = { ...sent, content: { ...sent.content, coverFileId: crypto.randomUUID() } }
  expect(await staffCall('POST /poster_import/v1/mend', badFile, editor.token)).toMatchObject({
    key: 'poster.badFile',
  })
  for (const [call, input] of [
    ['GET /poster_import/v1/item', { importId, no: '-1' }],
    ['GET /poster_import/v1/list', { page: 'x' }],
    ['POST /poster_import/v1/mend', { ...sent, categoryId: 34 }],
    ['POST /poster_import/v1/mend', { ...sent, datedAt: '昨天' }],
    ['POST /poster_import/v1/choose', { importId, nos: [], leftOut: true }],
    ['POST /poster_import/v1/choose', { importId, nos: [0] }],
    ['POST /poster_import/v1/cancel', { importId: 'x' }],
  ] as const)
    expect(await staffCall(call, input, editor.token)).toMatchObject({ key: 'common.invalid' })
  const nobody = await makeStaff({ permissions: ['poster.read'] })
  for (const [call, input] of [
    ['GET /poster_import/v1/item', { importId, no: 0 }],
    ['GET /poster_import/v1/list', {}],
    ['POST /poster_import/v1/mend', sent],
    ['POST /poster_import/v1/choose', choose],
    ['POST /poster_import/v1/cancel', { importId }],
  ] as const)
    expect(await staffCall(call, input, nobody.token)).toMatchObject({ key: 'staff.forbidden' })
})
