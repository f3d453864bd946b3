import { describe, expect, it } from 'vitest'
import { cleanHtml } from './clean.ts'

const clean = (html: string) => cleanHtml(html).html.replaceAll('\n', '')
const head = '<html xmlns:o="urn:schemas-microsoft-com:office:office"><body>'
const item = (level: number, mark: string, words: string, list = 'l0') =>
  `<p class=MsoListParagraph style='margin-left:${level * 21}pt;mso-list:${list} level${level} lfo1'><![if !supportLists]><span lang=EN-US style='font-family:Symbol'><span style='mso-list:Ignore'>${mark}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]><span lang=EN-US>${words}<o:p></o:p></span></p>\n`
const filtered = (level: number, mark: string, words: string, end = '') =>
  `<p class=MsoListParagraph style='margin-left:${level * 18}.0pt;text-indent:-18.0pt'>${mark}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span>${end}${words}</p>\n`
const webItem = (list: string, level: number, nth: number, words: string) =>
  `<div class="ListContainerWrapper SCXW1"><${list} class="ListStyle${level}" role="list"><li data-listid="1" data-aria-posinset="${nth}" data-aria-level="${level}" role="listitem"><p class="Paragraph"><span class="TextRun">${words}</span></p></li></${list}></div>`
const para = (words: string, style = '') => `<p class=MsoNormal style='${style}'>${words}<o:p></o:p></p>`

