import { readOfficeHtml } from '@ce/contract/office-html'
import { describe, expect, it } from 'vitest'
import { makeDocx, makeWordParagraph as p, makeWordRun as r } from '../../../../../test/factories/docx.ts'
import { contentOfBuffer } from '../../../../platform/files/content.ts'
import { cleanHtml } from '../../poster/service/clean-html.ts'
import { readWordDocument } from './word.ts'

const listed = (words: string, level = 0, list = 1) =>
  p(r(words), `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${list}"/></w:numPr>`)
const level = (n: number, format: string, text: string, start = 1) =>
  `<w:lvl w:ilvl="${n}"><w:start w:val="${start}"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/></w:lvl>`
const numbering = (...levels: string[]) =>
  `<w:abstractNum w:abstractNumId="7">${levels.join('')}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="7"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="7"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride></w:num>`
const del = (words: string) =>
  `<w:del w:id="1" w:author="甲" w:date="2026-11-01T00:00:00Z"><w:r><w:delText>${words}</w:delText></w:r></w:del>`
const ins = (words: string) => `<w:ins w:id="2" w:author="甲">${r(words)}</w:ins>`
const cell = (inside: string, properties = '') => `<w:tc><w:tcPr>${properties}</w:tcPr>${inside}</w:tc>`
const row = (cells: string, properties = '') =>
  `<w:tr>${properties ? `<w:trPr>${properties}</w:trPr>` : ''}${cells}</w:tr>`
const heading = (id: string, name: string, more = '') =>
  `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/>${more}</w:style>`

type Parts = Parameters<typeof makeDocx>[1]
const three = numbering(level(0, 'decimal', '%1.'), level(1, 'lowerLetter', '%2)'), level(2, 'bullet', ''))

