import { auditStaff } from '../../../../platform/audit.ts'
import type { Db, Tx } from '../../../../platform/db/database.ts'
import type { ReportRowFilter } from '../../../../platform/db/import-rows.ts'
import type { PageRequest } from '../../../../platform/db/page.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { refuse } from '../../../../platform/errors.ts'
import type { ImportCall } from '../../../../platform/imports/staged-import.ts'
import {
  createUploadedImportCalls,
  type ImportReadingResult,
  type StaffCaller,
} from '../../../../platform/imports/uploaded-import.ts'
import type { StaffAtWork } from '../../../../platform/staff-calls.ts'
import { isUploadedBy, readUploadedFile } from '../../../file/service/uploaded.ts'
import { insertImportedQuestions, normalizeQuestion } from '../../question/service.ts'
import { hasCourse, lockQuestionBank } from '../../question/store/questions.ts'
import { readQuestionsInWorker } from '../read/file.ts'
import {
  compareWithBank,
  findCourseTitles,
  findTakenStem,
  listQuestionsToCreate,
  type QuestionImport,
  storedQuestionOf,
} from '../store.ts'

/**
 * The check of a question file leaves the question bank unchanged; the run writes all its questions in one transaction.
 */
export const questionImports = createUploadedImportCalls({
  table: 'questionImport',
  asked: ['courseId'],
  refusals: {
    notFound: 'question_import.notFound',
    noFile: 'question_import.noFile',
    conflict: 'question_import.conflict',
    notChecked: 'question_import.notChecked',
    nothingToDo: 'question_import.nothingToDo',
    nothingToReturn: 'question_import.nothingToReturn',
  },
  texts: {
    stalled: '多次读取都没有完成，请检查文件后重新上传',
    broken: '处理时出错，请联系管理员',
  },
  mayCheck: async ({ db }, { courseId }) => {
    if (!(await hasCourse(db, courseId))) refuse('question.noSuchCourse')
  },
  hasFile: (db: Db, fileId, staffId) => isUploadedBy(db, fileId, 'QUESTIONS', staffId),
  read,
  conclude: compareWithBank,
  view: (_, { courseId, format }: QuestionImport) => ({ courseId, format }),
})

export async function listQuestionImportRows(call: ImportCall<StaffCaller, ReportRowFilter>) {
  const { list, ...page } = await questionImports.readRows(call)
  const rows = list.map(({ content, ...row }) => {
    const question = storedQuestionOf(content)
    return { ...row, content: question && normalizeQuestion(question.content) }
  })
  return { list: rows, ...page }
}

/** Returns a page of all question imports with the titles of their courses. */
export async function listQuestionImports(call: ImportCall<StaffCaller, PageRequest>) {
  const { list, ...page } = await questionImports.list(call)
  const courseIds = list.map(({ courseId }) => courseId)
  const titles = await findCourseTitles(call.deps.db, courseIds)
  const rows = list.map((row) => ({ ...row, courseTitle: titles.get(row.courseId) ?? '' }))
  return { list: rows, ...page }
}

async function* read(deps: Deps, row: QuestionImport): AsyncGenerator<ImportReadingResult> {
  const { content: source, mime } = await readUploadedFile(deps, row.fileId, 'QUESTIONS', row.staffId)
  const wanted = { mapping: row.wantedMapping, ...row.wantedTable }
  const input = { isXlsx: mime !== 'text/plain', ...wanted }
  yield* readQuestionsInWorker(input, { owner: row.staffId, source })
}

/**
 * Writes the checked questions into the question bank, all or none. @throws Refusal question_import.bankChanged if the
 * bank has one of them by now
 */
export function runQuestionImport(call: ImportCall<StaffCaller>) {
  return questionImports.writeAtOnce(call, async (tx, row) => {
    await lockQuestionBank(tx, row.courseId)
    const taken = await findTakenStem(tx, row)
    if (taken !== undefined) refuse('question_import.bankChanged', { stem: taken.slice(0, 30) })
    const made = await createAll(tx, call.staff, row)
    if (made === 0) refuse('question_import.nothingToDo')
    const detail = { courseId: row.courseId, file: row.fileName, questions: made }
    await auditStaff(tx, call.staff, 'question_import.finished', row.id, detail)
    return made
  })
}

const batch = 1000

async function createAll(tx: Tx, staff: StaffAtWork, row: QuestionImport): Promise<number> {
  let made = 0
  let after = 0
  for (;;) {
    const rows = await listQuestionsToCreate(tx, row.id, after, batch)
    const questions = rows.flatMap(({ content }) => storedQuestionOf(content) ?? [])
    const about = { courseId: row.courseId, importId: row.id, by: staff.username }
    await insertImportedQuestions(tx, questions, about)
    made += questions.length
    after = rows.at(-1)?.no ?? after
    if (rows.length < batch) return made
  }
}
