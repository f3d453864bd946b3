import { useChangeEmployerPassword } from '@ce/client/employer.ts'
import { useEmployerSession } from '@ce/client/employer-session.ts'
import { OwnPasswordForm, type OwnPasswordFormProps } from '../components/OwnPasswordForm.tsx'

export function EmployerPasswordForm(props: Pick<OwnPasswordFormProps, 'oldLabel' | 'oldHint' | 'onDone'>) {
  const change = useChangeEmployerPassword()
  const account = useEmployerSession()?.me.creditCode ?? ''
  return <OwnPasswordForm {...props} account={account} change={change} />
}
