import type { StudentActor } from '../../../platform/auth/sessions.ts'
import type { Db } from '../../../platform/db/database.ts'
import { mayUseFile, type UploadPurpose } from '../policy.ts'
import { findFile } from '../store/files.ts'

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
