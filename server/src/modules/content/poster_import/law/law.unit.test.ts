import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readDocument } from '../document/document.ts'
import { visibleTextOf } from '../document/html.ts'
import { parseLaw, parseNumeral, renderLawHtml } from './law.ts'

const folder = new URL('../../../../../seeds/laws/', import.meta.url)
const laws = readdirSync(folder)

function readLawFile(name: string) {
  const bytes = readFileSync(new URL(encodeURIComponent(name), folder))
  return { ...readDocument(name, bytes, { fallbackCategory: 35 }), file: bytes.toString() }
}

describe('five real laws', () => {
  it.each([
    ['中医药条例(2003-04-07).md', '中华人民共和国中医药条例', '2003-04-07', 6, 39],
    ['中医药法(2016-12-25).md', '中华人民共和国中医药法', '2016-12-25', 9, 63],
    [
      '最高人民法院关于审理食品药品纠纷案件适用法律若干问题的规定(2021-11-18).md',
      '最高人民法院关于审理食品药品纠纷案件适用法律若干问题的规定',
      '2021-11-18',
      0,
      19,
    ],
    ['疫苗管理法(2019-06-29).md', '中华人民共和国疫苗管理法', '2019-06-29', 11, 100],
    ['药品管理法(2019-08-26).md', '中华人民共和国药品管理法', '2019-08-26', 12, 155],
  ])('%s', (name, title, day, chapters, articles) => {
    const { row, html, summary, file } = readLawFile(name)
    expect(row).toMatchObject({ title, chapters, articles, action: 'CREATE', problems: [] })
    expect(row.publishedAt).toBe(new Date(`${day}T00:00:00+08:00`).toISOString())
    expect(file.match(/^第[一二三四五六七八九十百零]+条\s/gm)).toHaveLength(articles)
    const anchors = [...html.matchAll(/<p id="article-(\d+)"><strong>第(.+?)条<\/strong>/g)]
    expect(anchors.map(([, anchor]) => Number(anchor))).toEqual(
      Array.from({ length: articles }, (_, index) => index + 1),
    )
    for (const [, anchor, words = ''] of anchors) expect(parseNumeral(words)).toBe(Number(anchor))
    const headings = [...html.matchAll(/<h2 id="chapter-(\d+)">(第.+?章) \S+<\/h2>/g)]
    expect(headings).toHaveLength(chapters)
    expect(summary).toContain(`共${chapters ? ` ${chapters} 章` : ''} ${articles} 条。`)
    expect(summary).toMatch(/^\d{4}年\d{1,2}月\d{1,2}日.*(通过|修订|施行|公布)。共/)
    expect(summary.length).toBeLessThanOrEqual(300)
    expect(html).not.toContain('INFO END')
  })

  it('import of real laws keeps every character', () => {
    for (const name of laws) {
      const { html, row, file } = readLawFile(name)
      const letters = (text: string) => text.replace(/[\s\u3000#]/g, '')
      const said = letters(file.replace(/^# .*$/m, '').replace('<!-- INFO END -->', ''))
      const index = row.chapters ? '' : html.match(/<p><a href="#article-1">.*<\/p>/)?.[0]
      expect(letters(visibleTextOf(html.replace(index ?? '', '')))).toBe(said)
    }
  })

  it('only a law without chapters gets a list of its articles', () => {
    for (const name of laws) {
      const { html, row } = readLawFile(name)
      expect(html.match(/<a href="#article-\d+">/g)?.length ?? 0).toBe(row.chapters ? 0 : 19)
    }
  })
})

describe('other laws', () => {
  const html = (text: string) => {
    const law = parseLaw(text.trim().split('\n'))
    return law ? { ...law, html: renderLawHtml(law) } : undefined
  }

  it('sections are recognised, and parts move chapters one level down', () => {
    const law = html(`
（2005年8月28日第十届全国人民代表大会常务委员会第十七次会议通过）
第一编 总则
第一章 基本规定
第一节　一 般 规 定
第一条　甲。
第一条之一 乙。
第二条　丙。
（一）丁；
第三条　戊。`)
    expect(law).toMatchObject({ chapters: 1, articles: 4, problems: [] })
    expect(law?.html).toBe(
      `<ul>
<li>（2005年8月28日第十届全国人民代表大会常务委员会第十七次会议通过）</li>
</ul>
<h2 id="part-1">第一编 总则</h2>
<h3 id="chapter-1">第一章 基本规定</h3>
<h4 id="section-1">第一节 一般规定</h4>
<p id="article-1"><strong>第一条</strong>　甲。</p>
<p id="article-1-1"><strong>第一条之一</strong>　乙。</p>
<p id="article-2"><strong>第二条</strong>　丙。</p>
<p>（一）丁；</p>
<p id="article-3"><strong>第三条</strong>　戊。</p>`,
    )
  })

  it('the table of contents of the file is not duplicated', () => {
    const law = html(`
## 目　录
- 第一章 总则
- 第二章 附 则
## 第一章 总则
第一条 甲。
第二条 乙。
## 第二章 附则
第三条 丙。`)
    expect(law?.parts.map((part) => part.text)).toEqual(['第一章 总则', '甲。', '乙。', '第二章 附则', '丙。'])
    expect(law?.chapters).toBe(2)
  })

  it('a sentence that mentions an article is not taken as an article', () => {
    const law = html(`
第一条 甲。
第三章规定的情形除外。
第九条第二款的规定不适用。
第二条没有空格。
第三条 丙。
第三方平台提供者应当审核。`)
    expect(law).toMatchObject({ chapters: 0, articles: 3, problems: [] })
  })

  it('missing and repeated article numbers are reported', () => {
    expect(html('第一条 甲\n第二条 乙\n第四条 丙\n第二条 丁')?.problems).toEqual([
      '第 2 条之后是第 4 条，请核对原文',
      '第二条出现了两次，第二次按普通段落处理',
    ])
  })

  it('a text with only two articles is no law', () => {
    expect(html('第一条 甲\n第二条 乙')).toBeUndefined()
  })
})

it.each([
  ['一', 1],
  ['十', 10],
  ['十二', 12],
  ['二十', 20],
  ['一百', 100],
  ['一百零五', 105],
  ['一百〇五', 105],
  ['一百一十', 110],
  ['一千二百六十', 1260],
  ['12', 12],
  ['１２', 12],
  ['二〇', undefined],
  ['方', undefined],
  ['', undefined],
])('the numeral %s is read as %s', (words, count) => {
  expect(parseNumeral(words)).toBe(count)
})
