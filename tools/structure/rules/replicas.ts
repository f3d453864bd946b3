import { listCodeFiles, type SourceTree } from '../tree.ts'

const decision = 'docs/decisions/111-reads-from-standbys.md'

/** Reads that a standby may answer: none decides about hours, money, proofs, sign-in or exams. */
const readers = new Set(
  [
    'catalogue/question/service/desk.ts',
    'catalogue/question/service/export.ts',
    'content/first_page/routes.ts',
    'content/first_page/service/posters.ts',
    'content/poster/service/desk.ts',
    'office/audit/service.ts',
    'office/statistics/service/read.ts',
    'office/todo/service.ts',
    'student_admin/student_desk/service/read.ts',
  ].map((file) => `server/src/modules/${file}`),
)

/** Checks decision 111: all other code reads from the primary. */
export function checkReplicaReads(tree: SourceTree): string[] {
  return listCodeFiles(tree)
    .filter(([path, text]) => path.startsWith('server/src/modules/') && /\breadFromReplica\b/.test(text))
    .filter(([path]) => !readers.has(path))
    .map(([path]) => `${path}: must read from the primary (${decision})`)
}
