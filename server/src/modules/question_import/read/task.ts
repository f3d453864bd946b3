import type { FoundTable } from '../../../platform/db/staged-import.ts'
import type { ReadTask } from '../../../platform/reader/task.ts'
import { type FileToRead, readFile } from './file.ts'
import type { FileInput, Told } from './reader.ts'
import { reportRow } from './report-row.ts'

/** of one message: the server keeps each in one statement */
const batch = { questions: 250, letters: 500_000 }

/** Reads one file, and tells what it finds piece by piece. */
export const task: ReadTask<FileInput, Told> = async (input, { source, emit }) => {
  const file: FileToRead = { ...input, bytes: await source.read(0, source.size) }
  const read = await readFile(file)
  const { questions, hidden, ...found } = { ...withoutTable, ...read }
  const total = questions && questions.length + hidden.length
  await emit({ about: { ...found, total } })
  for (let at = 0; questions && at < questions.length; ) {
    let letters = 0
    let end = at
    while (end < questions.length && end - at < batch.questions && letters < batch.letters) {
      letters += lettersOf(questions[end])
      end += 1
    }
    await emit({ rows: questions.slice(at, end).map((raw) => reportRow(raw, found.mapping)) })
    at = end
  }
  if (questions && hidden.length > 0) await emit({ rows: hidden })
  await emit({ end: questions ? 'ALL' : 'COLUMNS' })
}

/** of a text without columns */
const noTable: FoundTable = { sheets: [], sheet: null, headRow: null, notices: [] }
const withoutTable = { columns: [], mapping: [], table: noTable, hidden: [] }

const lettersOf = (question: object | undefined) => JSON.stringify(question).length
