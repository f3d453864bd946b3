import { describe, expect, it } from 'vitest'
import { decodeText } from '../../../../platform/decode-text.ts'
import { toPackageFiles } from './assets.ts'
import { readDocument } from './document.ts'
import { categoryOfPath, parseCategory, parseFileNameDate, parsePublicationDate, titleFromFileName } from './fields.ts'
import { parseFrontMatter } from './front-matter.ts'
import { rewriteAddresses, visibleTextOf } from './html.ts'

const read = (path: string, text: string, category: number | null = null) =>
  readDocument(path, Buffer.from(text), { fallbackCategory: category })

describe('front matter of documents', () => {
  it('front matter values are unquoted, and unknown keys are reported', () => {
    const { values, body, problems } = parseFrontMatter(`---
title: "关于\\"年度\\"学时的通知"
category: notice # by its name
date: 2026-03-01
author: '协会''秘书处'
summary:
titlecode: 3
layout: post
- a list
date: 2026-04-01
---
正文
---
不是文件头`)
    expect(values).toEqual({
      title: '关于"年度"学时的通知',
      category: 'notice',
      date: '2026-03-01',
      author: "协会'秘书处",
      summary: '',
      titleCode: '3',
    })
    expect(body).toBe('正文\n---\n不是文件头')
    expect(problems).toEqual([
      '文件头的 layout 未使用',
      '文件头有一行无法识别：- a list',
      '文件头的 date 重复，用第一个',
    ])
  })

  it('text between two horizontal rules is not front matter', () => {
    const text = '---\n一段话\n---\n又一段'
    expect(parseFrontMatter(text)).toEqual({ values: {}, body: text, problems: [] })
  })
})

describe('encodings of documents', () => {
  const gb = Buffer.from('b9abb8e6a3baccaf9531833281308130', 'hex')
  it('UTF-8 with or without BOM and GB18030 are decoded', () => {
    expect(decodeText(Buffer.from('公告\r\n二'))).toBe('公告\n二')
    expect(decodeText(Buffer.from('\ufeff公告'))).toBe('公告')
    expect(decodeText(gb.subarray(0, 6))).toBe('公告：')
    expect(decodeText(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff, 0xff]))).toBeUndefined()
    expect(decodeText(Buffer.from('a\0b'))).toBeUndefined()
  })

  it('a document in an unknown encoding is refused', () => {
    const { row } = readDocument('law/a.md', Buffer.from([0xff, 0xff, 0xff]))
    expect(row).toMatchObject({ action: 'REFUSE', title: 'a' })
    expect(row.problems[0]).toContain('编码')
  })
})

describe('title, category and date of documents', () => {
  it('the title comes from the front matter, else the first heading, else the file name', () => {
    expect(read('news/a.md', '---\ntitle: 甲\n---\n# 乙\n文').row.title).toBe('甲')
    const headed = read('news/a.md', '# **乙** `1`\n\n文')
    expect(headed.row.title).toBe('乙 1')
    expect(headed.html).toBe('<p>文</p>')
    expect(read('news/学习通知（2026-01-02）.md', '文').row.title).toBe('学习通知')
    expect(read('news/20260102-学习通知.html', '<p>文</p>').row.title).toBe('学习通知')
    const long = read('news/a.md', `# ${'长'.repeat(200)}\n文`).row
    expect(long.title).toHaveLength(120)
    expect(long.problems).toContain('标题超过 120 个字，已截断')
  })

  it('the category comes from the front matter, else the folder, else the request, or is refused', () => {
    expect(read('news/a.md', '---\ncategory: 通知公告\n---\n文').row.categoryId).toBe(1)
    expect(read('site/法律法规/a.md', '文').row.categoryId).toBe(35)
    expect(read('a.md', '文', 28).row.categoryId).toBe(28)
    expect(read('news/a.md', '---\ncategory: ../law\n---\n文').row).toMatchObject({
      action: 'REFUSE',
      categoryId: null,
    })
    expect(read('a.md', '文').row.action).toBe('REFUSE')
    expect(parseCategory('35')).toBe(35)
    expect(parseCategory(' TechnologyVideo ')).toBe(32)
    expect(parseCategory('34')).toBeUndefined()
    expect(categoryOfPath('35/a.md')).toBeUndefined()
    expect(categoryOfPath('law.md')).toBeUndefined()
  })

  it.each([
    ['2026-03-01', '2026-02-28T16:00:00.000Z'],
    ['2026/3/1', '2026-02-28T16:00:00.000Z'],
    ['2026年3月1日', '2026-02-28T16:00:00.000Z'],
    ['20260301', '2026-02-28T16:00:00.000Z'],
    ['2026-03-01 09:30', '2026-03-01T01:30:00.000Z'],
    ['2026-03-01T09:30:15Z', '2026-03-01T09:30:15.000Z'],
    ['2026-03-01T09:30:15.123+09:00', '2026-03-01T00:30:15.000Z'],
    ['2026-02-30', undefined],
    ['2026-03-01 24:00', undefined],
    ['1026-03-01', undefined],
    ['三月一日', undefined],
    ['-1', undefined],
  ])('the date %s is parsed or refused', (text, instant) => {
    expect(parsePublicationDate(text)?.toISOString()).toBe(instant)
  })

  it('dates in file names are recognised', () => {
    expect(parseFileNameDate('药品管理法(2019-08-26).md')?.toISOString()).toBe('2019-08-25T16:00:00.000Z')
    expect(parseFileNameDate('t20190826_1234.html')?.toISOString()).toBe('2019-08-25T16:00:00.000Z')
    expect(parseFileNameDate('12345678901.html')).toBeUndefined()
    expect(titleFromFileName('a/2019年8月26日 公告.md')).toBe('公告')
    expect(titleFromFileName('2019-08-26.md')).toBe('2019-08-26')
  })
})

