import type { ReadTask } from '../../../platform/reader/task.ts'
import { type FileToRead, readFile } from './file.ts'
import { questionOf } from './question-of.ts'
import type { FileInput, Told } from './reader.ts'

/** of one message: the server keeps each in one statement */
const batch = { questions: 250, letters: 500_000 }

/** Reads one file, and tells what it finds piece by piece. */
export const task: ReadTask<FileInput, Told> = async (input, { source, emit }) => {
  const file: FileToRead = { ...input, bytes: await source.read(0, source.size) }
  const { questions, ...about } = await readFile(file)
  await emit({ about: { columns: [], mapping: [], ...about }, total: questions?.length ?? null })
  for (let at = 0; questions && at < questions.length; ) {
    let letters = 0
    let end = at
    while (end < questions.length && end - at < batch.questions && letters < batch.letters) {
      letters += lettersOf(questions[end])
      end += 1
    }
    await emit({ rows: questions.slice(at, end).map(questionOf) })
    at = end
  }
  await emit({ end: questions ? 'ALL' : 'COLUMNS' })
}

const lettersOf = (question: object | undefined) => JSON.stringify(question).length
