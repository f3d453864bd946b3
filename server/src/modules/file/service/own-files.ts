import type { StudentActor } from '../../../platform/auth/sessions.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import { mayUseFile, type UploadPurpose } from '../policy.ts'
import { type FileRow, findFile } from '../store/files.ts'

/** The student's own file for a purpose. Another's, or none, is refused alike. */
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

/** Whether all of these few files are the student's own, for this purpose, and not deleted. */
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
