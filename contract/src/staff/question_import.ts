import { z } from 'zod'
import { id, instant, pageOf, pageQuery } from '../common.ts'
import { defineCall } from '../define.ts'
import { optionFields } from '../rules/question-options.ts'
import { questionContentShown } from './question.ts'

/**
 * What a column of a table can hold. OPTIONS: all in one cell, a line each; OPTION_A …: one a column; STATE: 停用 is not
 * imported
 */
export const questionField = z.enum(
  [
    'TYPE',
    'STEM',
    'OPTIONS',
    ...optionFields,
    'ANSWER',
    'EXPLANATION',
    'DIFFICULTY',
    'TAGS',
    'STATE',
  ],
  '字段不正确',
)

/** by column, from the left; null: is not read */
const mapping = z.array(questionField.nullable(), '列的对应不正确')

/**
 * READING: the file is being read · MAPPING: somebody must say which column is what · CHECKED: the dry run is ready ·
 * DONE: imported, all of it · FAILED: cannot be read, see problem
 */
const importState = z.enum(['READING', 'MAPPING', 'CHECKED', 'DONE', 'FAILED'])

const report = z.object({
  importId: id,
  courseId: id,
  fileName: z.string(),
  state: importState,
  format: z.enum(['XLSX', 'CSV', 'GIFT', 'AIKEN']).nullable(),
  problem: z.string().nullable(),
  /** of a table: what its columns are called, with the first values, and what each is taken for */
  columns: z.array(z.object({ title: z.string(), samples: z.array(z.string()) })),
  mapping,
  /** questions read so far, and to read; 0 while nobody knows */
  read: z.int(),
  total: z.int(),
  /** null: of what was written a month ago, whose rows are not kept */
  counts: z.object({ create: z.int(), same: z.int().nullable(), refuse: z.int().nullable() }),
})

export const question_import = {
  check: defineCall({
    method: 'POST',
    path: '/question_import/v1/check',
    audience: 'staff',
    permission: 'question.edit',
    summary: '试运行：读取试题文件（Excel、CSV、GIFT、Aiken），逐题报告，不写入题库',
    request: z.object({
      /** made by the client: a repeat finds the same import */
      importId: id,
      /** a finished upload of purpose QUESTIONS */
      fileId: id,
      courseId: id,
      /** null: by the titles of the columns */
      mapping: mapping.max(100, '列过多').nullable(),
    }),
    response: report,
    refusals: ['question.noSuchCourse', 'question_import.noFile', 'question_import.conflict'],
  }),
  state: defineCall({
    method: 'GET',
    path: '/question_import/v1/state',
    audience: 'staff',
    permission: 'question.edit',
    summary: '读取进度与结果',
    request: z.object({ importId: id }),
    response: report,
    refusals: ['question_import.notFound'],
  }),
  rows: defineCall({
    method: 'GET',
    path: '/question_import/v1/rows',
    audience: 'staff',
    permission: 'question.edit',
    summary: '逐题报告',
    request: z.object({
      importId: id,
      action: z.enum(['CREATE', 'SAME', 'REFUSE'], '结果不正确').optional(),
      ...pageQuery,
    }),
    response: pageOf(
      z.object({
        /** the row of the table, or the line of the text, counted from 1; from unreadSheetNo on: a sheet that was not read */
        no: z.int(),
        /** CREATE: will be a new question · SAME: is in the bank already · REFUSE: see problems */
        action: z.enum(['CREATE', 'SAME', 'REFUSE']),
        stem: z.string(),
        content: questionContentShown.nullable(),
        problems: z.array(z.object({ column: z.string(), problem: z.string() })),
      }),
    ),
    refusals: ['question_import.notFound'],
  }),
  list: defineCall({
    method: 'GET',
    path: '/question_import/v1/list',
    audience: 'staff',
    permission: 'question.edit',
    summary: '导入记录：谁、何时、哪个文件、导入到哪门课程、写入与不能导入的题数，新的在前',
    request: z.object(pageQuery),
    response: pageOf(
      z.object({
        id,
        fileId: id,
        fileName: z.string(),
        courseId: id,
        courseTitle: z.string(),
        state: importState,
        actorName: z.string(),
        createdAt: instant,
        /** written; before that, what would be */
        create: z.int(),
        /** null: of what was written a month ago, whose rows are not kept */
        refuse: z.int().nullable(),
        /** one's own, or written: it can be opened */
        readable: z.boolean(),
      }),
    ),
    refusals: [],
  }),
  run: defineCall({
    method: 'POST',
    path: '/question_import/v1/run',
    audience: 'staff',
    permission: 'question.edit',
    summary: '把试运行中可导入的试题一次写入题库：全部，或一道也不写',
    request: z.object({ importId: id }),
    response: report,
    refusals: [
      'question_import.notFound',
      'question_import.notChecked',
      'question_import.nothingToDo',
      'question_import.bankChanged',
    ],
  }),
}