const cases: readonly (readonly [name: string, given: string, kept: string])[] = [
  ['a bulleted list', item(1, '·', '甲') + item(1, '·', '乙'), '<ul><li>甲</li><li>乙</li></ul>'],
  ['a numbered list', item(1, '1.', '甲') + item(1, '2.', '乙'), '<ol><li>甲</li><li>乙</li></ol>'],
  [
    'levels of a page that Word saved without its own styles',
    filtered(1, '1.', '甲') + filtered(2, 'a.', '乙') + filtered(2, 'b.', '丙') + filtered(1, '2.', '丁'),
    '<ol><li>甲<ol class="list-lower-alpha"><li>乙</li><li>丙</li></ol></li><li>丁</li></ol>',
  ],
  [
    'bullets of a page that Word saved without its own styles',
    filtered(1, "<span style='font-family:Symbol'>·", '甲', '</span>'),
    '<ul><li>甲</li></ul>',
  ],
  [
    'levels of Word on the web, which writes a list for each item',
    webItem('ol', 1, 1, '甲') + webItem('ul', 2, 1, '乙') + webItem('ol', 1, 2, '丙'),
    '<ol><li><p>甲</p><ul><li><p>乙</p></li></ul></li><li><p>丙</p></li></ol>',
  ],
  [
    'lists beside the item that they belong to',
    '<ul><li>甲</li><ol type="a"><li>乙</li><ul><li>丙</li></ul></ol><li>丁</li></ul>',
    '<ul><li>甲<ol class="list-lower-alpha"><li>乙<ul><li>丙</li></ul></li></ol></li><li>丁</li></ul>',
  ],
  [
    'signs of a font of signs',
    para(
      `5 <span style='font-family:Symbol;mso-char-type:symbol;mso-symbol-font-family:Symbol'><span style='mso-char-type:symbol;mso-symbol-font-family:Symbol'>m</span></span>g，<span style='mso-char-type:symbol;mso-symbol-font-family:Wingdings'>þ</span>是`,
    ),
    '<p>5 μg，☑是</p>',
  ],
  [
    'a second and a third level, and back',
    item(1, '1.', '甲') + item(2, 'a)', '乙') + item(3, '§', '丙') + item(2, 'b)', '丁') + item(1, '2.', '戊'),
    '<ol><li>甲<ol class="list-lower-alpha"><li>乙<ul><li>丙</li></ul></li><li>丁</li></ol></li><li>戊</li></ol>',
  ],
  [
    'bullets of three levels in Wingdings',
    item(1, 'l', '甲') + item(2, 'n', '乙') + item(3, 'u', '丙'),
    '<ul><li>甲<ul><li>乙<ul><li>丙</li></ul></li></ul></li></ul>',
  ],
  ['a bullet of Courier', item(1, 'o', '甲'), '<ul><li>甲</li></ul>'],
  ['a dash as bullet', item(1, '—', '甲') + item(1, '—', '乙'), '<ul><li>甲</li><li>乙</li></ul>'],
  [
    'a list that begins at three',
    item(1, '3.', '甲') + item(1, '4.', '乙'),
    '<ol start="3"><li>甲</li><li>乙</li></ol>',
  ],
  [
    'a list that goes on behind a paragraph',
    item(1, '1.', '甲') + para('其中：') + item(1, '2.', '乙'),
    '<ol><li>甲</li></ol><p>其中：</p><ol start="2"><li>乙</li></ol>',
  ],
  [
    'two lists, one directly after the other',
    item(1, '1.', '甲') + item(1, '2.', '乙') + item(1, '1.', '丙', 'l1'),
    '<ol><li>甲</li><li>乙</li></ol><ol><li>丙</li></ol>',
  ],
  [
    'Chinese numbers',
    item(1, '一、', '甲') + item(1, '二、', '乙'),
    '<ol class="list-chinese"><li>甲</li><li>乙</li></ol>',
  ],
  [
    'Chinese numbers beyond ten',
    item(1, '十一、', '甲') + item(1, '十二、', '乙') + item(2, '（一）', '丙'),
    '<ol start="11" class="list-chinese"><li>甲</li><li>乙<ol class="list-chinese-parens"><li>丙</li></ol></li></ol>',
  ],
  ['numbers in brackets', item(1, '（1）', '甲') + item(1, '（2）', '乙'), '<ol><li>甲</li><li>乙</li></ol>'],
  ['numbers in circles', item(1, '①', '甲') + item(1, '②', '乙'), '<ol><li>甲</li><li>乙</li></ol>'],
  [
    'letters up to i and on',
    item(1, 'h.', '甲') + item(1, 'i.', '乙') + item(1, 'j.', '丙'),
    '<ol start="8" class="list-lower-alpha"><li>甲</li><li>乙</li><li>丙</li></ol>',
  ],
  [
    'Roman numbers',
    item(1, 'i.', '甲') + item(1, 'ii.', '乙') + item(1, 'iii.', '丙'),
    '<ol class="list-lower-roman"><li>甲</li><li>乙</li><li>丙</li></ol>',
  ],
  [
    'large Roman numbers',
    item(1, 'IV.', '甲') + item(1, 'V.', '乙'),
    '<ol start="4" class="list-upper-roman"><li>甲</li><li>乙</li></ol>',
  ],
  [
    'an outline of numbers',
    item(1, '1', '甲') + item(2, '1.1', '乙') + item(2, '1.2', '丙'),
    '<ol><li>甲<ol><li>乙</li><li>丙</li></ol></li></ol>',
  ],
  [
    'articles of a law, whose numbers are words',
    item(1, '第一条', '甲') + item(1, '第二条', '乙'),
    '<p>第一条 甲</p><p>第二条 乙</p>',
  ],
  ['a level that is left out', item(1, '1.', '甲') + item(3, '§', '乙'), '<ol><li>甲<ul><li>乙</li></ul></li></ol>'],
  [
    'a list whose marks only the style sheet tells',
    `<style>@list l0:level1 {mso-level-number-format:decimal;mso-level-text:"%1.";} @list l0:level2 {mso-level-number-format:bullet;}</style><p style="mso-list:l0 level1 lfo1">甲</p><p style="mso-list:l0 level2 lfo1">乙</p>`,
    '<ol><li>甲<ul><li>乙</li></ul></li></ol>',
  ],
  [
    'a list by the style of its paragraphs',
    `<style><!-- p.MsoListBullet {mso-list:l4 level1 lfo2;} --></style><p class=MsoListBullet><span style='mso-list:Ignore'>·</span>甲</p>`,
    '<ul><li>甲</li></ul>',
  ],
  [
    'a paragraph that goes on with an item',
    `${item(1, '1.', '甲')}<p class=MsoListParagraphCxSpMiddle>接着</p>${item(1, '2.', '乙')}`,
    '<ol><li>甲<p>接着</p></li><li>乙</li></ol>',
  ],
  [
    'a list in a cell',
    `<table><tr><td>${item(1, '·', '甲')}</td><td>乙</td></tr></table>`,
    '<table><tr><td><ul><li>甲</li></ul></td><td>乙</td></tr></table>',
  ],
  [
    'a numbered heading, which stays one',
    `<h2 style='mso-list:l1 level1 lfo3'><span style='mso-list:Ignore'>1. </span>范围</h2>`,
    '<h2 id="h-1-范围">1. 范围</h2>',
  ],
  ['bold words of an item', item(1, '·', '<b>甲</b>乙'), '<ul><li><strong>甲</strong>乙</li></ul>'],
  [
    'a list of WPS',
    `<p class="MsoNormal" style="margin-left:21pt;mso-list:l0 level1 lfo1;"><span style="mso-list:Ignore;">1.<span>&nbsp;</span></span><span style="mso-spacerun:'yes';font-family:宋体;">甲</span></p><p class="MsoNormal" style="mso-list:l0 level2 lfo1;"><span style="mso-list:Ignore;">1)<span>&nbsp;</span></span>乙</p>`,
    '<ol><li>甲<ol><li>乙</li></ol></li></ol>',
  ],
  [
    'lists of a web page',
    '<ul style="text-align:left"><li>甲<ul><li>乙<ol type="i"><li>丙</li></ol></li></ul></li></ul>',
    '<ul><li>甲<ul><li>乙<ol class="list-lower-roman"><li>丙</li></ol></li></ul></li></ul>',
  ],
  [
    'a centred title',
    `<h1 align=center style='text-align:center'>通知</h1>`,
    '<h2 id="h-通知" class="align-center">通知</h2>',
  ],
  [
    'a title centred by its style',
    '<style>p.MsoTitle, li.MsoTitle {text-align:center;}</style><p class=MsoTitle>通知</p>',
    '<p class="align-center">通知</p>',
  ],
  ['a right-aligned date', para('2026年11月28日', 'text-align:right'), '<p class="align-right">2026年11月28日</p>'],
  ['an end-aligned date', '<p style="text-align:end">落款</p>', '<p class="align-right">落款</p>'],
  ['justified text, as all text is', para('正文', 'text-align:justify;text-justify:inter-ideograph'), '<p>正文</p>'],
  [
    'alignment of a box around paragraphs',
    '<div style="text-align:center"><p>甲</p><p style="text-align:left">乙</p></div><p>丙</p>',
    '<p class="align-center">甲</p><p>乙</p><p>丙</p>',
  ],
  [
    'text in a centred box',
    '<center>甲</center><div align="right">乙</div>',
    '<p class="align-center">甲</p><p class="align-right">乙</p>',
  ],
  [
    'a table in a centred box',
    '<div align=center><table><tr><td><p>甲</p></td></tr></table></div>',
    '<table><tr><td><p>甲</p></td></tr></table>',
  ],
  [
    'tracked deletion and insertion',
    para(
      `费用为<s><del cite="mailto:a" datetime="2026-11-01T10:00">80</del></s><ins cite="mailto:a" datetime="2026-11-01T10:00">120</ins>元`,
    ),
    '<p>费用为120元</p>',
  ],
  ['a deletion by class', para('甲<span class=msoDel>乙</span>丙'), '<p>甲丙</p>'],
  ['a paragraph deleted whole', `${para('甲')}<p class=MsoNormal><del cite="mailto:a">乙</del></p>`, '<p>甲</p>'],
  [
    'an item deleted whole',
    item(1, '1.', '甲') + item(1, '2.', '<del cite=a>乙</del>') + item(1, '2.', '丙'),
    '<ol><li>甲</li><li>丙</li></ol>',
  ],
  ['words struck on purpose', para('<s>作废</s><strike>旧价</strike>'), '<p><s>作废</s><s>旧价</s></p>'],
  ['words struck by a style', '<p>甲<span style="text-decoration:line-through">乙</span></p>', '<p>甲<s>乙</s></p>'],
  ['a plain <del>, as of Markdown', '<p>甲<del>乙</del></p>', '<p>甲<s>乙</s></p>'],
  [
    'comments and what they lie on',
    `${head}<p class=MsoNormal><a style='mso-comment-reference:A_1;mso-comment-date:20261101'>甲</a><span class=MsoCommentReference><a class=msocomanchor href="#_msocom_1">[A1]</a></span></p><div style='mso-element:comment-list'><div style='mso-element:comment'><p class=MsoCommentText>批注</p></div></div>`,
    '<p>甲</p>',
  ],
  ['hidden text', para(`甲<span style='display:none;mso-hide:all'>密</span>乙`), '<p>甲乙</p>'],
  ['text hidden by an attribute', '<p>甲<span hidden>密</span></p>', '<p>甲</p>'],
  [
    'footnotes, as text at the end',
    `${para(`正文<a style='mso-footnote-id:ftn1' href="#_ftn1" name="_ftnref1"><sup>[1]</sup></a>`)}<div style='mso-element:footnote-list'><![if !supportFootnotes]><br clear=all><hr align=left size=1 width="33%"><![endif]><div style='mso-element:footnote' id=ftn1><p class=MsoFootnoteText><a style='mso-footnote-id:ftn1' href="#_ftnref1"><sup>[1]</sup></a> 注文</p></div></div>`,
    '<p>正文<sup>[1]</sup></p><hr><p><sup>[1]</sup> 注文</p>',
  ],
  [
    'smart tags and empty marks',
    para('<st1:date Year="2026" w:st="on">11月28日</st1:date><o:p>&nbsp;</o:p>'),
    '<p>11月28日&nbsp;</p>',
  ],
  [
    'conditional comments',
    `<!--[if gte mso 9]><xml><w:View>Normal</w:View></xml><![endif]-->${para('甲<!--[if gte vml 1]><v:shape/><![endif]--><![if !vml]>乙<![endif]>')}`,
    '<p>甲乙</p>',
  ],
  [
    'an article of WeChat',
    `<div class="rich_media_content" id="js_content" style="visibility: hidden; opacity: 0;"><section style="text-align: center;"><section><span leaf="">标题</span></section></section><section><span style="font-size: 15px;">第一段</span></section><section style="display: none;">隐藏</section><p><br></p></div>`,
    '<p class="align-center">标题</p><p>第一段</p>',
  ],
  [
    'gaps of an editor of WeChat',
    '<section style="font-size:0"><section style="font-size:16px"><p>甲</p></section></section>',
    '<p>甲</p>',
  ],
  ['text of no size', '<p>甲<span style="font-size:0px">密</span></p>', '<p>甲</p>'],
]