describe('HTML documents', () => {
  const page = `<!doctype html><html><head><title>关于培训的通知 - 某某协会</title><style>p{}</style></head>
<body><nav>首页</nav><header><h1> 关于培训的<b>通知</b></h1></header><main class=a><p>正文 &lt;main&gt; 一</p><script>alert('</main>')</script></main>
<footer>版权</footer></body></html>`
  it('article and title are taken without the surrounding page', () => {
    const { row, html, summary } = read('notice/a.html', page)
    expect(row).toMatchObject({ title: '关于培训的通知', action: 'CREATE' })
    expect(html).toBe('<p>正文 &lt;main&gt; 一</p>')
    expect(summary).toBe('正文 <main> 一')
  })

  it('the site name is removed from the title, and the body is used if no article is marked', () => {
    const { row, html } = read('notice/a.html', '<title>公告 - 协会</title><body><p>一</p><footer>二</footer></body>')
    expect(row.title).toBe('公告')
    expect(html).toBe('<p>一</p>')
  })

  it('a law in HTML gets anchors', () => {
    const { row, html } = read(
      'law/a.html',
      '<h1>某办法</h1><h2>第一章　总则</h2><p>第一条&nbsp;甲</p><p>第二条 乙<br>丙</p><div>第三条 丁</div>',
    )
    expect(row).toMatchObject({ title: '某办法', chapters: 1, articles: 3 })
    expect(html).toContain('<p id="article-2"><strong>第二条</strong>　乙</p>\n<p>丙</p>')
  })

  it('a law with a table is imported unchanged with a remark', () => {
    const { row, html } = read('law/a.md', '第一条 甲\n\n第二条 乙\n\n第三条 丙\n\n|a|b|\n|-|-|\n|1|2|')
    expect(row.articles).toBe(0)
    expect(row.problems).toContain('含表格、图片、编号列表或跨行的链接，按普通文章排版，条文没有锚点')
    expect(html).toContain('<table>')
  })

  it('a law with a numbered list is imported unchanged, because the numbers would be lost', () => {
    const text = '<p>第一条 甲</p><p>第二条 乙</p><p>第三条 丙</p><ol><li>丁</li></ol>'
    const { row, html } = read('law/a.html', text)
    expect([row.articles, html]).toEqual([0, expect.stringContaining('<ol>')])
  })

  it('links in a document are rewritten, kept or dropped', () => {
    const html = rewriteAddresses(
      '<p><img src="a.png" srcset="b.png 2x" alt="图"><img src="gone.png"><a href="x.pdf">附件</a><a href="gone.pdf">没有</a></p>',
      (_, address) => (address.startsWith('gone') ? null : `/files/${address}`),
    )
    expect(html).toBe('<p><img alt="图" src="/files/a.png" /><a href="/files/x.pdf">附件</a><a>没有</a></p>')
    expect(visibleTextOf('<p>一&amp;二</p><p>三<br>四</p>')).toBe('一&二\n三\n四')
  })

  it('a document without text is refused', () => {
    expect(read('law/a.md', '\n').row).toMatchObject({
      action: 'REFUSE',
      problems: expect.arrayContaining(['没有正文']),
    })
    expect(read('law/a.html', '<script>1</script>').row.action).toBe('REFUSE')
  })
})

