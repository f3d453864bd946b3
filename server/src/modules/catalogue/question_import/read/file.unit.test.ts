import { expect, it } from 'vitest'
import { zipTexts } from '../../../../../test/factories/content.ts'
import { contentOfBuffer } from '../../../../platform/files/content.ts'
import { readQuestionsInWorker } from './file.ts'

function workbook(place: string): Promise<Uint8Array> {
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  const links = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const sheet = `<sheetData><row r="2"><c r="${place}" t="inlineStr"><is><t>题干</t></is></c></row></sheetData>`
  return zipTexts({
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${links}"><sheets><sheet name="a" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${links}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}">${sheet}</worksheet>`,
  })
}

async function read(bytes: Uint8Array, isXlsx: boolean) {
  const told = []
  const about = { owner: 'somebody', source: contentOfBuffer(Buffer.from(bytes)) }
  for await (const each of readQuestionsInWorker({ isXlsx, mapping: null }, about)) told.push(each)
  return told
}

it('a cell at the last place that Excel allows is read', async () => {
  expect(await read(await workbook('A2'), true)).toMatchObject([{ about: { total: null } }])
})

it.each(['ZZZZZZZ2', 'A99999999'])('a cell beyond the limits of Excel is refused: %s', async (place) => {
  await expect(read(await workbook(place), true)).rejects.toThrow('超出 Excel 的范围')
})
