import { onMessage, tellServer } from '../../../platform/reader-process.ts'
import { type PackageFiles, packageFiles } from './assets.ts'
import { readDocument } from './document.ts'
import type { ReadAnswer, ReadBegin, ReaderSetting, ReadQuestion } from './reader.ts'

/** Reads one document after the other, beside the process that answers visitors (reader.ts). */
let setting: { fallbackCategory: number | null; files: PackageFiles } | undefined

onMessage((message: ReaderSetting | ReadQuestion) => {
  if ('paths' in message) {
    const { fallbackCategory, paths } = message
    setting = { fallbackCategory, files: packageFiles(paths) }
  } else if (setting) {
    tellServer({ begun: true } satisfies ReadBegin)
    tellServer(answer(message, setting))
  }
})

function answer(
  { path, bytes }: ReadQuestion,
  known: { fallbackCategory: number | null; files: PackageFiles },
): ReadAnswer {
  try {
    return { document: readDocument(path, Buffer.from(bytes), known) }
  } catch {
    // nested deeper than any author writes: the parsers recurse
    return { problem: '文档嵌套过深，无法读取' }
  }
}
