import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { listAuditRowsOf } from '../../../../test/audit.ts'
import { makeDocx, makeWordParagraph, makeWordRun } from '../../../../test/factories/docx.ts'
import { uploadStaffFile } from '../../../../test/factories/file.ts'
import { makePlainPng } from '../../../../test/factories/png.ts'
import { makeStaff, type TestStaff } from '../../../../test/factories/staff.ts'
import { buildZip, type ZipEntry } from '../../../../test/factories/zip.ts'
import { deps, mustStaff, sendRawRequest, staffCall } from '../../../../test/world.ts'
import { systemAuthor } from '../../../platform/audit.ts'
import { importFromPath } from './service/import-package.ts'
import { importContentRows, resumeStalledImports } from './service/run.ts'
import { findContentImport, startContentImport } from './store.ts'

let editor: TestStaff
let serial = 0
const unique = (title: string) => `${title} ${Date.now()}-${++serial}`

beforeAll(async () => {
  editor = await makeStaff({ permissions: ['poster.import', 'poster.read', 'poster.publish'] })
})

async function uploaded(entries: ZipEntry[], staff = editor): Promise<string> {
  const content = buildZip(entries)
  return (await uploadStaffFile(staff.token, { purpose: 'IMPORT', name: 'site.zip', content })).id
}

async function checked(entries: ZipEntry[], categoryId: number | null = null) {
  const fileId = await uploaded(entries)
  return mustStaff('POST /poster_import/v1/check', { fileId, categoryId }, editor.token)
}

async function ran(importId: string, publish: boolean) {
  await mustStaff('POST /poster_import/v1/run', { importId, publish }, editor.token)
  const state = () => mustStaff('GET /poster_import/v1/state', { importId }, editor.token)
  await expect.poll(async () => (await state()).state, { timeout: 60_000 }).toBe('DONE')
  return state()
}

interface Content {
  bodyHtml: string
  coverFileId: string | null
  attachments: { fileId: string; name: string }[]
  source: string
}

async function postersTitled(title: string) {
  const { db } = await deps()
  return db
    .selectFrom('poster')
    .innerJoin('posterRevision as r', (on) =>
      on.onRef('r.posterId', '=', 'poster.id').onRef('r.no', '=', 'poster.draftNo'),
    )
    .select(['poster.id', 'categoryId', 'publishAt', 'publishedNo', 'poster.pinned', 'updatedBy'])
    .select(sql<Content>`r.content`.as('content'))
    .where('draftTitle', '=', title)
    .execute()
}

