import { useEmployerPassword } from '@ce/client/employer.ts'
import { useEmployerSession } from '@ce/client/employer-session.ts'
import { OwnPasswordForm, type OwnPasswordFormProps } from '../components/OwnPasswordForm.tsx'

/** Changes the employer's password. */
export function EmployerPassword(
  props: Pick<OwnPasswordFormProps, 'oldLabel' | 'oldHint' | 'onDone'>,
) {
  const change = useEmployerPassword()
  const account = useEmployerSession()?.me.creditCode ?? ''
  return <OwnPasswordForm {...props} account={account} change={change} />
}
