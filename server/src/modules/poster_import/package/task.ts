import type { ReadTask } from '../../../platform/reader/task.ts'
import type { PackageEntry, ZipEntry } from './package.ts'
import { unpack } from './unpack.ts'
import { listZip } from './zip-list.ts'

/** An entry to unpack; null: the list of a ZIP. */
export type PackageInput = PackageEntry | null
export type PackageFound = { entries: ZipEntry[] } | { piece: Uint8Array }

/** Reads a ZIP's list, or one of its files. */
export const task: ReadTask<PackageInput, PackageFound> = async (entry, { source, emit }) => {
  if (entry === null) return emit({ entries: await listZip(source) })
  for await (const piece of unpack(source, entry)) await emit({ piece })
}
