import { SendLeft } from '@ce/frame/student/exam/SendLeft.tsx'
import { useKeptProfile } from '@ce/frame/student/use-kept-profile.ts'
import { PasswordPrompt } from './PasswordPrompt.tsx'

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
