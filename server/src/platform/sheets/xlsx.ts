import { SheetCounter, sheetLimits } from './limits.ts'
import { openWorkbookPackage, type PackageParts } from './package-parts.ts'
import { type RichText, RichTextBuilder } from './rich-text.ts'
import { isFilledRow, type Sheet, type Workbook } from './sheet.ts'
import { readStyles } from './styles.ts'
import { isKnownTitle, maxTitleRows } from './titles.ts'
import { saveAsXlsxText, UnreadableFile } from './unreadable.ts'
import { readWorksheet } from './worksheet.ts'

export interface SheetChoice {
  sheetName: string | null
  known: readonly RegExp[]
  mostLetters: number
}

/** @throws UnreadableFile. */
export async function readWorkbook(bytes: Uint8Array, choice: SheetChoice): Promise<Workbook> {
  try {
    return await readParts(await openWorkbookPackage(bytes), choice)
  } catch (error) {
    if (error instanceof UnreadableFile) throw error
    throw new UnreadableFile('Excel 文件已损坏，或加了密码；请用 Excel 打开，去掉密码，另存后再上传')
  }
}

interface Listed {
  name: string
  hidden: boolean
  part: string
}

type Read = Listed & ({ sheet: Sheet } | { problem: UnreadableFile } | { unread: true })

async function readParts(parts: PackageParts, choice: SheetChoice): Promise<Workbook> {
  const { sheets, isFrom1904, hasNoResults, styles, strings } = await readBook(parts)
  const book = {
    ...{ parts, hasNoResults },
    styles: await readStyles(parts, styles, isFrom1904),
    strings: await readStrings(parts, strings),
  }
  const read: Read[] = []
  for (const listed of sheets) {
    if (listed.hidden && listed.name !== choice.sheetName) read.push({ ...listed, unread: true })
    else
      try {
        const { name, hidden, part } = listed
        const count = new SheetCounter(choice.mostLetters)
        read.push({ ...listed, sheet: await readWorksheet(book, part, { name, hidden }, count) })
      } catch (error) {
        // A sheet that is too large matters only if it is chosen.
        if (!(error instanceof UnreadableFile)) throw error
        read.push({ ...listed, problem: error })
      }
  }
  const chosen = chosenOf(read, choice)
  if (chosen === undefined)
    throw new UnreadableFile(
      choice.sheetName === null
        ? '工作簿里没有可见的工作表，请取消隐藏后再上传'
        : '选中的工作表已不在文件里，请重新选择',
    )
  if ('problem' in chosen) throw chosen.problem
  if (!('sheet' in chosen)) throw new UnreadableFile('工作簿里没有可见的工作表，请取消隐藏后再上传')
  return {
    sheet: chosen.sheet,
    sheets: read.map((one) => ({
      name: one.name,
      hidden: one.hidden,
      rows: 'sheet' in one ? one.sheet.rows.filter(isFilledRow).length : 0,
    })),
  }
}

function chosenOf(read: Read[], { sheetName, known }: SheetChoice): Read | undefined {
  if (sheetName !== null) return read.find(({ name }) => name === sheetName)
  const visible = read.filter(({ hidden }) => !hidden)
  const rowsOf = (one: Read) => ('sheet' in one ? one.sheet.rows.filter(isFilledRow) : [])
  const named = visible.map((one) => columnsNamed(rowsOf(one), known))
  const most = Math.max(0, ...named)
  const best = visible.filter((_, at) => named[at] === most)
  // Of sheets with the same titles, choose one with data; another may be an empty form.
  const filled = best.find((one) => 'problem' in one || rowsOf(one).length > (most > 0 ? 1 : 0))
  return filled ?? best[0]
}

function columnsNamed(rows: string[][], known: readonly RegExp[]): number {
  const named = rows
    .slice(0, maxTitleRows)
    .map((row) => known.filter((word) => row.some((title) => isKnownTitle(title, [word]))).length)
  return Math.max(0, ...named)
}

async function readBook(parts: PackageParts) {
  const roots = await parts.relationsOf('')
  const name = roots.find(({ kind }) => kind === 'officeDocument')?.target ?? 'xl/workbook.xml'
  // The file is from another program or in Excel's binary format.
  if (!parts.has(name) && !parts.has('xl/')) throw new UnreadableFile(saveAsXlsxText)
  if (name.endsWith('.bin') || parts.has('xl/workbook.bin')) throw new UnreadableFile(saveAsXlsxText)
  const relations = await parts.relationsOf(name)
  const found: (Omit<Listed, 'part'> & { id: string })[] = []
  let isFrom1904 = false
  let hasNoResults = false
  await parts.read(name, {
    open: (element, attribute) => {
      if (element === 'workbookPr') isFrom1904 = /^(1|true)$/.test(attribute('date1904') ?? '')
      if (element === 'calcPr') hasNoResults = /^(1|true)$/.test(attribute('fullCalcOnLoad') ?? '')
      if (element !== 'sheet') return
      const hidden = /hidden/i.test(attribute('state') ?? '')
      found.push({ name: attribute('name') ?? '', hidden, id: attribute('id') ?? '' })
    },
  })
  const sheets = found.flatMap(({ id, ...sheet }): Listed[] => {
    const relation = relations.find((one) => one.id === id)
    // Charts and dialogs are listed as sheets too, but have no cells.
    return relation?.kind === 'worksheet' ? [{ ...sheet, part: relation.target }] : []
  })
  const folder = name.slice(0, name.lastIndexOf('/') + 1)
  const target = (kind: string) => relations.find((one) => one.kind === kind)?.target ?? `${folder}${kind}.xml`
  return {
    sheets,
    isFrom1904,
    hasNoResults,
    styles: target('styles'),
    strings: target('sharedStrings'),
  }
}

/** Returns an empty list when the workbook has no shared strings, because some programs write none. */
async function readStrings(parts: PackageParts, name: string): Promise<RichText[]> {
  const strings: RichText[] = []
  if (!parts.has(name)) return strings
  const builder = new RichTextBuilder()
  await parts.read(name, {
    open: (element, attribute, isEmpty) => {
      if (element !== 'si') builder.open(element, attribute, isEmpty)
    },
    text: (said) => builder.text(said),
    close: (element) => {
      if (element !== 'si') {
        builder.close(element)
        return
      }
      strings.push(builder.take())
      if (strings.length > sheetLimits.strings) throw new UnreadableFile('Excel 文件的文字过多，请分成几个文件')
    },
  })
  return strings
}
