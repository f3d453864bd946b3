import { Outlet } from 'react-router'
import { PasswordPrompt } from '../components/PasswordPrompt.tsx'
import { SendLeft } from '../features/exam/SendLeft.tsx'
import { useKeptProfile } from '../features/student/use-kept-profile.ts'
import { SystemLayout } from './desktop/SystemLayout.tsx'
import { useShell } from './shell.ts'

/** What stands around every screen of a signed-in person. */
export function Private() {
  useKeptProfile()
  return (
    <>
      <SendLeft />
      <PasswordPrompt />
    </>
  )
}

/** The private layout of the shell: on a phone each screen brings its own bars. */
export function SystemShell() {
  return useShell() === 'phone' ? <Outlet /> : <SystemLayout />
}
