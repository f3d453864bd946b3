import type { RosterImport } from '@ce/client/staff/roster_import.ts'
import { useState } from 'react'
import { PasswordSheet } from './PasswordSheet.tsx'
import { RenewPasswords } from './RenewPasswords.tsx'

/** Of an import that wrote students: the sheet of their passwords, and new ones for who has never signed in. */
export function InitialPasswords({ report, renew }: { report: RosterImport; renew: () => void }) {
  // people who have just been given new ones: from then on the import's own sheet says what is no longer true
  const [given, setGiven] = useState(0)
  return (
    <>
      {given === 0 && <PasswordSheet report={report} renew={renew} />}
      <RenewPasswords report={report} given={given} onGiven={setGiven} />
    </>
  )
}
