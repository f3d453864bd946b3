import { z } from 'zod'
import { id, instant, pageOf, pageQuery, reason } from '../common.ts'
import { defineCall } from '../define.ts'

/** STUDENTS: accounts with initial passwords · HOURS: public hours studied elsewhere */
export const rosterKind = z.enum(['STUDENTS', 'HOURS'], '种类不正确')

/** What a column of such a table can hold. */
export const rosterField = z.enum(
  [
    'NAME',
    'ID_TYPE',
    'ID_NO',
    'PHONE',
    'CERTIFICATE_NO',
    'EMPLOYER',
    'TITLE',
    'YEAR',
    'HOURS',
    'COURSE',
    'ISSUER',
    'REFERENCE',
  ],
  '字段不正确',
)
const mapping = z.array(rosterField.nullable(), '列的对应不正确')

/**
 * READING: the file is being read · MAPPING: somebody must say which column is what · CHECKED: the dry run is ready ·
 * WRITING: all of it is being written · DONE: written, all of it · FAILED: see problem
 */
const importState = z.enum(['READING', 'MAPPING', 'CHECKED', 'WRITING', 'DONE', 'FAILED'])
const action = z.enum(['CREATE', 'SAME', 'REFUSE'], '结果不正确')

const report = z.object({
  importId: id,
  kind: rosterKind,
  fileName: z.string(),
  actorName: z.string(),
  createdAt: instant,
  state: importState,
  problem: z.string().nullable(),
  columns: z.array(z.object({ title: z.string(), samples: z.array(z.string()) })),
  mapping,
  total: z.int(),
  /** rows prepared so far while WRITING */
  written: z.int(),
  /** `same` null: of what was written a month ago, whose rows are not kept */
  counts: z.object({ create: z.int(), same: z.int().nullable(), refuse: z.int() }),
  /** of STUDENTS: READY: the initial passwords can be fetched, once · TAKEN · NONE */
  sheet: z.enum(['NONE', 'READY', 'TAKEN']),
  /** people it made an account for who have never signed in */
  neverUsed: z.int(),
  /** who asks may give those new initial passwords */
  mayRenew: z.boolean(),
})

export const roster_import = {
  check: defineCall({
    method: 'POST',
    path: '/roster_import/v1/check',
    audience: 'staff',
    permission: 'student.import',
    summary: '试运行：读取学员或公需学时表格（Excel、CSV），逐行报告，不写入',
    labels: { kind: '种类' },
    request: z.object({
      /** made by the client: a repeat finds the same import */
      importId: id,
      kind: rosterKind,
      /** a finished upload of purpose ROSTER */
      fileId: id,
      /** null: by the titles of the columns */
      mapping: mapping.max(100, '列过多').nullable(),
    }),
    response: report,
    refusals: ['roster_import.noFile', 'roster_import.conflict'],
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
    request: z.object({ importId: id, action: action.optional(), ...pageQuery }),
    response: pageOf(
      z.object({
        /** the row of the table, counted from 1 */
        no: z.int(),
        /** CREATE: will be written · SAME: is there already · REFUSE: see problems */
        action,
        label: z.string(),
        /** whom it is about, or who was made of it */
        studentId: id.nullable(),
        problems: z.array(z.object({ column: z.string(), problem: z.string() })),
      }),
    ),
    refusals: ['roster_import.notFound'],
  }),
  run: defineCall({
    method: 'POST',
    path: '/roster_import/v1/run',
    audience: 'staff',
    permission: 'student.import',
    summary: '一次写入：全部，或一行也不写；有一行不能导入就不能开始',
    request: z.object({ importId: id }),
    response: report,
    refusals: [
      'roster_import.notFound',
      'roster_import.notChecked',
      'roster_import.nothingToDo',
      'roster_import.rowsRefused',
    ],
  }),
  passwords: defineCall({
    method: 'POST',
    path: '/roster_import/v1/passwords',
    audience: 'staff',
    permission: 'student.import',
    summary: '下载初始密码表（Excel，Base64）；只此一次',
    labels: { key: '下载编号' },
    /** key is made by the client: the same one gets the same sheet for ten minutes, if an answer was lost */
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
    response: pageOf(
      z.object({
        id,
        kind: rosterKind,
        fileName: z.string(),
        state: importState,
        actorName: z.string(),
        createdAt: instant,
        /** written; before that, what would be */
        create: z.int(),
        refuse: z.int(),
        neverUsed: z.int(),
        /** one's own, or written: it can be opened */
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
      /** made by the client, one for each part: a repeat makes no second passwords */
      key: id,
      /** `next` of the part before */
      after: id.optional(),
      reason,
    }),
    /** told once, kept nowhere */
    response: z.object({
      people: z.array(
        z.object({
          name: z.string(),
          phone: z.string(),
          certificateNo: z.string(),
          password: z.string(),
        }),
      ),
      /** null: that was all */
      next: id.nullable(),
    }),
    refusals: [
      'roster_import.notFound',
      'roster_import.nobodyLeft',
      'common.passwordGiven',
      'common.keyUsed',
    ],
  }),
}
