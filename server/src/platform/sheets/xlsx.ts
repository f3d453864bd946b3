import { SheetCount, sheetLimits } from './limits.ts'
import { openPackage, type PackageParts } from './package-parts.ts'
import { type RichText, TextBuilder } from './rich-text.ts'
import { holdsAnything, type Sheet, type Workbook } from './sheet.ts'
import { readStyles } from './styles.ts'
import { headRows, isNamed } from './titles.ts'
import { saveAsXlsx, UnreadableFile } from './unreadable.ts'
import { readWorksheet } from './worksheet.ts'

export interface Choice {
  /** of the sheet that somebody chose; null: the one whose first rows name most columns */
  sheetName: string | null
  /** what columns are called */
  known: readonly RegExp[]
  /** in all cells of one sheet */
  mostLetters: number
}

/** Reads a workbook as a person sees it. @throws UnreadableFile */
export async function readWorkbook(bytes: Uint8Array, choice: Choice): Promise<Workbook> {
  try {
    return await readParts(await openPackage(bytes), choice)
  } catch (error) {
    if (error instanceof UnreadableFile) throw error
    throw new UnreadableFile(
      'Excel 文件已损坏，或加了密码；请用 Excel 打开，去掉密码，另存后再上传',
    )
  }
}

/** A sheet in the list of a workbook. */
interface Listed {
  name: string
  hidden: boolean
  part: string
}

/** one that was read, or why it cannot be */
type Read = Listed & ({ sheet: Sheet } | { problem: UnreadableFile } | { unread: true })

async function readParts(parts: PackageParts, choice: Choice): Promise<Workbook> {
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
        const count = new SheetCount(choice.mostLetters)
        read.push({ ...listed, sheet: await readWorksheet(book, part, { name, hidden }, count) })
      } catch (error) {
        // a sheet that is too large matters only where it is the one that is meant
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
      rows: 'sheet' in one ? one.sheet.rows.filter(holdsAnything).length : 0,
    })),
  }
}

/** By its name; else by the columns that its first rows name, else the first that holds anything. */
function chosenOf(read: Read[], { sheetName, known }: Choice): Read | undefined {
  if (sheetName !== null) return read.find(({ name }) => name === sheetName)
  const visible = read.filter(({ hidden }) => !hidden)
  const rowsOf = (one: Read) => ('sheet' in one ? one.sheet.rows.filter(holdsAnything) : [])
  const named = visible.map((one) => columnsNamed(rowsOf(one), known))
  const most = Math.max(0, ...named)
  const best = visible.filter((_, at) => named[at] === most)
  // of sheets with the same titles, one may be an empty form
  const filled = best.find((one) => 'problem' in one || rowsOf(one).length > (most > 0 ? 1 : 0))
  return filled ?? best[0]
}

function columnsNamed(rows: string[][], known: readonly RegExp[]): number {
  const named = rows
    .slice(0, headRows)
    .map((row) => known.filter((word) => row.some((title) => isNamed(title, [word]))).length)
  return Math.max(0, ...named)
}

/** The list of sheets, and where what they refer to stands. */
async function readBook(parts: PackageParts) {
  const roots = await parts.relationsOf('')
  const name = roots.find(({ kind }) => kind === 'officeDocument')?.target ?? 'xl/workbook.xml'
  // of another program, or in the binary form of Excel
  if (!parts.has(name) && !parts.has('xl/')) throw new UnreadableFile(saveAsXlsx)
  if (name.endsWith('.bin') || parts.has('xl/workbook.bin')) throw new UnreadableFile(saveAsXlsx)
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
    // charts and dialogues are sheets too, without cells
    return relation?.kind === 'worksheet' ? [{ ...sheet, part: relation.target }] : []
  })
  const folder = name.slice(0, name.lastIndexOf('/') + 1)
  const target = (kind: string) =>
    relations.find((one) => one.kind === kind)?.target ?? `${folder}${kind}.xml`
  return {
    sheets,
    isFrom1904,
    hasNoResults,
    styles: target('styles'),
    strings: target('sharedStrings'),
  }
}

/** Texts that cells name by their number. Some programs write none. */
async function readStrings(parts: PackageParts, name: string): Promise<RichText[]> {
  const strings: RichText[] = []
  if (!parts.has(name)) return strings
  const builder = new TextBuilder()
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
      if (strings.length > sheetLimits.strings)
        throw new UnreadableFile('Excel 文件的文字过多，请分成几个文件')
    },
  })
  return strings
}
