import type { StudentActor } from '../../../platform/auth/sessions.ts'
import { type Db, inTransaction, type Tx } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import type { ByteContent } from '../../../platform/files/content.ts'
import { StoreUnavailableError } from '../../../platform/files/store.ts'
import { dataCopyPurpose, mayUseFile, sealedPurpose, type UploadPurpose } from '../policy.ts'
import { type FileRow, findFile, insertFile, listFilesOfStudents, type NewFile } from '../store/files.ts'
import { storeFile } from './content.ts'
import { problemOfContent } from './verify.ts'

/** The data copy expires after `keepDays`. If `enter` fails, its row and content are removed. */
export async function storeDataCopy(
  deps: Deps,
  copy: { ownerId: string; name: string; mime: string; keepDays: number } & Pick<ByteContent, 'pieces'>,
  enter: (tx: Tx, fileId: string) => Promise<void>,
): Promise<void> {
  const { pieces, ...row } = copy
  await storeFile(deps, { ...row, purpose: dataCopyPurpose, content: { pieces } }, (kept) =>
    insertAndEnter(deps.db, kept, enter),
  )
}

/** The content is read back before its row is written. If `enter` fails, both are removed. */
export async function storeSealedRows(
  deps: Pick<Deps, 'db' | 'files'>,
  { name, pieces }: { name: string } & Pick<ByteContent, 'pieces'>,
  enter: (tx: Tx, fileId: string) => Promise<void>,
): Promise<void> {
  const row = { ownerId: null, name, mime: 'application/vnd.apache.parquet', keepDays: null }
  await storeFile(deps, { ...row, purpose: sealedPurpose, content: { pieces } }, async (kept) => {
    const problem = await problemOfContent(deps.files, { ...kept, hashPartBytes: null })
    if (problem) throw new Error(`the store gives back something else: ${problem}`)
    return insertAndEnter(deps.db, kept, enter)
  })
}

function insertAndEnter(db: Db, row: NewFile, enter: (tx: Tx, fileId: string) => Promise<void>): Promise<string> {
  return inTransaction(db, async (tx) => {
    const id = await insertFile(tx, row)
    if (!id) throw new Error('a file collided with another one')
    await enter(tx, id)
    return id
  })
}

export interface OwnedFile {
  id: string
  name: string
  size: number
  isThere(): Promise<boolean>
  pieces(): AsyncIterable<Uint8Array>
}

/** Lists avatars and evidence of a student, newest first. */
export async function listOwnedFiles(
  { db, files }: { db: Db; files: Deps['files'] },
  ownerIds: readonly string[],
): Promise<OwnedFile[]> {
  const rows = await listFilesOfStudents(db, ownerIds, ['AVATAR', 'EVIDENCE'])
  return rows.map(({ id, name, size, storageKey }) => ({
    id,
    name,
    size,
    isThere: async () => (await sizeOf(files, storageKey)) === size,
    pieces: () => files.read(storageKey, { start: 0, end: size - 1 }),
  }))
}

/** Null for missing content. A store that does not answer must not make a copy without its files. */
function sizeOf(files: Deps['files'], storageKey: string): Promise<number | null> {
  return files.size(storageKey).catch((error: unknown) => {
    if (error instanceof StoreUnavailableError) throw error
    return null
  })
}

export async function requireOwnFile(
  deps: Deps,
  student: StudentActor,
  id: string,
  purpose: UploadPurpose,
): Promise<FileRow> {
  const file = await findFile(deps.db, id)
  if (!file || !mayUseFile(student, file, purpose)) return refuse('common.notFound')
  return file
}

export async function areOwnFiles(
  db: Db,
  student: Pick<StudentActor, 'studentId'>,
  ids: readonly string[],
  purpose: UploadPurpose,
): Promise<boolean> {
  for (const id of ids) {
    const file = await findFile(db, id)
    if (!file || !mayUseFile(student, file, purpose)) return false
  }
  return true
}
