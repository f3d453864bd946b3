import { z } from 'zod'
import { id, pageQuery, text } from './common.ts'
import { rowShows } from './rules/import-fields.ts'

/**
 * READING: the file is being read · MAPPING: somebody must say which column is what · CHECKED: the dry run is ready ·
 * WRITING: rows are being written · DONE: over; `written` rows stand · FAILED: nothing was written, see problem ·
 * STOPPED: somebody stopped the reading
 */
export const importState = z.enum([
  'READING',
  'MAPPING',
  'CHECKED',
  'WRITING',
  'DONE',
  'FAILED',
  'STOPPED',
])

/** Which table of a file is meant; nothing said: the reader finds it. */
export const tableChoice = {
  /** a sheet of a workbook, by its name */
  sheet: text(100).min(1, '请选择工作表').optional(),
  /** the row with the titles, counted from 1 */
  headRow: z.int('列名所在的行应为整数').min(1, '行号从 1 开始').max(1000, '行号过大').optional(),
}

/** How an import stands. */
export const importReport = <Field extends z.ZodType>(field: Field) =>
  z.object({
    importId: id,
    fileName: z.string(),
    state: importState,
    /** why it failed, or why not all was written */
    problem: z.string().nullable(),
    table: z.object({
      /** of a workbook: those that hold anything, with how many rows */
      sheets: z.array(z.object({ name: z.string(), rows: z.int() })),
      /** the one that was read */
      sheet: z.string().nullable(),
      /** the row with the titles; null: none was known */
      headRow: z.int().nullable(),
      /** what else a person should know of it, a sentence each */
      notices: z.array(z.string()),
    }),
    columns: z.array(z.object({ title: z.string(), samples: z.array(z.string()) })),
    /** by column, from the left; null: is not read */
    mapping: z.array(field.nullable()),
    /** rows read so far, and to read; 0 while nobody knows */
    read: z.int(),
    total: z.int(),
    written: z.int(),
    counts: z.record(z.enum(rowShows), z.int()),
    /** false: its rows were forgotten, and only `written` is known */
    rowsKept: z.boolean(),
  })

/** What a person should know of one cell. */
const cellNote = z.object({
  /** of the import's fields; null: of the whole row */
  field: z.string().nullable(),
  /** a doubt can be imported, and should be looked at; anything else is what was changed */
  doubt: z.boolean(),
  note: z.string(),
  /** what the file has there, with what cannot be seen made visible; null: it does not matter */
  was: z.string().nullable(),
})

/** A row of the report. */
export const importRow = z.object({
  /** the row of the table, or the line of the text, counted from 1 */
  no: z.int(),
  /** CREATE: will be written · SAME: is there already · REFUSE: see problems · WRITTEN */
  action: z.enum(['CREATE', 'SAME', 'REFUSE', 'WRITTEN']),
  label: z.string(),
  /** by field, as it will be stored or, of what cannot be, as the file has it; numbers of people masked */
  shown: z.record(z.string(), z.string()),
  notes: z.array(cellNote),
  problems: z.array(
    z.object({ field: z.string().nullable(), column: z.string(), problem: z.string() }),
  ),
})

export const rowsRequest = z.object({
  importId: id,
  show: z.enum(rowShows, '结果不正确').optional(),
  ...pageQuery,
})

/** The rows that were not written, as a workbook to mend and bring again. */
export const markedFile = z.object({
  name: z.string(),
  mime: z.string(),
  content: z.base64(),
  rows: z.int(),
})
