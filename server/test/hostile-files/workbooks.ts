import { buildZip } from '../factories/zip.ts'
import type { HostileFile } from './kind.ts'

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const links = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'

interface Parts {
  sheet: string
  prolog?: string
  sharedStrings?: string
}

function partsOf({ sheet, prolog = '', sharedStrings }: Parts): [string, string][] {
  const part = (name: string, type: string) =>
    `<Override PartName="${name}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${type}+xml"/>`
  return [
    [
      '[Content_Types].xml',
      `<Types xmlns="${packages}/content-types">${part('/xl/workbook.xml', 'sheet.main')}${part('/xl/worksheets/sheet1.xml', 'worksheet')}</Types>`,
    ],
    [
      '_rels/.rels',
      `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${links}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    [
      'xl/workbook.xml',
      `<workbook xmlns="${main}" xmlns:r="${links}"><sheets><sheet name="a" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${links}/worksheet" Target="worksheets/sheet1.xml"/>${sharedStrings ? `<Relationship Id="rId2" Type="${links}/sharedStrings" Target="sharedStrings.xml"/>` : ''}</Relationships>`,
    ],
    ['xl/worksheets/sheet1.xml', `${prolog}<worksheet xmlns="${main}">${sheet}</worksheet>`],
    ...(sharedStrings
      ? [['xl/sharedStrings.xml', `<sst xmlns="${main}">${sharedStrings}</sst>`] as [string, string]]
      : []),
  ]
}

export function buildHostileWorkbook(parts: Parts): Buffer {
  return buildZip(partsOf(parts).map(([name, content]) => ({ name, content })))
}

function lyingWorkbook(claimedSize: number): Buffer {
  return buildZip(
    partsOf({ sheet: titles }).map(([name, content]) => ({
      name,
      content,
      ...(name === 'xl/worksheets/sheet1.xml' ? { claimedSize } : {}),
    })),
  )
}

const cell = (place: string, text: string) => `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`
const titles = `<sheetData><row r="1">${cell('A1', '姓名')}${cell('B1', '身份证号')}</row></sheetData>`

/** One text of 32,000 characters in 60,000 cells gives two gigabytes. */
function manyLongCells(): Buffer {
  const rows = Array.from(
    { length: 5000 },
    (_, row) => `<row>${'<c t="s"><v>0</v></c>'.repeat(row < 1 ? 1 : 12)}</row>`,
  )
  return buildHostileWorkbook({
    sheet: `<sheetData>${rows.join('')}</sheetData>`,
    sharedStrings: `<si><t>${'药'.repeat(32_000)}</t></si>`,
  })
}

const entities = Array.from({ length: 9 }, (_, level) => `<!ENTITY a${level + 1} "${`&a${level};`.repeat(10)}">`).join(
  '',
)

const makers: [name: string, make: () => Buffer, says: string][] = [
  ['shows one long text in sixty thousand cells', manyLongCells, '文字超过'],
  [
    'has a cell of more letters than Excel allows',
    () => buildHostileWorkbook({ sheet: `<sheetData><row>${cell('A1', 'x'.repeat(40_000))}</row></sheetData>` }),
    '超过 32767 个字',
  ],
  [
    'has more than a million empty cells',
    () =>
      buildHostileWorkbook({
        sheet: `<sheetData>${`<row>${'<c></c>'.repeat(100)}</row>`.repeat(12_000)}</sheetData>`,
      }),
    '单元格过多',
  ],
  [
    'has its second cell at the last place of a sheet',
    () =>
      buildHostileWorkbook({
        sheet: `<sheetData><row r="1">${cell('A1', 'a')}</row><row r="1048576">${cell('XFD1048576', 'b')}</row></sheetData>`,
      }),
    '分布过远',
  ],
  [
    'nests elements a hundred thousand deep',
    () =>
      buildHostileWorkbook({
        sheet: `<sheetData><row>${'<c><is>'.repeat(100_000)}${'</is></c>'.repeat(100_000)}</row></sheetData>`,
      }),
    '',
  ],
  [
    'declares an entity that names a file of the server',
    () =>
      buildHostileWorkbook({
        prolog: '<!DOCTYPE a [<!ENTITY secret SYSTEM "file:///etc/passwd">]>',
        sheet: `<sheetData><row>${cell('A1', '&secret;')}</row></sheetData>`,
      }),
    '已损坏',
  ],
  [
    'declares entities that multiply to gigabytes',
    () =>
      buildHostileWorkbook({
        prolog: `<!DOCTYPE a [<!ENTITY a0 "药师药师药师">${entities}]>`,
        sheet: `<sheetData><row>${cell('A1', '&a9;')}</row></sheetData>`,
      }),
    '已损坏',
  ],
  [
    'unpacks to three hundred megabytes of blanks',
    () => buildHostileWorkbook({ sheet: ' '.repeat(300 * 1024 * 1024) }),
    '解压后过大',
  ],
  ['says that it is smaller than it is', () => lyingWorkbook(1), '已损坏'],
  ['says that it is larger than it is', () => lyingWorkbook(2 ** 31), '解压后过大'],
  [
    'merges a thousand areas of the whole sheet',
    () =>
      buildHostileWorkbook({
        sheet: `<sheetData><row r="1">${cell('A1', '药师')}</row><row r="200000"><c r="CV200000"><v>1</v></c></row></sheetData><mergeCells>${'<mergeCell ref="A1:XFD1048576"/>'.repeat(1000)}</mergeCells>`,
      }),
    '单元格过多',
  ],
  [
    'hides every column a hundred thousand times',
    () =>
      buildHostileWorkbook({
        sheet: `<cols>${'<col min="1" max="16384" hidden="1"/>'.repeat(100_000)}</cols><sheetData><row r="1">${cell('XFD1', '姓名')}</row></sheetData>`,
      }),
    '',
  ],
  [
    'has words in its cell that never end',
    () => buildHostileWorkbook({ sheet: `<sheetData><row><c t="inlineStr"><is><t>${'x'.repeat(8_000_000)}` }),
    '已损坏',
  ],
  [
    'has two million empty shared texts',
    () => buildHostileWorkbook({ sheet: titles, sharedStrings: '<si/>'.repeat(2_100_000) }),
    '文字过多',
  ],
  ['is cut off', () => buildHostileWorkbook({ sheet: titles }).subarray(0, 900), ''],
  [
    'has a formula of many letters in every cell',
    () =>
      buildHostileWorkbook({
        sheet: `<sheetData>${`<row>${`<c><f>${'A1+'.repeat(300)}1</f><v>1</v></c>`.repeat(20)}</row>`.repeat(6000)}</sheetData>`,
      }),
    '',
  ],
]

export const hostileWorkbooks: HostileFile[] = makers.flatMap(([name, make, says], index) => {
  const file = { name: `a workbook that ${name}`, fileName: '名单.xlsx', make, says }
  const more: HostileFile[] =
    index < 2
      ? [
          { ...file, use: 'QUESTIONS' },
          { ...file, use: 'EMPLOYER' },
        ]
      : []
  return [{ ...file, use: 'ROSTER' }, ...more]
})