describe('laws with links', () => {
  const files = toPackageFiles(['political/files/t.docx'])
  const readHere = (name: string, text: string) => readDocument(`political/${name}`, Buffer.from(text), { files })

  it('a Markdown law keeps links and files besides its anchors', () => {
    const { row, html, assets, summary } = readHere(
      'a.md',
      `# 办法
（2024年1月1日[某局](https://example.com/)公布）
## 目录
- [第一章 总则](#x)
## **第一章** 总则
**第一条** 甲，见[官网](https://www.nmpa.gov.cn/?a=1&b=2)。
第二条 **乙**\\*。
1. 第一项
第三条 丙
附件：[申请表](files/t.docx)、[没有](files/gone.docx)`,
    )
    expect(row).toMatchObject({
      title: '办法',
      chapters: 1,
      articles: 3,
      problems: ['缺少链接的文件 files/gone.docx', '没有日期，将用发布时的时间'],
    })
    expect(assets).toMatchObject([{ path: 'political/files/t.docx', purpose: 'ATTACHMENT' }])
    expect(summary).toBe('2024年1月1日某局公布。共 1 章 3 条。')
    expect(html).toContain('<h2 id="chapter-1">第一章 总则</h2>')
    expect(html).toMatch(
      /<p id="article-1"><strong>第一条<\/strong>　甲，见<a href="https:\/\/www\.nmpa\.gov\.cn\/\?a=1&amp;b=2"[^>]*>官网<\/a>。<\/p>/,
    )
    expect(html).toContain('　乙*。</p>\n<p>1. 第一项</p>')
    expect(html).toContain(`<p>附件：<a href="${assets[0]?.placeholder}">申请表</a>、没有</p>`)
  })

  it('a law is recognised even if its article numbers, contents or history are links', () => {
    const to = (words: string) => `<a href="https://law.example/#1">${words}</a>`
    const numbers = ['一', '二', '三'].map((no) => `<p>${to(`第${no}条`)} 见${to('第九条')}。</p>`)
    const linked = readHere('a.html', `<p>${to('2024年1月1日')}公布</p>${numbers.join('')}`)
    expect(linked.row).toMatchObject({ articles: 3 })
    expect(linked.html).toMatch(/<li><a href="https:\/\/law\.example\/#1"[^>]*>2024年1月1日<\/a>公布<\/li>/)
    expect(linked.html).toMatch(/<p id="article-3"><strong>第三条<\/strong>　见<a href="[^"]*"[^>]*>第九条<\/a>。<\/p>/)
    const contents = '# 办法\n## 目录\n- [第一章 总则](https://law.example/#1)\n## 第一章 总则\n'
    const { row, html } = readHere('b.md', `${contents}第一条 甲\n第二条 乙\n第三条 丙`)
    expect(row).toMatchObject({ chapters: 1, articles: 3 })
    expect(html.match(/第一章/g)).toHaveLength(1)
  })

  it('an HTML law keeps its links, and a link across lines prevents recognition', () => {
    const articles = '<p>第一条 甲</p><p>第二条 乙</p><p>第三条 丙</p>'
    const link = '<a class="x" href="files/t.docx">申请<b>表</b></a>'
    const { row, html, assets } = readHere('a.html', `${articles}<p>附件：${link}</p>`)
    expect(row.articles).toBe(3)
    expect(html).toContain(`<p>附件：<a href="${assets[0]?.placeholder}">申请表</a></p>`)
    const across = readHere('b.md', '第一条 甲\n第二条 乙\n第三条 丙\n[申请\n表](files/t.docx)')
    expect(across.row).toMatchObject({
      articles: 0,
      problems: expect.arrayContaining([expect.stringContaining('跨行的链接')]),
    })
    expect(across.assets).toHaveLength(1)
  })
})