const cases: readonly (readonly [name: string, body: string, kept: string, parts?: Parts])[] = [
  ['paragraphs', p(r('甲')) + p(r('乙')), '<p>甲</p><p>乙</p>'],
  [
    'marks of letters',
    p(
      r('粗', '<w:b/>') +
        r('斜', '<w:i/>') +
        r('线', '<w:u w:val="single"/>') +
        r('2', '<w:vertAlign w:val="superscript"/>'),
    ),
    '<p><strong>粗</strong><em>斜</em><u>线</u><sup>2</sup></p>',
  ],
  ['marks that are switched off', p(r('甲', '<w:b w:val="0"/><w:i w:val="false"/><w:u w:val="none"/>')), '<p>甲</p>'],
  [
    'a tab, a break and a page',
    p(`<w:r><w:t>甲</w:t><w:br/><w:t>乙</w:t><w:br w:type="page"/></w:r>`),
    '<p>甲<br>乙</p>',
  ],
  ['signs of XML in the text', p(r('a &lt;b&gt; &amp;amp; &#20013;')), '<p>a &lt;b&gt; &amp;amp; 中</p>'],
  [
    'lists within lists',
    listed('甲') + listed('乙', 1) + listed('丙', 2) + listed('丁', 1) + listed('戊'),
    '<ol><li>甲<ol class="list-lower-alpha"><li>乙<ul><li>丙</li></ul></li><li>丁</li></ol></li><li>戊</li></ol>',
    { numbering: three },
  ],
  [
    'a list that begins at five',
    listed('甲') + listed('乙'),
    '<ol start="5"><li>甲</li><li>乙</li></ol>',
    { numbering: numbering(level(0, 'decimal', '%1.', 5)) },
  ],
  [
    'a list that begins anew',
    listed('甲') + listed('乙') + listed('丙', 0, 2),
    '<ol><li>甲</li><li>乙</li></ol><ol><li>丙</li></ol>',
    { numbering: three },
  ],
  [
    'a list that goes on behind a paragraph',
    listed('甲') + p(r('间')) + listed('乙'),
    '<ol><li>甲</li></ol><p>间</p><ol start="2"><li>乙</li></ol>',
    { numbering: three },
  ],
  [
    'Chinese numbers',
    listed('甲') + listed('乙', 1),
    '<ol class="list-chinese"><li>甲<ol class="list-chinese-parens"><li>乙</li></ol></li></ol>',
    {
      numbering: numbering(level(0, 'chineseCountingThousand', '%1、'), level(1, 'chineseCounting', '（%2）')),
    },
  ],
  [
    'articles of a law, counted',
    listed('甲') + listed('乙'),
    '<p>第一条 甲</p><p>第二条 乙</p>',
    { numbering: numbering(level(0, 'chineseCounting', '第%1条')) },
  ],
  [
    'Roman numbers',
    listed('甲') + listed('乙'),
    '<ol class="list-upper-roman"><li>甲</li><li>乙</li></ol>',
    { numbering: numbering(level(0, 'upperRoman', '%1.')) },
  ],
  ['a list of no marks', listed('甲'), '<p>甲</p>', { numbering: numbering(level(0, 'none', '')) }],
  [
    'a list taken off',
    p(r('甲'), '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="0"/></w:numPr>'),
    '<p>甲</p>',
    { numbering: three },
  ],
  [
    'a list by its style',
    p(r('甲'), '<w:pStyle w:val="L"/>'),
    '<ol><li>甲</li></ol>',
    {
      numbering: three,
      styles: heading('L', 'List Number', '<w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr>'),
    },
  ],
  [
    'alignment',
    p(r('甲'), '<w:jc w:val="center"/>') + p(r('乙'), '<w:jc w:val="end"/>') + p(r('丙'), '<w:jc w:val="both"/>'),
    '<p class="align-center">甲</p><p class="align-right">乙</p><p>丙</p>',
  ],
  [
    'alignment by a style, and by what it is based on',
    p(r('甲'), '<w:pStyle w:val="B"/>'),
    '<p class="align-center">甲</p>',
    {
      styles: heading('A', 'a', '<w:pPr><w:jc w:val="center"/></w:pPr>') + heading('B', 'b', '<w:basedOn w:val="A"/>'),
    },
  ],
  [
    'headings',
    p(r('甲', '<w:b/>'), '<w:pStyle w:val="1"/>') +
      p(r('乙'), '<w:pStyle w:val="2"/>') +
      p(r('丙'), '<w:outlineLvl w:val="0"/>'),
    '<h2 id="h-甲">甲</h2><h3 id="h-乙">乙</h3><h2 id="h-丙">丙</h2>',
    { styles: heading('1', 'heading 1') + heading('2', 'heading 2') },
  ],
  [
    'a numbered heading',
    p(r('范围'), '<w:pStyle w:val="1"/>'),
    '<h2 id="h-1-范围">1. 范围</h2>',
    {
      numbering: three,
      styles: heading('1', 'heading 1', '<w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr>'),
    },
  ],
  ['tracked changes', p(r('费用为') + del('80') + ins('120') + r('元')), '<p>费用为120元</p>'],
  [
    'text that was moved',
    p(`<w:moveFrom w:id="3">${r('甲')}</w:moveFrom>${r('乙')}<w:moveTo w:id="4">${r('甲')}</w:moveTo>`),
    '<p>乙甲</p>',
  ],
  [
    'a paragraph whose end was deleted',
    p(r('甲'), '<w:rPr><w:del w:id="5" w:author="甲"/></w:rPr>') + p(r('乙')),
    '<p>甲乙</p>',
  ],
  [
    'a paragraph deleted whole',
    p(r('甲')) + p(del('乙'), '<w:rPr><w:del w:id="5"/></w:rPr>') + p(r('丙')),
    '<p>甲</p><p>丙</p>',
  ],
  [
    'an item deleted whole, which is not counted',
    listed('甲') + p(del('乙'), '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>') + listed('丙'),
    '<ol><li>甲</li><li>丙</li></ol>',
    { numbering: three },
  ],
  [
    'a row that was deleted',
    `<w:tbl>${row(cell(p(r('甲'))))}${row(cell(p(r('乙'))), '<w:del w:id="6"/>')}</w:tbl>`,
    '<table><tr><td>甲</td></tr></table>',
  ],
  [
    'how it looked before a change',
    p(`<w:r><w:rPr><w:b/><w:rPrChange w:id="7"><w:rPr><w:strike/></w:rPr></w:rPrChange></w:rPr><w:t>甲</w:t></w:r>`),
    '<p><strong>甲</strong></p>',
  ],
  ['words struck on purpose', p(r('旧', '<w:strike/>') + r('价', '<w:dstrike/>')), '<p><s>旧价</s></p>'],
  [
    'hidden text, by itself and by a style',
    p(r('甲') + r('密', '<w:vanish/>') + r('密', '<w:rStyle w:val="H"/>')),
    '<p>甲</p>',
    { styles: heading('H', 'h', '<w:rPr><w:vanish/></w:rPr>') },
  ],
  [
    'comments',
    p(
      `<w:commentRangeStart w:id="0"/>${r('甲')}<w:commentRangeEnd w:id="0"/><w:r><w:commentReference w:id="0"/></w:r>`,
    ),
    '<p>甲</p>',
  ],
  [
    'footnotes, as text at the end',
    p(`${r('正文')}<w:r><w:footnoteReference w:id="2"/></w:r>`),
    '<p>正文<sup>[1]</sup></p><hr><p><sup>[1]</sup> 注文</p>',
    {
      footnotes: `<w:footnote w:id="2">${p(`<w:r><w:footnoteRef/></w:r>${r('注文')}`)}</w:footnote>`,
    },
  ],
  [
    'a link',
    p(`<w:hyperlink r:id="rId9">${r('药监局')}</w:hyperlink><w:hyperlink w:anchor="a">${r('内')}</w:hyperlink>`),
    '<p><a href="https://www.nmpa.gov.cn/" target="_blank" rel="noopener noreferrer nofollow">药监局</a>内</p>',
    { rels: '<Relationship Id="rId9" Target="https://www.nmpa.gov.cn/" TargetMode="External"/>' },
  ],
  [
    'a link that is a script',
    p(`<w:hyperlink r:id="rId9">${r('坏')}</w:hyperlink>`),
    '<p>坏</p>',
    { rels: '<Relationship Id="rId9" Target="javascript:alert(1)" TargetMode="External"/>' },
  ],
  [
    'a table with merged cells and a head',
    `<w:tbl>${row(cell(p(r('项目')), '<w:gridSpan w:val="2"/>'), '<w:tblHeader/>')}${row(cell(p(r('甲')), '<w:vMerge w:val="restart"/>') + cell(p(r('1'))))}${row(cell(p(''), '<w:vMerge/>') + cell(p(r('2'))))}</w:tbl>`,
    '<table><tr><th colspan="2">项目</th></tr><tr><td rowspan="2">甲</td><td>1</td></tr><tr><td>2</td></tr></table>',
  ],
  [
    'a list in a cell',
    `<w:tbl>${row(cell(listed('甲') + listed('乙')))}</w:tbl>`,
    '<table><tr><td><ol><li>甲</li><li>乙</li></ol></td></tr></table>',
    { numbering: three },
  ],
  [
    'content controls',
    `<w:sdt><w:sdtPr><w:rPr><w:b/></w:rPr></w:sdtPr><w:sdtContent>${p(r('甲'))}</w:sdtContent></w:sdt>`,
    '<p>甲</p>',
  ],
  [
    'a text box',
    p(
      `${r('甲')}<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><w:txbxContent>${p(r('框'))}</w:txbxContent></w:drawing></mc:Choice><mc:Fallback><w:pict><w:txbxContent>${p(r('框'))}</w:txbxContent></w:pict></mc:Fallback></mc:AlternateContent></w:r>`,
    ),
    '<p>甲</p><p>框</p>',
  ],
  [
    'fields, with what they show',
    p(
      `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> PAGE </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${r('3')}<w:r><w:fldChar w:fldCharType="end"/></w:r>`,
    ),
    '<p>3</p>',
  ],
  [
    'letters with how they are spoken above them',
    p(
      `<w:r><w:ruby><w:rt><w:r><w:t>hàn</w:t></w:r></w:rt><w:rubyBase><w:r><w:t>汉</w:t></w:r></w:rubyBase></w:ruby></w:r>`,
    ),
    '<p>汉</p>',
  ],
  [
    'signs of fonts of signs',
    p(
      `${r('5 ')}<w:r><w:sym w:font="Symbol" w:char="F06D"/></w:r>${r('g ')}${r('\uf06d\uf0a3', '<w:rFonts w:ascii="Symbol" w:hAnsi="Symbol"/>')}<w:r><w:sym w:font="Wingdings" w:char="F0FE"/><w:sym w:font="Wingdings 2" w:char="00A3"/></w:r>`,
    ),
    '<p>5 μg μ≤☑□</p>',
  ],
  [
    'formulas in one line',
    p(
      `${r('剂量 ')}<m:oMath><m:f><m:num><m:r><m:t>1</m:t></m:r></m:num><m:den><m:r><m:t>2</m:t></m:r></m:den></m:f><m:r><m:t>x</m:t></m:r><m:sSup><m:e><m:r><m:t>y</m:t></m:r></m:e><m:sup><m:r><m:t>2</m:t></m:r></m:sup></m:sSup><m:rad><m:deg/><m:e><m:r><m:t>a+b</m:t></m:r></m:e></m:rad></m:oMath>`,
    ),
    '<p>剂量 1/2xy<sup>2</sup>√(a+b)</p>',
  ],
  [
    'a list whose definition stands in a style of lists',
    listed('甲') + listed('乙'),
    '<ol class="list-lower-alpha"><li>甲</li><li>乙</li></ol>',
    {
      numbering: `<w:abstractNum w:abstractNumId="1"><w:numStyleLink w:val="S"/></w:abstractNum><w:abstractNum w:abstractNumId="2"><w:styleLink w:val="S"/>${level(0, 'lowerLetter', '%1)')}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num>`,
    },
  ],
  [
    'a list that counts otherwise than its definition',
    listed('甲') + listed('乙', 0, 2),
    '<ol><li>甲</li></ol><ol start="3" class="list-upper-roman"><li>乙</li></ol>',
    {
      numbering: `<w:abstractNum w:abstractNumId="7">${level(0, 'decimal', '%1.')}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="7"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="7"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="3"/>${level(0, 'upperRoman', '%1.')}</w:lvlOverride></w:num>`,
    },
  ],
  [
    'a tag that the text only quotes',
    p(r('&lt;script&gt;alert(1)&lt;/script&gt;')),
    '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>',
  ],
]

