import { z } from 'zod'
import { id, instant, pageQuery, pageShape, reason } from '../common.ts'
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
import { rosterFieldLabels } from '../rules/import-fields.ts'

/** STUDENTS creates accounts with initial passwords; HOURS are public hours earned elsewhere. */
export const rosterKind = z.enum(['STUDENTS', 'HOURS'], '种类不正确')

export const rosterField = importField(rosterFieldLabels)
const mapping = columnMapping(rosterField)

const report = importReport(rosterField).extend({
  kind: rosterKind,
  actorName: z.string(),
  createdAt: instant,
  /** READY: the initial passwords of imported students can be downloaded once. TAKEN: downloaded. */
  sheet: z.enum(['NONE', 'READY', 'TAKEN']),
  neverUsed: z.int(),
  mayRenew: z.boolean(),
})

export const roster_import = {
  check: defineCall({
    method: 'POST',
    path: '/roster_import/v1/check',
    audience: 'staff',
    permission: 'student.import',
    summary: '预览：读取学员或公需学时表格（Excel、CSV），逐行报告，不写入',
    labels: { kind: '种类' },
    request: z.object({
      importId: id,
      kind: rosterKind,
      fileId: id,
      ...importTableChoice,
      mapping: mapping.nullable(),
    }),
    response: report,
    refusals: ['roster_import.noFile', 'roster_import.conflict', 'common.tooManyImports'],
  }),
  state: defineCall({
    method: 'GET',
    path: '/roster_import/v1/state',
    audience: 'staff',
    permission: 'student.import',
    summary: '读取进度与结果',
    request: z.object({ importId: id }),
    response: report,
    refusals: ['roster_import.notFound'],
  }),
  rows: defineCall({
    method: 'GET',
    path: '/roster_import/v1/rows',
    audience: 'staff',
    permission: 'student.import',
    summary: '逐行报告',
    request: importRowsRequest,
    response: pageShape(
      importRow.extend({
        studentId: id.nullable(),
      }),
    ),
    refusals: ['roster_import.notFound'],
  }),
  run: defineCall({
    method: 'POST',
    path: '/roster_import/v1/run',
    audience: 'staff',
    permission: 'student.import',
    summary: '写入可导入的行，在后台分批进行；不能导入的行留给“退回表”',
    request: z.object({ importId: id }),
    response: report,
    refusals: ['roster_import.notFound', 'roster_import.notChecked', 'roster_import.nothingToDo'],
  }),
  stop: defineCall({
    method: 'POST',
    path: '/roster_import/v1/stop',
    audience: 'staff',
    permission: 'student.import',
    summary: '停止读取或写入；已写入的行保留，其余没有写入',
    request: z.object({ importId: id }),
    response: report,
    refusals: ['roster_import.notFound'],
  }),
  returned: defineCall({
    method: 'POST',
    path: '/roster_import/v1/returned',
    audience: 'staff',
    permission: 'student.import',
    summary: '下载退回表：没有写入的行，原来的列加一列“问题”（Excel，Base64）；留审计记录',
    request: z.object({ importId: id }),
    response: returnedRowsFile,
    refusals: ['roster_import.notFound', 'roster_import.nothingToReturn'],
  }),
  passwords: defineCall({
    method: 'POST',
    path: '/roster_import/v1/passwords',
    audience: 'staff',
    permission: 'student.import',
    summary: '下载初始密码表（Excel，Base64）；只此一次',
    labels: { key: '下载编号' },
    /** The client generates the key, so a lost response can be requested again for ten minutes. */
    request: z.object({ importId: id, key: id }),
    response: z.object({ name: z.string(), mime: z.string(), content: z.base64() }),
    refusals: ['roster_import.notFound', 'roster_import.noSheet', 'roster_import.sheetTaken'],
  }),
  list: defineCall({
    method: 'GET',
    path: '/roster_import/v1/list',
    audience: 'staff',
    permission: 'student.import',
    summary: '导入记录：谁、何时、哪个文件、写入与不能导入的行数，新的在前',
    request: z.object(pageQuery),
    response: pageShape(
      z.object({
        id,
        kind: rosterKind,
        fileName: z.string(),
        state: importState,
        actorName: z.string(),
        createdAt: instant,
        create: z.int(),
        refuse: z.int().nullable(),
        neverUsed: z.int(),
        readable: z.boolean(),
      }),
    ),
    refusals: [],
  }),
  renewPasswords: defineCall({
    method: 'POST',
    path: '/roster_import/v1/renew_passwords',
    audience: 'staff',
    permission: 'student.import',
    summary: '为一次导入中从未登录过的学员重新生成初始密码，一次若干名；原初始密码随即失效',
    labels: { key: '编号', after: '起点' },
    request: z.object({
      importId: id,
      key: id,
      after: id.optional(),
      reason,
    }),
    /** Passwords are shown once and never stored. */
    response: z.object({
      people: z.array(
        z.object({
          name: z.string(),
          phone: z.string(),
          certificateNo: z.string(),
          password: z.string(),
        }),
      ),
      next: id.nullable(),
    }),
    refusals: ['roster_import.notFound', 'roster_import.nobodyLeft', 'common.passwordGiven', 'common.keyUsed'],
  }),
}
