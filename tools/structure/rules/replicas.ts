import { listCodeFiles, type SourceTree } from '../tree.ts'

const decision = 'docs/decisions/111-reads-from-standbys.md'

/** Folders whose reads a standby may answer: none that decides about hours, money, proofs, sign-in or exams. */
const readers = /^server\/src\/modules\/(?:office\/(?:statistics|audit)|content\/(?:first_page|poster))\//

/** Checks decision 111: all other code reads from the primary. */
export function checkReplicaReads(tree: SourceTree): string[] {
  return listCodeFiles(tree)
    .filter(([path, text]) => path.startsWith('server/src/modules/') && /\breadFromReplica\b/.test(text))
    .filter(([path]) => !readers.test(path))
    .map(([path]) => `${path}: must read from the primary (${decision})`)
}