describe('HTML from other programs', () => {
  it.each(cases)('HTML of another program is cleaned: %s', (_name, given, kept) => {
    expect(clean(given).replaceAll('\u00a0', '&nbsp;')).toBe(kept)
  })

  it('HTML from other programs stays the same when it is cleaned again', () => {
    for (const [, given] of cases) {
      const once = cleanHtml(given)
      expect(cleanHtml(once.html)).toEqual({ ...once, removed: [] })
    }
  })

  it('removed tracked deletions and hidden text are reported', () => {
    expect(cleanHtml(para('甲<del cite=a>乙</del><span style="display:none">丙</span>')).removed).toEqual(
      expect.arrayContaining(['修订中已删除的文字', '隐藏的文字']),
    )
  })

  it('cleaning office HTML takes linear time for any list name', () => {
    const began = process.threadCpuUsage()
    for (const part of [
      '<p style="mso-list:l0 level2 lfo1">',
      '<del cite=a>',
      '<style>',
      '<a "',
      '<![if ',
      '<p data-list="a 1 toString 1">x</p>',
    ]) {
      const many = `mso-${part.repeat(40_000 / (part.match(/</g) ?? []).length)}`
      try {
        cleanHtml(many)
      } catch (error) {
        expect(error).toMatchObject({ message: expect.stringMatching(/[一-龥]/) })
      }
    }
    const { user, system } = process.threadCpuUsage(began)
    expect(user + system).toBeLessThan(8_000_000)
  })
})
