import { profileQuery, type StudentProfile } from '@ce/client/student.ts'
import { type MissingGlyphs, unprintableText, waitingForFontText } from '@ce/contract/waiting-text'
import { useSiteInfo } from '@ce/site/data.ts'
import { toDialNumber } from '@ce/site/telephone.ts'
import { useQuery } from '@tanstack/react-query'
import type { YearHours } from '../student/next-step.ts'
import classes from './WaitingNote.module.css'

/** Explains why a complete year has no proof yet. */
export function ProofWaitingNote({ missing }: { missing: readonly MissingGlyphs[] }) {
  return <Note words={waitingForFontText(missing)} />
}

export function MissingFontNote({ years }: { years: readonly YearHours[] }) {
  const { data: profile } = useQuery(profileQuery())
  const waiting = years.find((year) => year.waiting)?.waiting
  if (waiting) return <ProofWaitingNote missing={waiting.missing} />
  return profile ? <UnprintableCharactersNote profile={profile} /> : null
}

export function UnprintableCharactersNote({ profile: { unprintable } }: { profile: StudentProfile }) {
  // Older servers omit `unprintable`.
  const { name = '', employer = '' } = unprintable ?? {}
  const all = [
    { field: 'NAME' as const, letters: name },
    { field: 'EMPLOYER' as const, letters: employer },
  ]
  const missing = all.filter(({ letters }) => letters !== '')
  return missing.length > 0 ? <Note words={unprintableText(missing)} /> : null
}

function Note({ words }: { words: string }) {
  const phone = useSiteInfo()?.phone
  return (
    <p className={classes.note} role="note">
      {words}
      {phone && (
        <>
          如有疑问请拨打 <a href={toDialNumber(phone)}>{phone}</a>。
        </>
      )}
    </p>
  )
}
