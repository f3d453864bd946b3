import { z } from 'zod'
import { id, instant, pageQuery, pageShape } from '../common.ts'
import { defineCall } from '../define.ts'
import {
  columnMapping,
  importField,
  importReport,
  importRow,
  importRowsRequest,
  importState,
  importTableChoice,
  returnedRowsFile,
} from '../import-report.ts'
import { questionFieldLabels } from '../rules/import-fields.ts'
import { questionContentView } from './question.ts'

export const questionField = importField(questionFieldLabels)

const mapping = columnMapping(questionField)

const report = importReport(questionField).extend({
  courseId: id,
  format: z.enum(['XLSX', 'CSV', 'GIFT', 'AIKEN']).nullable(),
})

export const question_import = {
  check: defineCall({
    method: 'POST',
    path: '/question_import/v1/check',
    audience: 'staff',
    permission: 'question.edit',
    summary: '预览：读取试题文件（Excel、CSV、GIFT、Aiken），逐题报告，不写入题库',
    request: z.object({
      importId: id,
      fileId: id,
      courseId: id,
      ...importTableChoice,
      mapping: mapping.nullable(),
    }),
    response: report,
    refusals: ['question.noSuchCourse', 'question_import.noFile', 'question_import.conflict', 'common.tooManyImports'],
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
    request: importRowsRequest,
    response: pageShape(importRow.extend({ content: questionContentView.nullable() })),
    refusals: ['question_import.notFound'],
  }),
  list: defineCall({
    method: 'GET',
    path: '/question_import/v1/list',
    audience: 'staff',
    permission: 'question.edit',
    summary: '导入记录：谁、何时、哪个文件、导入到哪门课程、写入与不能导入的题数，新的在前',
    request: z.object(pageQuery),
    response: pageShape(
      z.object({
        id,
        fileId: id,
        fileName: z.string(),
        courseId: id,
        courseTitle: z.string(),
        state: importState,
        actorName: z.string(),
        createdAt: instant,
        create: z.int(),
        refuse: z.int().nullable(),
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
    summary: '把预览中可导入的试题一次写入题库：全部，或一道也不写',
    request: z.object({ importId: id }),
    response: report,
    refusals: [
      'question_import.notFound',
      'question_import.notChecked',
      'question_import.nothingToDo',
      'question_import.bankChanged',
    ],
  }),
  stop: defineCall({
    method: 'POST',
    path: '/question_import/v1/stop',
    audience: 'staff',
    permission: 'question.edit',
    summary: '停止读取',
    request: z.object({ importId: id }),
    response: report,
    refusals: ['question_import.notFound'],
  }),
  returned: defineCall({
    method: 'POST',
    path: '/question_import/v1/returned',
    audience: 'staff',
    permission: 'question.edit',
    summary: '下载退回表：没有写入的行，原来的列加一列“问题”（Excel，Base64）',
    request: z.object({ importId: id }),
    response: returnedRowsFile,
    refusals: ['question_import.notFound', 'question_import.nothingToReturn'],
  }),
}
