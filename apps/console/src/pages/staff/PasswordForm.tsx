import { useChangeStaffPassword } from '@ce/client/staff/staff.ts'
import { useStaffSession } from '@ce/client/staff-session.ts'
import { OwnPasswordForm, type OwnPasswordFormProps } from '../../components/OwnPasswordForm.tsx'

export function StaffPasswordForm(props: Pick<OwnPasswordFormProps, 'oldLabel' | 'oldHint' | 'onDone'>) {
  const change = useChangeStaffPassword()
  const account = useStaffSession()?.me.username ?? ''
  return <OwnPasswordForm {...props} account={account} change={change} />
}