describe('POST /poster_import/v1/check', () => {
  it('a check of a package reports each document and writes nothing but its report', async () => {
    const title = unique('关于培训的通知')
    const before = await counts()
    const report = await checked([
      { name: 'notice/2026-01-05-a.md', content: `# ${title}\n\n正文<script>alert(1)</script>` },
      { name: 'notice/b.html', content: '<h1>无日期</h1><p>正文</p>' },
      { name: 'elsewhere/c.md', content: '# 没有栏目\n正文' },
      { name: 'readme.txt', content: 'x' },
    ])
    expect(report).toMatchObject({ state: 'CHECKED', done: 0, total: 4 })
    expect(report.counts).toEqual({ create: 2, same: 0, refuse: 2, leftOut: 0 })
    expect(report.rows.at(-1)).toMatchObject({
      path: 'readme.txt',
      action: 'REFUSE',
      problems: [expect.stringContaining('没有文档显示或链接这个文件')],
    })
    expect(report.rows.find(({ path }) => path.startsWith('notice/2026'))).toEqual({
      path: 'notice/2026-01-05-a.md',
      title,
      categoryId: 1,
      publishedAt: '2026-01-04T16:00:00.000Z',
      no: 1,
      source: '',
      action: 'CREATE',
      posterId: null,
      problems: ['已清理：脚本'],
      needsCategory: false,
      twinOf: null,
      pictures: 0,
      missing: 0,
      remains: null,
      mended: false,
      chapters: 0,
      articles: 0,
      characters: 2,
    })
    expect(await counts()).toEqual(before)
    expect(await postersTitled(title)).toEqual([])
  })

  it('a check recognises duplicates within a package', async () => {
    const content = `# ${unique('重复')}\n正文`
    const report = await checked([
      { name: 'news/a.md', content },
      { name: 'news/b.md', content },
    ])
    expect(report.counts).toMatchObject({ create: 1, same: 1, refuse: 0 })
  })

  it('the category of the request applies to documents that name none', async () => {
    const report = await checked([{ name: 'a.md', content: '# 甲\n正文' }], 28)
    expect(report.rows[0]).toMatchObject({ categoryId: 28, action: 'CREATE' })
  })

  it.each([
    ['a name out of the package', [{ name: '../../a.md', content: 'x' }], 'unreadable'],
    ['an absolute name', [{ name: '/etc/a.md', content: 'x' }], 'unreadable'],
    ['a backslash', [{ name: '..\\a.md', content: 'x' }], 'unreadable'],
    ['a link', [{ name: 'a.md', content: '/etc/passwd', mode: 0o120777 }], 'unreadable'],
    ['a password', [{ name: 'a.md', content: 'x', encrypted: true }], 'unreadable'],
    ['a bomb', [{ name: 'a.md', content: Buffer.alloc(4 << 20, 32) }], 'tooLarge'],
    ['no document', [{ name: 'a.png', content: 'x' }], 'empty'],
  ])('a check refuses a package with %s', async (_, entries, key) => {
    const fileId = await uploaded(entries)
    expect(await staffCall('POST /poster_import/v1/check', { fileId, categoryId: null }, editor.token)).toMatchObject({
      status: 200,
      key: `poster_import.${key}`,
    })
  })

  it('a check refuses invalid input, a file of another person and a missing file alike', async () => {
    const other = await makeStaff({ permissions: ['poster.import'] })
    const theirs = await uploaded([{ name: 'a.md', content: '# 甲\n乙' }], other)
    for (const fileId of [theirs, crypto.randomUUID()])
      expect(await staffCall('POST /poster_import/v1/check', { fileId, categoryId: 1 }, editor.token)).toMatchObject({
        key: 'poster_import.unreadable',
      })
    for (const input of [
      {},
      { fileId: 'x', categoryId: 1 },
      { fileId: theirs, categoryId: 34 },
      { fileId: theirs, categoryId: '../law' },
      { fileId: theirs, categoryId: true },
    ])
      expect(await staffCall('POST /poster_import/v1/check', input, other.token)).toMatchObject({
        key: 'common.invalid',
      })
  })
})

