import { type KeptTitles, retitled, type TitleType } from '@ce/client/invoice-title.ts'
import { useSession } from '@ce/client/session.ts'
import { useRef } from 'react'

/** The title that stands once another type is chosen: one's own name until another person's was typed. */
export function useRetitle() {
  const own = useSession()?.userInfo.name ?? ''
  const kept = useRef<KeptTitles>({ person: own, unit: '' })
  return (was: { titleType: TitleType; title: string }, next: TitleType): string => {
    const { kept: now, title } = retitled(kept.current, was, next)
    kept.current = now
    return title
  }
}
