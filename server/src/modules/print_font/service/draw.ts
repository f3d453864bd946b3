import { inTransaction } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { sweepEach } from '../../../platform/jobs/sweep.ts'
import { readUploaded } from '../../file/service.ts'
import { dropCovered, insertLetters, listCovered, listFontsWith, lockFont } from '../store.ts'
import { mostLetters, readFont } from './read-font.ts'
import { wantedCodePoints } from './wanted.ts'

/** A job: draws letters that came with a name after the fonts that have them. */
export async function drawLetters(deps: Deps): Promise<number> {
  const job = 'print_font.drawLetters'
  const wanted = await listCovered(deps.db, await wantedCodePoints(deps.db))
  if (wanted.length === 0) return 0
  const { done } = await sweepEach(deps.db, {
    job,
    items: await listFontsWith(deps.db, job, wanted),
    subjectOf: ({ id }) => id,
    work: async ({ id, fileId, face, staffId }) => {
      const { content: source } = await readUploaded(deps, fileId, 'FONT', staffId)
      const asked = wanted.slice(0, mostLetters)
      const { drawn, undrawn } = await readFont(id, source, { wanted: asked, face })
      return inTransaction(deps.db, async (tx) => {
        const font = await lockFont(tx, id)
        if (!font || font.removedAt) return false
        await insertLetters(tx, id, drawn)
        const useless = undrawn.map(({ codePoint }) => codePoint)
        await dropCovered(tx, id, useless)
        return true
      })
    },
  })
  return done
}
