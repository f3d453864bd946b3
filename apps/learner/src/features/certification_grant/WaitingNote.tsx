import { type Profile, profileQuery } from '@ce/client/student.ts'
import { type MissingLetters, unprintableWords, waitingWords } from '@ce/contract/waiting-words'
import { useSiteInfo } from '@ce/site/data.ts'
import { telephone } from '@ce/site/telephone.ts'
import { useQuery } from '@tanstack/react-query'
import type { YearHours } from '../student/next-step.ts'
import classes from './WaitingNote.module.css'

/** Why a year that is complete has no proof yet, that nothing is to be done, and whom to ask. */
export function WaitingNote({ missing }: { missing: readonly MissingLetters[] }) {
  return <Note words={waitingWords(missing)} />
}

/** In a workbench: the first year that waits, else that a proof of this name will. */
export function FontNote({ years }: { years: readonly YearHours[] }) {
  const { data: profile } = useQuery(profileQuery())
  const waiting = years.find((year) => year.waiting)?.waiting
  if (waiting) return <WaitingNote missing={waiting.missing} />
  return profile ? <UnprintableNote profile={profile} /> : null
}

/** Said beside a name or an employer that a proof would wait for; nothing where all of it can be printed. */
export function UnprintableNote({ profile: { unprintable } }: { profile: Profile }) {
  // a server of before does not say it
  const { name = '', employer = '' } = unprintable ?? {}
  const all = [
    { field: 'NAME' as const, letters: name },
    { field: 'EMPLOYER' as const, letters: employer },
  ]
  const missing = all.filter(({ letters }) => letters !== '')
  return missing.length > 0 ? <Note words={unprintableWords(missing)} /> : null
}

function Note({ words }: { words: string }) {
  const phone = useSiteInfo()?.phone
  return (
    <p className={classes.note} role="note">
      {words}
      {phone && (
        <>
          如有疑问请拨打 <a href={telephone(phone)}>{phone}</a>。
        </>
      )}
    </p>
  )
}