describe('WeChat articles', () => {
  const far = (name: string) => `https://mmbiz.qpic.cn/${name}/640`
  const place = (number: number) => `<p>［此处缺图片 ${number}，请补传］</p>`
  const own = '<p><img src="/files/public/00000000-0000-4000-8000-000000000000" alt=""></p>'
  const cases: readonly (readonly [name: string, html: string, kept: string, ...told: RegExp[]])[] = [
    ['a picture', `<p><img data-src="${far('1')}"></p>`, place(1), /1 张图片在别的网站上/],
    [
      'nested sections',
      `${'<section>'.repeat(9)}<img data-src="${far('1')}">${'</section>'.repeat(9)}`,
      place(1),
      /1 张/,
    ],
    [
      'a background that is the picture',
      `<section style="background-image:url(&quot;${far('1')}&quot;)"><br></section>`,
      place(1),
      /1 张/,
    ],
    ['the same in its folder', "<section style='background: #fff url(a_files/1.png)'></section>", own],
    [
      'a background behind words',
      `<section style="background-image:url(${far('1')})"><p>字</p></section>`,
      '<p>字</p>',
      /背景图片没有导入/,
    ],
    ['a drawing with a background', `<svg style="background-image:url(${far('1')})"><g></g></svg>`, place(1), /1 张/],
    ['a drawing with a picture', `<svg><image xlink:href="${far('1')}"/></svg>`, place(1), /1 张/],
    [
      'a picture within a drawing',
      `<svg><foreignObject><img data-src="${far('1')}"></foreignObject></svg>`,
      place(1),
      /1 张/,
    ],
    [
      'a film',
      '<iframe class="video_iframe" data-src="https://v.qq.com/x"></iframe>',
      '<p>［此处缺视频，请补传］</p>',
      /视频或音频/,
    ],
    [
      'a film of its channel',
      '<mp-common-videosnap data-url="x"></mp-common-videosnap>',
      '<p>［此处缺视频，请补传］</p>',
      /视频或音频/,
    ],
    ['a sound', '<mpvoice name="录音"></mpvoice>', '<p>［此处缺音频，请补传］</p>', /视频或音频/],
    ['the card of an account', '<mp-common-profile data-nickname="某号"></mp-common-profile>', '', /名片/],
    ['a small program', '<mp-miniprogram data-miniprogram-title="x"></mp-miniprogram>', '', /卡片/],
  ]
  it.each(cases)('a WeChat article with %s is imported correctly', (_, html, kept, ...told) => {
    const page = `<div id="js_content"><p>甲</p>${html}</div>`
    const files = toPackageFiles(['news/a.html', 'news/a_files/1.png'])
    const { row, html: read } = readDocument('news/a.html', Buffer.from(page), { files })
    expect(read.replaceAll('\n', '')).toBe(`<p>甲</p>${kept}`)
    for (const words of told) expect(row.problems.join()).toMatch(words)
  })

  it.each([
    ['<p>正文</p><p>阅读原文</p><p>↓↓↓</p>', ['阅读原文', '↓↓↓']],
    ['<p>点击上方蓝字关注我们</p><p>正文</p><p>完</p>', ['点击上方蓝字关注我们', '完']],
    ['<p>正文</p><p>扫码关注</p><p><img src="a_files/1.png"></p>', ['扫码关注', '图片']],
    ['<p>甲</p><p>扫码关注</p><p>乙</p>', null],
    ['<p>甲</p><p>请扫描二维码报名</p><p><img src="a_files/1.png"></p>', null],
    ['<p>扫码关注</p>', null],
    ['<p>甲</p><p>↓↓↓</p><p><img src="a_files/1.png"></p>', null],
  ])('the import proposes to leave out account promotion: %s', (html, words) => {
    const page = `<div id="js_content">${html}</div>`
    const files = toPackageFiles(['news/a.html', 'news/a_files/1.png'])
    const { row } = readDocument('news/a.html', Buffer.from(page), { files })
    expect(row.remains?.words ?? null).toEqual(words)
  })
})

it('the time to read a hostile document does not grow with the square of its size', () => {
  for (const text of [
    '<!--'.repeat(400_000),
    `---\na: x${' '.repeat(400_000)}y\n---\n`,
    '['.repeat(20_000),
    '<div>'.repeat(20_000),
    '第一条 甲\n第二条 乙\n第三条 <a href="x">\n'.repeat(5_000),
  ]) {
    const begun = process.threadCpuUsage()
    read('law/a.md', text)
    const { user, system } = process.threadCpuUsage(begun)
    // Reading takes 1 to 4 s; quadratic work would take minutes.
    expect(user + system).toBeLessThan(12_000_000)
  }
})
