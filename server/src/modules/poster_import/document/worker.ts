import { parentPort, workerData } from 'node:worker_threads'
import { packageFiles } from './assets.ts'
import { readDocument } from './document.ts'
import type { ReadAnswer, ReaderSetting, ReadQuestion } from './reader.ts'

/** Reads one document after the other, beside the thread that answers visitors (reader.ts). */
const { fallbackCategory, paths } = settingOf(workerData)
const files = packageFiles(paths)

parentPort?.on('message', (question: ReadQuestion) => {
  parentPort?.postMessage(answer(question))
})

function answer({ path, bytes }: ReadQuestion): ReadAnswer {
  try {
    return { document: readDocument(path, Buffer.from(bytes), { fallbackCategory, files }) }
  } catch {
    // nested deeper than any author writes: the parsers recurse
    return { problem: '文档嵌套过深，无法读取' }
  }
}

/** Only reader.ts starts this thread. */
function settingOf(data: unknown): ReaderSetting {
  return data as ReaderSetting
}
