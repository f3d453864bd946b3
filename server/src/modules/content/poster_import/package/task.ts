import type { ReadTask } from '../../../../platform/reader/task.ts'
import type { PackageEntry, ZipEntry } from './package.ts'
import { unpackEntry } from './unpack.ts'
import { listZipEntries } from './zip-list.ts'

/** Null asks for the list of entries. */
export type PackageTaskInput = PackageEntry | null
export type PackageTaskOutput = { entries: ZipEntry[] } | { piece: Uint8Array }

export const task: ReadTask<PackageTaskInput, PackageTaskOutput> = async (entry, { source, emit }) => {
  if (entry === null) return emit({ entries: await listZipEntries(source) })
  for await (const piece of unpackEntry(source, entry)) await emit({ piece })
}
