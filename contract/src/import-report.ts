import { z } from 'zod'
import { id, pageQuery, text } from './common.ts'
import { importRowViews } from './rules/import-fields.ts'

/**
 * MAPPING: columns must be assigned. CHECKED: the dry run is ready. DONE: `written` rows exist. FAILED: nothing was
 * written. STOPPED: a person stopped the reading.
 */
export const importState = z.enum(['READING', 'MAPPING', 'CHECKED', 'WRITING', 'DONE', 'FAILED', 'STOPPED'])

/** Schema for the name of the field to which a column of an import table is assigned. */
export const importField = <Name extends string>(words: Readonly<Record<Name, string>>) =>
  z.enum(Object.keys(words) as Name[], '没有这样的列，请刷新页面后重新选择')

export const columnMapping = <Field extends z.ZodType>(field: Field) =>
  z.array(field.nullable(), '列的对应不正确').max(100, '列过多')

export const importTableChoice = {
  sheet: text(100).min(1, '请选择工作表').optional(),
  /** Number of the row with the column titles, from 1. */
  headRow: z.int('列名所在的行应为整数').min(1, '行号从 1 开始').max(1000, '行号过大').optional(),
}

export const importReport = <Field extends z.ZodType>(field: Field) =>
  z.object({
    importId: id,
    fileName: z.string(),
    state: importState,
    problem: z.string().nullable(),
    table: z.object({
      sheets: z.array(z.object({ name: z.string(), rows: z.int() })),
      sheet: z.string().nullable(),
      /** Number of the row with the column titles; null when no such row was found. */
      headRow: z.int().nullable(),
      /** Each notice is one sentence. */
      notices: z.array(z.string()),
    }),
    columns: z.array(z.object({ title: z.string(), samples: z.array(z.string()) })),
    mapping: z.array(field.nullable()),
    /** Number of rows read so far and in total; 0 while unknown. */
    read: z.int(),
    total: z.int(),
    written: z.int(),
    counts: z.record(z.enum(importRowViews), z.int()),
    /** The value is false when the import rows were deleted and only the number `written` is known. */
    rowsKept: z.boolean(),
  })

const cellNote = z.object({
  field: z.string().nullable(),
  /** True for a doubtful value, which can be imported but should be checked; false for a value that was changed. */
  doubt: z.boolean(),
  note: z.string(),
  was: z.string().nullable(),
})

export const importRow = z.object({
  no: z.int(),
  /** CREATE will be written, SAME exists already, REFUSE has problems, WRITTEN is stored. */
  action: z.enum(['CREATE', 'SAME', 'REFUSE', 'WRITTEN']),
  label: z.string(),
  /** Values by field, as stored or as in the file; personal numbers are masked. */
  shown: z.record(z.string(), z.string()),
  notes: z.array(cellNote),
  problems: z.array(z.object({ field: z.string().nullable(), column: z.string(), problem: z.string() })),
})

export const importRowsRequest = z.object({
  importId: id,
  show: z.enum(importRowViews, '结果不正确').optional(),
  ...pageQuery,
})

/** The rows not written, as a workbook to correct and upload again. */
export const returnedRowsFile = z.object({
  name: z.string(),
  mime: z.string(),
  content: z.base64(),
  rows: z.int(),
})
