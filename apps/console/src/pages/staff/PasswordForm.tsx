import { useChangePassword } from '@ce/client/staff/staff.ts'
import { useStaffSession } from '@ce/client/staff-session.ts'
import { OwnPasswordForm } from '../../components/OwnPasswordForm.tsx'

/** Changes the password of who works here. */
export function PasswordForm(props: { oldLabel: string; onDone: () => void }) {
  const change = useChangePassword()
  const account = useStaffSession()?.me.username ?? ''
  return <OwnPasswordForm {...props} account={account} change={change} />
}
