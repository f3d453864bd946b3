import { describe, expect, it } from 'vitest'
import { buildZip, type ZipEntry } from '../../../../../test/factories/zip.ts'
import { contentOfBuffer } from '../../../../platform/files/content.ts'
import { linkPackageAssets, toPackageFiles } from '../document/assets.ts'
import { openUploadedPackage, unpackInWorker } from './open.ts'
import type { ImportPackage, PackageEntry } from './package.ts'
import { pathProblem, resolvePackageLink } from './zip-list.ts'

const openBytes = (name: string, bytes: Buffer) =>
  openUploadedPackage('somebody', { name, content: contentOfBuffer(bytes) })
const open = (entries: ZipEntry[]) => openBytes('a.zip', buildZip(entries))
const lengthOf = async (pack: ImportPackage, entry: PackageEntry) => {
  let length = 0
  for await (const piece of unpackInWorker(pack, entry)) length += piece.length
  return length
}
const document: ZipEntry = { name: 'law/a.md', content: '# 甲\n文' }

describe('ZIP packages', () => {
  it('reading a ZIP yields its files with names in UTF-8 or GBK and without system files', async () => {
    const pack = await open([
      document,
      { name: 'law/', mode: 0o040755 },
      { name: Buffer.from('b7a8c2c9b7a8b9e62fd2a92e6d64', 'hex'), content: '乙' },
      { name: '__MACOSX/law/._a.md', content: 'x' },
      { name: 'law/.DS_Store', content: 'x' },
    ])
    expect(pack.entries.map(({ path }) => path)).toEqual(['law/a.md', '法律法规/药.md'])
    for (const entry of pack.entries) expect(await lengthOf(pack, entry)).toBe(entry.bytes)
  })

  it.each([
    ['../../etc/passwd.md', '指向包外'],
    ['law/../../a.md', '指向包外'],
    ['/etc/a.md', '绝对路径'],
    ['C:/a.md', '绝对路径'],
    ['law\\a.md', '反斜杠'],
    ['..\\a.md', '反斜杠'],
    ['law/a\u0000.md', '控制字符'],
    ['law/a\n.md', '控制字符'],
    ['', '没有名字'],
    [`${'a'.repeat(600)}.md`, '过长'],
  ])('a ZIP with the file name %j is refused completely', async (name, problem) => {
    expect(pathProblem(name)).toContain(problem)
    await expect(open([document, { name, content: 'x' }])).rejects.toMatchObject({
      key: 'poster_import.unreadable',
      detail: { problem: expect.stringContaining(problem) },
    })
  })

  it.each([
    ['a link', { ...document, name: 'law/b.md', mode: 0o120777 }, '链接'],
    ['a device', { ...document, name: 'law/b.md', mode: 0o060644 }, '特殊文件'],
    ['a password', { ...document, name: 'law/b.md', encrypted: true }, '密码'],
    ['a name twice', document, '都叫'],
  ])('a ZIP with %s is refused', async (_, entry, problem) => {
    await expect(open([document, entry])).rejects.toMatchObject({
      key: 'poster_import.unreadable',
      detail: { problem: expect.stringContaining(problem) },
    })
  })

  it('a ZIP that is too large or expands too far is refused before unpacking', async () => {
    const bomb = { name: 'law/b.md', content: Buffer.alloc(4 << 20) }
    const many = Array.from({ length: 2001 }, (_, index) => ({ name: `law/${index}.md` }))
    const giant = { name: 'law/b.png', content: 'x', claimedSize: 3_000_000_000 }
    for (const entries of [[document, bomb], many, [document, giant]])
      await expect(open(entries)).rejects.toMatchObject({ key: 'poster_import.tooLarge' })
  })

  it('a ZIP with false size or checksum fails on reading and gives no extra bytes', async () => {
    for (const lie of [{ claimedSize: 5 }, { claimedSize: 900 }, { claimedCrc: 1 }]) {
      const pack = await open([{ ...document, content: 'x'.repeat(500), ...lie }])
      const [entry] = pack.entries
      if (!entry) throw new Error('no entry')
      await expect(lengthOf(pack, entry)).rejects.toMatchObject({ key: 'poster_import.unreadable' })
    }
  })

  it('a ZIP that is damaged, truncated or without documents is refused', async () => {
    const whole = buildZip([document])
    for (const content of [whole.subarray(0, 60), Buffer.from('PK\u0003\u0004nonsense')])
      await expect(openBytes('a.zip', content)).rejects.toMatchObject({
        key: 'poster_import.unreadable',
      })
    const empty = { key: 'poster_import.empty' }
    await expect(open([{ name: 'a.png', content: 'x' }])).rejects.toMatchObject(empty)
    await expect(open([])).rejects.toMatchObject(empty)
    await expect(openBytes('a.xlsx', Buffer.from('x'))).rejects.toMatchObject(empty)
  })
})

it.each([
  ['images/a.png', 'news/images/a.png'],
  ['./a.png?x=1#y', 'news/a.png'],
  ['../a%20b.png', 'a b.png'],
  ['..\\图\\a.png', '图/a.png'],
  ['/top/a.png', 'top/a.png'],
  ['../../a.png', null],
  ['%E0%A4%A', 'news/%E0%A4%A'],
  ['https://example.com/a.png', undefined],
  ['//example.com/a.png', undefined],
  ['data:image/png;base64,x', undefined],
  ['javascript:alert(1)', undefined],
  ['#place', undefined],
])('the link %s in news/b.md resolves to %s', (link, path) => {
  expect(resolvePackageLink(link, 'news/b.md')).toBe(path)
})

it('package files that a document uses become placeholders, and missing files are reported', () => {
  const files = toPackageFiles(['news/b.md', 'news/other.md', 'news/A.PNG', 'f/x.pdf', 'f/x.exe'])
  const { html, assets, problems } = linkPackageAssets(
    '<p><img src="a.png"><img src="a.png"><img src="gone.png"><a href="../f/x.pdf">附件</a><a href="/f/x.exe">程序</a>' +
      '<a href="other.md">另一篇</a><a href="gone.pdf">没有</a><a href="/list/news">新闻</a><a href="https://example.com">站</a></p>',
    'news/b.md',
    files,
  )
  const place = (number: number) => `/files/public/00000000-0000-4000-8000-00000000000${number}`
  expect(assets).toEqual([
    { path: 'news/A.PNG', purpose: 'PICTURE', placeholder: place(0) },
    { path: 'f/x.pdf', purpose: 'ATTACHMENT', placeholder: place(1) },
  ])
  expect(html).toBe(
    `<p><img src="${place(0)}" /><img src="${place(0)}" /><a href="${place(1)}">附件</a><a>程序</a>` +
      '<a>另一篇</a><a>没有</a><a href="/list/news">新闻</a><a href="https://example.com">站</a></p>',
  )
  expect(problems).toEqual([
    '缺少图片 gone.png',
    '链接的文件 f/x.exe 的类型不支持',
    '指向包内文档 news/other.md 的链接已去掉',
    '缺少链接的文件 gone.pdf',
    '链接 /list/news 不在包内，原样保留',
  ])
})