describe('POST /poster_import/v1/run', () => {
  it('a run creates published items with pictures, attachments and dates exactly once', async () => {
    const title = unique('图文')
    const pdf = Buffer.from(`%PDF-1.7\n%âãÏÓ\n1 0 obj\n${' '.repeat(300)}%%EOF`)
    const entries: ZipEntry[] = [
      {
        name: '新闻动态/a.md',
        content: `---\ntitle: ${title}\ndate: 2026-02-03 10:00\nsource: 协会\npinned: true\ncover: 图/一.png\n---
![图](图/一.png) [附件](f/x.pdf) ![没有](gone.png)\n\n<p onclick="x()">正文</p>`,
      },
      { name: '新闻动态/图/一.png', content: makePlainPng(serial++) },
      { name: '新闻动态/f/x.pdf', content: pdf },
    ]
    const { importId, rows } = await checked(entries)
    expect(rows[0]?.problems).toEqual(['缺少图片 gone.png', '已清理：事件代码'])
    const done = await ran(importId, true)
    expect(done).toMatchObject({ done: 1, total: 1, counts: { create: 1, same: 0, refuse: 0 } })
    const [item, ...more] = await postersTitled(title)
    expect(more).toEqual([])
    expect(item).toMatchObject({ categoryId: 28, pinned: true, updatedBy: editor.username })
    expect(item?.publishAt?.toISOString()).toBe('2026-02-03T02:00:00.000Z')
    if (!item) throw new Error('no item')
    const { bodyHtml, coverFileId, attachments, source } = item.content
    expect(source).toBe('协会')
    expect(bodyHtml).toContain(`<img src="/files/public/${coverFileId}"`)
    expect(attachments).toEqual([{ fileId: expect.any(String), name: 'x.pdf' }])
    expect(bodyHtml).toContain(`href="/files/public/${attachments[0]?.fileId}"`)
    expect(bodyHtml).not.toMatch(/onclick|gone|00000000-0000/)
    const picture = await sendRawRequest(`/files/public/${coverFileId}`)
    expect(picture.headers.get('content-type')).toBe('image/webp')
    const again = await staffCall('POST /poster_import/v1/run', { importId, publish: true }, editor.token)
    expect(again.data).toEqual(done)
    expect((await checked(entries)).counts).toMatchObject({ create: 0, same: 1, refuse: 0 })
    expect(await listAuditRowsOf(importId)).toMatchObject([
      { actor: editor.username, action: 'poster_import.started', ip: expect.any(String) },
    ])
  })

  it('Word documents become items with lists and pictures, unless a page of the package links them', async () => {
    const [alone, packed] = [unique('通知'), unique('公告')]
    const word = (title: string) =>
      makeDocx(
        makeWordParagraph(makeWordRun(title), '<w:pStyle w:val="T"/>') +
          makeWordParagraph(makeWordRun('落款'), '<w:jc w:val="right"/>') +
          makeWordParagraph('<w:r><w:drawing><a:blip r:embed="rId1"/></w:drawing></w:r>'),
        {
          styles: '<w:style w:styleId="T"><w:name w:val="Title"/></w:style>',
          rels: '<Relationship Id="rId1" Target="media/image1.jpeg"/>',
          files: { 'media/image1.jpeg': makePlainPng(serial++) },
        },
      )
    const content = word(alone)
    const fileId = (await uploadStaffFile(editor.token, { purpose: 'IMPORT', name: '2026-01-05 通知.zip', content })).id
    const single = await mustStaff('POST /poster_import/v1/check', { fileId, categoryId: 28 }, editor.token)
    const inZip = await checked([{ name: '通知公告/a.docx', content: word(packed) }])
    for (const { importId } of [single, inZip]) expect(await ran(importId, false)).toMatchObject({ done: 1 })
    for (const title of [alone, packed]) {
      const [item] = await postersTitled(title)
      expect(item?.content.bodyHtml).toMatch(
        /^<p class="align-right">落款<\/p>\n<p><img src="\/files\/public\/[0-9a-f-]{36}" alt=""><\/p>$/,
      )
    }
    const beside = await checked([
      { name: 'notice/2026-01-05-a.md', content: `# ${unique('有附件')}\n[表](b.docx)` },
      { name: 'notice/b.docx', content: word('表') },
    ])
    expect(beside).toMatchObject({
      counts: { create: 1, same: 0, refuse: 0 },
      rows: [{ problems: [] }, { path: 'notice/b.docx', action: 'ATTACHED' }],
    })
    const own = unique('未被链接')
    const mixed = await checked([
      { name: 'notice/a.md', content: `# ${unique('页面')}\n正文` },
      { name: 'notice/c.docx', content: word(own) },
      { name: 'notice/old.doc', content: 'x' },
      { name: 'notice/a_files/icon.png', content: 'x' },
    ])
    expect(mixed.rows.map(({ path, action }) => [path, action])).toEqual([
      ['notice/a.md', 'CREATE'],
      ['notice/c.docx', 'CREATE'],
      ['notice/old.doc', 'REFUSE'],
    ])
    expect(mixed.rows[2]?.problems).toEqual(['请在 Word 或 WPS 里另存为 .docx 后再导入'])
    await ran(mixed.importId, false)
    expect(await postersTitled(own)).toHaveLength(1)
  })

  it('five real laws are imported unchanged', async () => {
    const name = '药品管理法(2019-08-26).md'
    const file = new URL(`../../../../seeds/laws/${encodeURIComponent(name)}`, import.meta.url)
    const title = unique('药品管理法')
    const text = readFileSync(file, 'utf8').replace('# 中华人民共和国药品管理法', `# ${title}`)
    const { importId, rows } = await checked([{ name, content: text }], 35)
    expect(rows).toMatchObject([{ title, chapters: 12, articles: 155, problems: [] }])
    await ran(importId, true)
    const [item] = await postersTitled(title)
    expect(item?.publishAt?.toISOString()).toBe('2019-08-25T16:00:00.000Z')
    const bodyHtml = item?.content.bodyHtml ?? ''
    expect(bodyHtml.match(/<p id="article-\d+"><strong>第/g)).toHaveLength(155)
    expect(bodyHtml.match(/<h2 id="[^"]+">第/g)).toHaveLength(12)
  })

  it('imported items become drafts if publication was not requested or a video is missing', async () => {
    const [draft, film] = [unique('草稿'), unique('视频')]
    const entries = [
      { name: 'notice/a.md', content: `# ${draft}\n正文` },
      { name: 'lawVideo/b.md', content: `# ${film}\n正文` },
    ]
    await ran((await checked(entries.slice(0, 1))).importId, false)
    const { rows } = await ran((await checked(entries.slice(1))).importId, true)
    for (const title of [draft, film])
      expect(await postersTitled(title)).toMatchObject([{ publishedNo: null, publishAt: null }])
    expect(rows[0]?.problems.join()).toContain('存为草稿')
    expect((await checked(entries)).counts.same).toBe(2)
  })

  it('two processes running one import create every item exactly once', async () => {
    const titles = Array.from({ length: 12 }, (_, index) => unique(`断点 ${index}`))
    const { importId } = await checked(
      titles.map((title, index) => ({ name: `news/${index}.md`, content: `# ${title}\n正文` })),
    )
    const all = await deps()
    await all.db.transaction().execute((tx) => startContentImport(tx, importId, { publish: true, runIp: '::1' }))
    const row = await findContentImport(all.db, importId)
    if (!row) throw new Error('no import')
    await Promise.all([importContentRows(all, row), importContentRows(all, row)])
    const state = () => mustStaff('GET /poster_import/v1/state', { importId }, editor.token)
    await expect.poll(async () => (await state()).state, { timeout: 60_000 }).toBe('DONE')
    for (const title of titles) expect(await postersTitled(title)).toHaveLength(1)
    expect((await state()).counts).toMatchObject({ create: 12, same: 0, refuse: 0 })
  })

  it('any process continues an import that no process has touched for 30 seconds', async () => {
    const title = unique('接手')
    const { importId } = await checked([{ name: 'news/a.md', content: `# ${title}\n正文` }])
    const all = await deps()
    await all.db.transaction().execute((tx) => startContentImport(tx, importId, { publish: false, runIp: '::1' }))
    const state = () => mustStaff('GET /poster_import/v1/state', { importId }, editor.token)
    await resumeStalledImports(all)
    expect((await state()).state).toBe('RUNNING')
    await sql`update poster_import set touched_at = app_now() - interval '1 hour'
      where id = ${importId}`.execute(all.db)
    await resumeStalledImports(all)
    await expect.poll(async () => (await state()).state, { timeout: 60_000 }).toBe('DONE')
    expect(await postersTitled(title)).toHaveLength(1)
  })

  it('a run of an import fails if its uploaded file is gone', async () => {
    const { importId } = await checked([{ name: 'news/a.md', content: `# ${unique('没了')}\n正文` }])
    const { db } = await deps()
    await sql`update file set deleted_at = app_now()
      where id = (select file_id from poster_import where id = ${importId})`.execute(db)
    await mustStaff('POST /poster_import/v1/run', { importId, publish: true }, editor.token)
    const state = () => mustStaff('GET /poster_import/v1/state', { importId }, editor.token)
    await expect.poll(async () => (await state()).state).toBe('FAILED')
  })
})

describe('permissions of content imports', () => {
  it('publishing by import needs its own permission', async () => {
    const importer = await makeStaff({ permissions: ['poster.import'] })
    const run = { importId: crypto.randomUUID(), publish: true }
    expect(await staffCall('POST /poster_import/v1/run', run, importer.token)).toMatchObject({
      key: 'staff.forbidden',
    })
  })

  it('a running import makes drafts once its author may not publish, and ends once the author may not import', async () => {
    const author = await makeStaff({ permissions: ['poster.import', 'poster.publish'] })
    const { db } = await deps()
    const begin = async () => {
      const title = unique('离岗')
      const fileId = await uploaded([{ name: 'news/a.md', content: `# ${title}\n正文` }], author)
      const { importId } = await mustStaff('POST /poster_import/v1/check', { fileId, categoryId: null }, author.token)
      await db.transaction().execute((tx) => startContentImport(tx, importId, { publish: true, runIp: '::1' }))
      const row = await findContentImport(db, importId)
      if (!row) throw new Error('no import')
      return { title, row, run: async () => importContentRows(await deps(), row) }
    }
    const [draft, none] = [await begin(), await begin()]
    const take = (permission: string) =>
      sql`delete from role_permission where permission = ${permission}
        and role_code in (select role_code from staff_role where staff_id = ${draft.row.staffId})`.execute(db)
    await take('poster.publish')
    await draft.run()
    expect(await postersTitled(draft.title)).toMatchObject([{ publishedNo: null }])
    await take('poster.import')
    await none.run()
    expect(await postersTitled(none.title)).toEqual([])
    expect(await findContentImport(db, none.row.id)).toMatchObject({ state: 'FAILED' })
  })

  it('an import of another person is not found, and invalid input is refused', async () => {
    const { importId } = await checked([{ name: 'news/a.md', content: `# ${unique('我的')}\n正文` }])
    const other = await makeStaff({ permissions: ['poster.import'] })
    for (const id of [importId, crypto.randomUUID()]) {
      const run = { importId: id, publish: false }
      expect(await staffCall('POST /poster_import/v1/run', run, other.token)).toMatchObject({
        key: 'poster_import.notFound',
      })
      expect(await staffCall('GET /poster_import/v1/state', { importId: id }, other.token)).toMatchObject({
        key: 'poster_import.notFound',
      })
    }
    for (const input of [{}, { importId: 'x', publish: true }, { importId, publish: 'yes' }])
      expect(await staffCall('POST /poster_import/v1/run', input, editor.token)).toMatchObject({
        key: 'common.invalid',
      })
    expect(await staffCall('GET /poster_import/v1/state', { importId: '1' }, editor.token)).toMatchObject({
      key: 'common.invalid',
    })
  })
})

it('a folder can be imported by a command, and repeating the command changes nothing', async () => {
  const all = await deps()
  const path = new URL('../../../../seeds/laws', import.meta.url).pathname
  const input = { path, categoryId: 35, publish: true }
  const rows = await importFromPath(all, systemAuthor, input)
  expect(rows.map(({ articles }) => articles).sort((a, b) => a - b)).toEqual([19, 39, 63, 100, 155])
  const again = await importFromPath(all, systemAuthor, input)
  expect(again.map(({ action }) => action)).toEqual(rows.map(() => 'SAME'))
  expect(await postersTitled('中华人民共和国疫苗管理法')).toHaveLength(1)
})

async function counts() {
  const { db } = await deps()
  const { rows } = await sql<{ items: number; files: number }>`
    select (select count(*)::int from poster_import_item) as items,
      (select count(*)::int from file where purpose in ('PICTURE', 'ATTACHMENT')) as files`.execute(db)
  return rows[0]
}
