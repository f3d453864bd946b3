import { refuse } from '../../../platform/errors.ts'
import { importLimits } from '../limits.ts'
import { documentsOf, isText, type PackageEntry } from './package.ts'

/** @throws Refusal poster_import.tooLarge, or poster_import.empty without any document */
export function checkLimits(entries: PackageEntry[]): void {
  const documents = documentsOf(entries)
  if (
    entries.length > importLimits.entries ||
    bytesOf(entries) > importLimits.unpackedBytes ||
    bytesOf(documents.filter(({ path }) => isText(path))) > importLimits.documentsBytes
  )
    refuse('poster_import.tooLarge')
  if (documents.length === 0) refuse('poster_import.empty')
}

function bytesOf(entries: PackageEntry[]): number {
  return entries.reduce((sum, { bytes }) => sum + bytes, 0)
}
