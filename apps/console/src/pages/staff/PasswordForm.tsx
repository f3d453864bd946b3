import { useChangePassword } from '@ce/client/staff/staff.ts'
import { useStaffSession } from '@ce/client/staff-session.ts'
import { OwnPasswordForm, type OwnPasswordFormProps } from '../../components/OwnPasswordForm.tsx'

/** Changes the password of who works here. */
export function PasswordForm(props: Pick<OwnPasswordFormProps, 'oldLabel' | 'oldHint' | 'onDone'>) {
  const change = useChangePassword()
  const account = useStaffSession()?.me.username ?? ''
  return <OwnPasswordForm {...props} account={account} change={change} />
}
