import type { Author } from '../../../platform/audit.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import { findText, insertText, listTexts, lockTexts, type TextKind } from '../store/site.ts'
import { change, type Done } from './write.ts'

/** Every version of the agreement or the privacy text, the newest first. */
export function allTexts({ db }: Pick<Deps, 'db'>, { kind }: { kind: TextKind }) {
  return listTexts(db, kind)
}

interface NewText {
  kind: TextKind
  version: string
  /** the newest when this one was begun from it; null when there was none */
  follows: string | null
  paragraphs: string[]
  /** YYYY-MM-DD in Shanghai; a day that is over, or none: at once */
  effectiveFrom?: string | undefined
}

/**
 * Publishes a version; older ones stay, people agreed to them. The same text and day under the same version again
 * is the repeat of an answer that got lost.
 * @throws Refusal first_page.versionTaken; first_page.stale when another was published since this one was begun: what that
 * one says would be in force no more, and nobody could take it back
 */
export function publishText(
  { db }: Pick<Deps, 'db'>,
  author: Author,
  input: NewText,
): Promise<Done> {
  const { kind, version, follows, paragraphs, effectiveFrom } = input
  return change(db, author, 'first_page.textPublished', async (tx) => {
    const row = { kind, version, paragraphs, effectiveFrom, publishedBy: author.username }
    await lockTexts(tx, kind)
    if (!(await insertText(tx, row))) {
      const known = await findText(tx, input)
      if (!known?.sameDay || JSON.stringify(known.paragraphs) !== JSON.stringify(paragraphs))
        refuse('first_page.versionTaken', { fields: { version: '已经用过' } })
      return { result: {}, change: null }
    }
    const before = (await listTexts(tx, kind))[1] ?? null
    if ((before?.version ?? null) !== follows) refuse('first_page.stale')
    return { result: {}, change: { subject: `${kind} ${version}`, before, after: row } }
  })
}