const read = (body: string, parts?: Parts) => readWordDocument(contentOfBuffer(makeDocx(body, parts)))

describe('Word documents', () => {
  it.each(cases.map(([name, body, kept, parts]) => ({ name, body, kept, parts })))(
    '$name',
    async ({ body, kept, parts }) => {
      const { html } = await read(body, parts)
      expect(cleanHtml(html).html.replaceAll('\n', '')).toBe(kept)
    },
  )

  it('pictures of a Word document keep their places, and linked ones are reported', async () => {
    const drawing = (id: string, by = 'embed') =>
      `<w:r><w:drawing><wp:docPr id="1" name="x" descr="图 &quot;一&quot;"/><a:blip r:${by}="${id}"/></w:drawing></w:r>`
    const { html, problems } = await read(p(r('前') + drawing('rId1') + r('后')) + p(drawing('rId2', 'link')), {
      rels: '<Relationship Id="rId1" Target="media/image1.png"/><Relationship Id="rId2" Target="file:///C:/a.png" TargetMode="External"/>',
    })
    expect(html).toContain('前<img src="word/media/image1.png" alt="图 &#34;一&#34;">后')
    expect(problems).toEqual(['1 张图片不在文档里面（只有链接），没有导入'])
  })

  it('deleted text of a Word document is reported', async () => {
    expect((await read(p(r('甲') + del('乙')))).problems).toEqual(['已清理：修订中已删除或隐藏的文字'])
  })

  it('a file that is no Word document is refused with advice', async () => {
    const given = [Buffer.from('PK\u0003\u0004 broken'), Buffer.from('text'), makeDocx('').subarray(0, 300)]
    for (const bytes of given)
      await expect(readWordDocument(contentOfBuffer(bytes))).rejects.toThrow(/不是完整的 Word 文档.*另存/)
  })

  it('broken XML in a Word document is read or refused in linear time', async () => {
    const began = process.threadCpuUsage()
    for (const part of [
      '<w:p>',
      '<w:p><w:r><w:t>',
      '<w:tbl><w:tr><w:tc>',
      '<w:del>',
      '<w:p "',
      '</w:p>',
      '<w:p><w:pPr><w:numPr>',
    ])
      await read(part.repeat(20_000)).catch((error: Error) => expect(error.message).toMatch(/[一-龥]/))
    const { user, system } = process.threadCpuUsage(began)
    expect(user + system).toBeLessThan(5_000_000)
  })

  it('cleaning pasted Word HTML gives the same result as the import', async () => {
    const { html } = await read(listed('甲') + listed('乙', 1), { numbering: three })
    expect(readOfficeHtml(html).html).toBe('<ol><li>甲<ol class="list-lower-alpha"><li>乙</li></ol></li></ol>')
  })
})
