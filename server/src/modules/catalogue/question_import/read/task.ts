import type { FoundTable } from '../../../../platform/db/staged-import.ts'
import type { ImportReadingResult } from '../../../../platform/imports/uploaded-import.ts'
import type { ReadTask } from '../../../../platform/reader/task.ts'
import { type QuestionFileToRead, type QuestionReaderInput, readQuestionFile } from './file.ts'
import { toQuestionReportRow } from './table.ts'

/** The server stores each worker message in one statement, so its size is limited. */
const batch = { questions: 250, letters: 500_000 }

export const task: ReadTask<QuestionReaderInput, ImportReadingResult> = async (input, { source, emit }) => {
  const file: QuestionFileToRead = { ...input, bytes: await source.read(0, source.size) }
  const read = await readQuestionFile(file)
  const total = read.questions?.length ?? null
  const { format, questions, hidden, ...about } = { ...withoutTable, total, ...read }
  await emit({ about, own: { format } })
  for (let at = 0; questions && at < questions.length; ) {
    let letters = 0
    let end = at
    while (end < questions.length && end - at < batch.questions && letters < batch.letters) {
      letters += lettersOf(questions[end])
      end += 1
    }
    await emit({ rows: questions.slice(at, end).map((raw) => toQuestionReportRow(raw, about.mapping)) })
    at = end
  }
  if (questions && hidden.length > 0) await emit({ rows: hidden })
}

const noTable: FoundTable = { sheets: [], sheet: null, headRow: null, notices: [] }
const withoutTable = { columns: [], mapping: [], table: noTable, hidden: [] }

const lettersOf = (question: object | undefined) => JSON.stringify(question).length
