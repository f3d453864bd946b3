import { contentLimits } from '@ce/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { UnreadableFile } from '../../../../platform/sheets/unreadable.ts'
import { tableOfContents } from './anchors.ts'
import { cleanHtml } from './clean.ts'

const picture = '/files/public/01890000-0000-7000-8000-000000000001'
const film = '/files/public/01890000-0000-7000-8000-000000000002'
const clean = (html: string) => cleanHtml(html).html

it('cleaning removes desk links and other queries from picture addresses', () => {
  const desk = '?s=01890000-0000-7000-8000-000000000009&amp;k=desk&amp;e=1795449780&amp;t=0af'
  const html = `<p><img src="${picture}${desk}" alt="图"><a href="${film}${desk}#t=1">片</a></p>`
  const kept = `<p><img src="${picture}" alt="图" /><a href="${film}#t=1">片</a></p>`
  expect(cleanHtml(html)).toMatchObject({ html: clean(kept), removed: [] })
  expect(clean(kept)).toContain(`src="${picture}"`)
  expect(clean(`<p>好<img src="${picture}?k=desk"></p>`)).toBe('<p>好</p>')
})

const dangerous =
  /<(?:script|iframe|object|embed|svg|math|style|link|meta|base|form|input|button|template|audio)|<[^>]*\s(?:on\w+|style|srcset|srcdoc|formaction|background|xlink:href)\s*=|(?:href|src|poster)="\s*(?:javascript|data|vbscript|file|blob):|(?:src|poster)="(?!\/files\/public\/[0-9a-f-]{36}")/i

const hostile: [name: string, html: string][] = [
  ['script', '<p>好<script>alert(1)</script></p>'],
  ['script in upper case and broken', '<SCRIPT SRC=//x.y/z></SCRIPT ><p>好</p>'],
  ['script split by another', '<scr<script></script>ipt>alert(1)</script>好'],
  ['handler', `<p onclick="alert(1)" OnMouseOver=alert(2)>好</p>`],
  ['handler after a slash', '<img/src=x/onerror=alert(1)>好'],
  ['handler on our picture', `<p>好<img src="${picture}" onerror=alert(1)></p>`],
  ['javascript link', '<a href="javascript:alert(1)">好</a>'],
  ['javascript link with a tab', '<a href="java\tscript:alert(1)">好</a>'],
  ['javascript link by entities', '<a href="&#106;avascript&colon;alert(1)">好</a>'],
  ['javascript link behind control characters', '<a href="\u0001javascript:alert(1)">好</a>'],
  ['vbscript link', '<a href="vbscript:msgbox(1)">好</a>'],
  ['data link', '<a href="data:text/html,<script>alert(1)</script>">好</a>'],
  ['data picture', '<p>好<img src="data:image/svg+xml;base64,AAAA"></p>'],
  ['picture from elsewhere', '<p>好<img src="https://tracker.example/1.gif"></p>'],
  ['picture by srcset', `<p>好<img src="${picture}" srcset="https://x/1.png 2x"></p>`],
  ['picture with a path trick', '<p>好<img src="/files/public/../../api/client/x"></p>'],
  ['picture with a query', `<p>好<img src="${picture}?a=1"></p>`],
  ['iframe', '<iframe src="https://x"><p>坏</p></iframe>好'],
  ['iframe srcdoc', '<iframe srcdoc="<script>alert(1)</script>"></iframe>好'],
  ['object and embed', '<object data="x.swf"><embed src="x.swf"></object>好'],
  ['svg with script', '<svg onload=alert(1)><script>alert(1)</script></svg>好'],
  ['svg link', '<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>好'],
  ['math', '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style></table></mtext></math>好'],
  ['style tag', '<style>body{background:url(javascript:alert(1))}</style>好'],
  ['style attribute', '<p style="position:fixed;top:0;background:url(//x)">好</p>'],
  ['link and meta', '<link rel=stylesheet href=//x><meta http-equiv=refresh content="0;url=//x">好'],
  ['base', '<base href="//evil/">好'],
  ['form', '<form action="//x"><input name=p><button formaction=//x>好</button></form>'],
  ['template', '<template><script>alert(1)</script></template>好'],
  ['noscript', '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>好'],
  ['comment', '<!--<img src=x onerror=alert(1)>-->好<!--><img src=x onerror=alert(1)>-->'],
  ['textarea', '<textarea></textarea><img src=x onerror=alert(1)></textarea>好'],
  ['xmp and plaintext', '<xmp><img src=x onerror=alert(1)></xmp>好<plaintext><b onclick=x>'],
  ['attribute quotes', `<p title='"><img src=x onerror=alert(1)>'>好</p>`],
  ['unclosed attribute', '<p>好</p><img src="x` `<script>alert(1)</script>"` `>'],
  ['id that shadows', '<p id="body">好</p><p id="__proto__">a</p><a name="cookie">b</a>'],
  ['own namespace', '<x:script xmlns:x="http://www.w3.org/1999/xhtml">好</x:script>'],
  ['video from elsewhere', '<video src="//x/y.mp4" onplay=x></video>好'],
  ['protocol-relative with backslashes', '<p>好<img src="/\\evil/files/public/x"></p>'],
]

describe('hostile HTML', () => {
  it.each(hostile)('hostile HTML loses its dangerous parts and keeps its text: %s', (_, html) => {
    const { html: safe, text } = cleanHtml(html)
    expect(safe).not.toMatch(dangerous)
    expect(text).toContain('好')
  })

  it('no random mixture of fragments yields dangerous HTML', () => {
    const fragment = fc.oneof(
      fc.constantFrom(...hostile.map(([, html]) => html)),
      fc.constantFrom('<', '>', '"', "'", '/', '=', '<p ', '<!--', '-->', '<![CDATA[', ']]>', '&lt;', '\0'),
      fc.constantFrom('<table>', '</table>', '<td>', '<li>', '<ul>', '<b>', '</p>', '<a href=/x>', '<h2>'),
      fc.constantFrom('<div>', '</div>', '<pre>', '<br>', '<hr>', '<figure>', `<img src="${picture}">`),
      fc.string({ maxLength: 12, unit: 'grapheme' }),
    )
    fc.assert(
      fc.property(fc.array(fragment, { maxLength: 25 }), (parts) => {
        const once = cleanHtml(parts.join(''))
        expect(once.html).not.toMatch(dangerous)
        const twice = cleanHtml(once.html)
        expect(twice.html).toBe(once.html)
        expect(twice.text).toBe(once.text)
        expect(twice.removed).toEqual([])
      }),
      { numRuns: 400 },
    )
  })

  it('cleaning takes little time for the maximum number of tags in any nesting', {
    timeout: 60_000,
  }, () => {
    const most = (part: string) => part.repeat(contentLimits.tags / (part.match(/</g) ?? []).length)
    const began = process.threadCpuUsage()
    const refused = ['<b>', '<div>', '<svg>', '<p><span>', '<table><td>'].filter((part) => isRefused(most(part)))
    const flat = clean(most('<p>药品</p>'))
    clean(`<p ${'x '.repeat(900_000)}>`)
    clean(most('<!--'))
    expect(refused).toHaveLength(5)
    expect(flat.length).toBeGreaterThan(400_000)
    expect(isRefused('& '.repeat(900_000))).toBe(true)
    expect(isRefused(most('<p>药品</p>').concat('<br>'))).toBe(true)
    const { user, system } = process.threadCpuUsage(began)
    // Microseconds of CPU; the normal value is 2 seconds.
    expect(user + system).toBeLessThan(8_000_000)
  })

  it('cleaning drops tags below the depth limit but keeps their text', () => {
    const deep = cleanHtml(`${'<blockquote>'.repeat(200)}深处${'</blockquote>'.repeat(200)}`)
    expect(deep.text).toBe('深处')
    expect(deep.html.match(/<blockquote>/g)?.length).toBeLessThan(61)
    expect(deep.removed).toEqual(['过深的嵌套'])
  })
})

function isRefused(html: string): boolean {
  try {
    cleanHtml(html)
    return false
  } catch (error) {
    if (error instanceof UnreadableFile) return true
    throw error
  }
}

it('a link that browsers resolve to another host is removed and reported', () => {
  for (const href of ['/..//evil.example', '/.//evil.example', '/a/..//..//evil.example/'])
    expect(cleanHtml(`<a href="${href}">x</a>`)).toMatchObject({
      html: '<p>x</p>',
      removed: ['不安全的链接'],
    })
})

it('naming thousands of equal headings is fast', () => {
  const { html } = cleanHtml('<h2>a</h2>'.repeat(contentLimits.headings))
  expect(html).toContain(`<h2 id="h-a-${contentLimits.headings}">a</h2>`)
  const began = process.threadCpuUsage()
  expect(() => cleanHtml('<h2>a</h2>'.repeat(50_000))).toThrow(UnreadableFile)
  const { user, system } = process.threadCpuUsage(began)
  expect(user + system).toBeLessThan(5_000_000)
})

it('a long caption is not cut inside a surrogate pair', () => {
  const { html } = cleanHtml(
    `<img src="${picture}" alt="${'a'.repeat(299)}𠮷"><video src="${film}"><track src="${picture}" label="${'a'.repeat(39)}𠮷"></video>`,
  )
  expect(html).toContain('a'.repeat(299))
  expect(html.isWellFormed()).toBe(true)
})

describe('text from the editor', () => {
  it('HTML from our editor is not changed', () => {
    const written = [
      '<h2 id="h-总则">总则</h2>',
      '<p>为了<strong>加强</strong><em>药品</em><u>管理</u>，H<sub>2</sub>O 10<sup>3</sup> <s>旧</s> <code>x</code></p>',
      '<ul><li>一</li><li>二<ol start="3"><li>三</li></ol></li></ul>',
      '<blockquote><p>引</p></blockquote>',
      '<table><thead><tr><th colspan="2">头</th></tr></thead><tbody><tr><td rowspan="2" class="align-right">甲</td><td></td></tr></tbody></table>',
      `<figure class="align-center"><img src="${picture}" alt="图" width="640" height="480"><figcaption>图一</figcaption></figure>`,
      `<video src="${film}" poster="${picture}" controls preload="metadata"><track src="${picture}" kind="captions" srclang="zh" label="中文"></video>`,
      '<p><a href="https://www.nmpa.gov.cn/" target="_blank" rel="noopener noreferrer nofollow">药监局</a><a href="/guide">指南</a><a href="#h-总则">上</a><br>换行</p>',
      '<hr>',
      '<pre>a\n  b</pre>',
    ].join('\n')
    expect(cleanHtml(written)).toMatchObject({ html: written, removed: [] })
  })

  it('HTML from Word becomes structured HTML', () => {
    const word = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p.MsoNormal{}</style></head><body>
      <!--[if gte mso 9]><xml><w:View>Normal</w:View></xml><![endif]-->
      <h1 style="text-align:center" align=center><b><span style='font-size:22.0pt'>通知<o:p></o:p></span></b></h1>
      <p class=MsoNormal style='text-indent:21.0pt;mso-char-indent-count:2.0'><span style='mso-fareast-font-family:宋体'>各会员单位：</span></p>
      <p class=MsoNormal><span>&nbsp;</span></p><p class=MsoNormal><o:p>&nbsp;</o:p></p></body></html>`
    const cleaned = cleanHtml(word)
    expect(cleaned.html).toBe('<h2 id="h-通知" class="align-center"><strong>通知</strong></h2>\n<p>各会员单位：</p>')
    expect(cleaned.removed).toContain('Word 格式')
  })

  it('loose text and list items are put into valid structure', () => {
    expect(clean('一<div>二</div><p>三<ul><li>四</ul>五')).toBe(
      '<p>一</p>\n<p>二</p>\n<p>三</p>\n<ul><li>四</li></ul>\n<p>五</p>',
    )
    expect(clean('<li>甲</li><td>乙</td><tr><td>丙</td></tr>')).toBe('<p>甲</p>\n<p>乙</p>\n<p>丙</p>')
    expect(clean('<p></p><ul></ul><blockquote> </blockquote><video></video>')).toBe('')
  })

  it('anchors of a law are kept once each, and other headings get names from their text', () => {
    const html = clean(
      '<h2 id="chapter-1">第一章 总则</h2><p id="article-1">第一条</p><p id="article-1">再</p><h3>第一节</h3><h3>第一节</h3>',
    )
    expect(html).toContain('<p id="article-1">第一条</p>\n<p>再</p>')
    expect(tableOfContents(html)).toEqual([
      { anchor: 'chapter-1', text: '第一章 总则', level: 2 },
      { anchor: 'h-第一节', text: '第一节', level: 3 },
      { anchor: 'h-第一节-2', text: '第一节', level: 3 },
    ])
  })

  it('pictures copied from our pages with a full address are kept', () => {
    const own = cleanHtml(`<img src="https://portal.example${picture}">`, ['https://portal.example'])
    expect(own.html).toContain(`src="${picture}"`)
    expect(clean(`<img src="https://portal.example${picture}">`)).toBe('')
  })

  it('each kind of removed content is reported once', () => {
    expect(
      cleanHtml('<p onclick=a onload=b style="color:red">x<script>1</script><script>2</script></p>').removed,
    ).toEqual(['脚本', '事件代码', '文字样式'])
  })

  it('a very long heading is shortened in the table of contents', () => {
    const [only] = tableOfContents(clean(`<h2>${'章'.repeat(5000)}</h2>`))
    expect(only?.text).toBe(`${'章'.repeat(120)}…`)
  })
})
