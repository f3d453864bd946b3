import type { Db } from '../../../platform/db/database.ts'
import { hiddenPosters } from '../../poster/service.ts'

interface Leading {
  redirectUrl: string | null
}

/** Which of them lead to content of ours that readers do not see now, so that visitors are not led to a page that is gone. */
export async function hiddenTargets(
  db: Db,
  all: readonly Leading[],
): Promise<(one: Leading) => boolean> {
  const ids = new Set(all.flatMap(({ redirectUrl }) => posterOf(redirectUrl) ?? []))
  const hidden = await hiddenPosters(db, [...ids])
  return ({ redirectUrl }) => hidden.has(posterOf(redirectUrl) ?? '')
}

/** Of a page of ours, on the desktop or the phone, however it was written; another site has no such id. */
function posterOf(redirectUrl: string | null): string | null {
  const path = URL.parse(redirectUrl ?? '', 'https://portal.invalid')?.pathname ?? ''
  return (
    /^(?:\/h5)?\/detail\/\w+\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\/?$/i
      .exec(path)?.[1]
      ?.toLowerCase() ?? null
  )
}
