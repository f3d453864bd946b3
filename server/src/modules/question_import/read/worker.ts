import { tellServer } from '../../../platform/reader-process.ts'
import { readFor } from '../../../platform/sheets/apart.ts'
import { type FileToRead, readFile } from './file.ts'
import { questionOf } from './question-of.ts'
import type { Told } from './reader.ts'

/** Reads one file beside the process that answers everybody (reader.ts), and tells what it finds piece by piece. */
const batch = 250

const tell = (what: Told) => tellServer(what)

readFor(async (file: FileToRead) => {
  const found = await readFile(file)
  const { questions, ...about } = found
  tell({ about: { columns: [], mapping: [], ...about }, total: questions?.length ?? null })
  for (let at = 0; questions && at < questions.length; at += batch)
    tell({ rows: questions.slice(at, at + batch).map(questionOf) })
  tell({ end: questions ? 'ALL' : 'COLUMNS' })
})
