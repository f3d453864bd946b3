import { buildZip } from '../factories/zip.ts'

const transitional = {
  main: 'http://schemas.openxmlformats.org/spreadsheetml/2006/main',
  links: 'http://schemas.openxmlformats.org/officeDocument/2006/relationships',
}
const strict = {
  main: 'http://purl.oclc.org/ooxml/spreadsheetml/main',
  links: 'http://purl.oclc.org/ooxml/officeDocument/relationships',
}
const packages = 'http://schemas.openxmlformats.org/package/2006'

export interface SheetPart {
  name: string
  xml: string
  state?: 'visible' | 'hidden' | 'veryHidden'
}

export interface WorkbookStyle {
  format?: string | number
  struck?: boolean
}

export interface WorkbookParts {
  sheets: SheetPart[]
  strings?: string[]
  styles?: WorkbookStyle[]
  prefix?: string
  isStrict?: boolean
  properties?: string
  more?: string
  rename?: (name: string) => string
  hasAbsoluteTargets?: boolean
  without?: RegExp
  encode?: (xml: string) => Buffer
}

export function buildTestWorkbook(book: WorkbookParts): Buffer {
  const { prefix = '', rename = (name) => name, without, encode = Buffer.from } = book
  const content = (xml: string) => Buffer.from(encode(prefix ? withPrefix(xml, prefix) : xml))
  return buildZip(
    partsOf(book)
      .filter(([name]) => !without?.test(name))
      .map(([name, xml]) => ({ name: rename(name), content: content(xml) })),
  )
}

function partsOf(book: WorkbookParts): [name: string, xml: string][] {
  const { sheets, strings, styles = [{}], properties = '', more = '', hasAbsoluteTargets, rename } = book
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
      ? ([['xl/sharedStrings.xml', `${head}<sst xmlns="${main}">${strings.join('')}</sst>`]] as [string, string][])
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
  const all = Array.from({ length: sheets }, (_, at) => part(`worksheets/sheet${at + 1}`, 'worksheet'))
  return `${head}<Types xmlns="${packages}/content-types"><Default Extension="xml" ContentType="application/xml"/>${part('workbook', 'sheet.main')}${all.join('')}</Types>`
}

function stylesPart(styles: WorkbookStyle[], main: string): string {
  const codes = [...new Set(styles.flatMap(({ format }) => (typeof format === 'string' ? [format] : [])))]
  const numberOf = ({ format = 0 }: WorkbookStyle) =>
    typeof format === 'number' ? format : 176 + codes.indexOf(format)
  const formats = codes.map((code, at) => `<numFmt numFmtId="${176 + at}" formatCode="${escapeXmlText(code)}"/>`)
  const cells = styles.map(
    (style) =>
      `<xf numFmtId="${numberOf(style)}" fontId="${style.struck ? 1 : 0}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
  )
  return `${head}<styleSheet xmlns="${main}"><numFmts count="${codes.length}">${formats.join('')}</numFmts><fonts count="2"><font><sz val="11"/><name val="等线"/></font><font><strike/><sz val="11"/><name val="等线"/></font></fonts><cellStyleXfs count="1"><xf numFmtId="9" fontId="1"/></cellStyleXfs><cellXfs count="${cells.length}">${cells.join('')}</cellXfs><dxfs><dxf><font><strike/></font></dxf></dxfs></styleSheet>`
}

export const escapeXmlText = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** Adds a prefix to every element, as OpenXML libraries do. */
const withPrefix = (xml: string, prefix: string) =>
  xml.replace(/<(\/?)(?=[A-Za-z])/g, `<$1${prefix}`).replace(/xmlns="/g, `xmlns:${prefix.slice(0, -1)}="`)
