import { expect, it } from 'vitest'
import { zipOf } from '../../../../test/factories/content.ts'
import { bufferContent } from '../../../platform/files/content.ts'
import { readFileApart } from './reader.ts'

/** A workbook of one sheet with one cell at this place. */
function workbook(place: string): Promise<Uint8Array> {
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  const links = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const sheet = `<sheetData><row r="2"><c r="${place}" t="inlineStr"><is><t>题干</t></is></c></row></sheetData>`
  return zipOf({
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${links}"><sheets><sheet name="a" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${links}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}">${sheet}</worksheet>`,
  })
}

async function read(bytes: Uint8Array, isXlsx: boolean) {
  const told = []
  const about = { owner: 'somebody', source: bufferContent(Buffer.from(bytes)) }
  for await (const each of readFileApart({ isXlsx, mapping: null }, about)) told.push(each)
  return told
}

it('reads a cell where Excel has one', async () => {
  expect(await read(await workbook('A2'), true)).toMatchObject([{ about: {} }, { end: 'COLUMNS' }])
})

it.each(['ZZZZZZZ2', 'A99999999'])('refuses a cell where Excel has none: %s', async (place) => {
  await expect(read(await workbook(place), true)).rejects.toThrow('超出 Excel 的范围')
})
