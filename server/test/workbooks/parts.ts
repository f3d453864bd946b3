import { zipOf } from '../factories/zip.ts'

const transitional = {
  main: 'http://schemas.openxmlformats.org/spreadsheetml/2006/main',
  links: 'http://schemas.openxmlformats.org/officeDocument/2006/relationships',
}
const strict = {
  main: 'http://purl.oclc.org/ooxml/spreadsheetml/main',
  links: 'http://purl.oclc.org/ooxml/officeDocument/relationships',
}
const packages = 'http://schemas.openxmlformats.org/package/2006'

/** One sheet: its cells as XML, with what stands around them. */
export interface SheetPart {
  name: string
  /** from <sheetData> on, or all after the root where `cols` come first */
  xml: string
  state?: 'visible' | 'hidden' | 'veryHidden'
}

export interface Style {
  /** a code, or the number of one that Excel knows */
  format?: string | number
  struck?: boolean
}

/** A workbook as some program writes it. */
export interface Book {
  sheets: SheetPart[]
  /** each an <si> with its content */
  strings?: string[]
  /** the styles that cells name by their place; the first is of all cells that name none */
  styles?: Style[]
  /** of every element, as x: */
  prefix?: string
  isStrict?: boolean
  /** attributes of <workbookPr> */
  properties?: string
  /** further elements of the workbook */
  more?: string
  /** the names of its parts, where they are other ones than Excel's */
  rename?: (name: string) => string
  /** targets of relations from the root of the package */
  hasAbsoluteTargets?: boolean
  /** parts that some program leaves out */
  without?: RegExp
  encode?: (xml: string) => Buffer
}

/** The bytes of a workbook whose every letter a test can say. */
export function bookOf(book: Book): Buffer {
  const { prefix = '', rename = (name) => name, without, encode = Buffer.from } = book
  const content = (xml: string) => Buffer.from(encode(prefix ? withPrefix(xml, prefix) : xml))
  return zipOf(
    partsOf(book)
      .filter(([name]) => !without?.test(name))
      .map(([name, xml]) => ({ name: rename(name), content: content(xml) })),
  )
}

function partsOf(book: Book): [name: string, xml: string][] {
  const {
    sheets,
    strings,
    styles = [{}],
    properties = '',
    more = '',
    hasAbsoluteTargets,
    rename,
  } = book
  const { main, links } = book.isStrict ? strict : transitional
  const target = (name: string) => {
    const called = rename?.(name) ?? name
    return hasAbsoluteTargets ? `/${called}` : called.replace(/^xl[/\\]/i, '')
  }
  const list = sheets.map(({ name, state }, at) => {
    const hidden = state ? ` state="${state}"` : ''
    return `<sheet name="${name}" sheetId="${at + 1}"${hidden} r:id="rId${at + 1}"/>`
  })
  const relation = (id: string, kind: string, name: string) =>
    `<Relationship Id="${id}" Type="${links}/${kind}" Target="${target(name)}"/>`
  return [
    ['[Content_Types].xml', contentTypes(sheets.length)],
    [
      '_rels/.rels',
      `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${links}/officeDocument" Target="${hasAbsoluteTargets ? '/' : ''}${rename?.('xl/workbook.xml') ?? 'xl/workbook.xml'}"/></Relationships>`,
    ],
    [
      'xl/workbook.xml',
      `${head}<workbook xmlns="${main}" xmlns:r="${links}"><workbookPr${properties}/><sheets>${list.join('')}</sheets>${more}</workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `<Relationships xmlns="${packages}/relationships">${sheets
        .map((_, at) => relation(`rId${at + 1}`, 'worksheet', `xl/worksheets/sheet${at + 1}.xml`))
        .join(
          '',
        )}${relation('rId98', 'styles', 'xl/styles.xml')}${relation('rId99', 'sharedStrings', 'xl/sharedStrings.xml')}</Relationships>`,
    ],
    ['xl/styles.xml', stylesPart(styles, main)],
    ...(strings
      ? ([['xl/sharedStrings.xml', `${head}<sst xmlns="${main}">${strings.join('')}</sst>`]] as [
          string,
          string,
        ][])
      : []),
    ...sheets.map(({ xml }, at): [string, string] => [
      `xl/worksheets/sheet${at + 1}.xml`,
      `${head}<worksheet xmlns="${main}" xmlns:r="${links}">${xml}</worksheet>`,
    ]),
  ]
}

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

function contentTypes(sheets: number): string {
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
  const part = (name: string, kind: string) =>
    `<Override PartName="/xl/${name}.xml" ContentType="${type}.${kind}+xml"/>`
  const all = Array.from({ length: sheets }, (_, at) =>
    part(`worksheets/sheet${at + 1}`, 'worksheet'),
  )
  return `${head}<Types xmlns="${packages}/content-types"><Default Extension="xml" ContentType="application/xml"/>${part('workbook', 'sheet.main')}${all.join('')}</Types>`
}

function stylesPart(styles: Style[], main: string): string {
  const codes = [
    ...new Set(styles.flatMap(({ format }) => (typeof format === 'string' ? [format] : []))),
  ]
  const numberOf = ({ format = 0 }: Style) =>
    typeof format === 'number' ? format : 176 + codes.indexOf(format)
  const formats = codes.map(
    (code, at) => `<numFmt numFmtId="${176 + at}" formatCode="${escaped(code)}"/>`,
  )
  const cells = styles.map(
    (style) =>
      `<xf numFmtId="${numberOf(style)}" fontId="${style.struck ? 1 : 0}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
  )
  return `${head}<styleSheet xmlns="${main}"><numFmts count="${codes.length}">${formats.join('')}</numFmts><fonts count="2"><font><sz val="11"/><name val="等线"/></font><font><strike/><sz val="11"/><name val="等线"/></font></fonts><cellStyleXfs count="1"><xf numFmtId="9" fontId="1"/></cellStyleXfs><cellXfs count="${cells.length}">${cells.join('')}</cellXfs><dxfs><dxf><font><strike/></font></dxf></dxfs></styleSheet>`
}

export const escaped = (text: string) =>
  text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** The same XML with a prefix before the name of every element, as OpenXML libraries write it. */
const withPrefix = (xml: string, prefix: string) =>
  xml
    .replace(/<(\/?)(?=[A-Za-z])/g, `<$1${prefix}`)
    .replace(/xmlns="/g, `xmlns:${prefix.slice(0, -1)}="`)
