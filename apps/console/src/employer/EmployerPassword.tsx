import { useEmployerPassword } from '@ce/client/employer.ts'
import { useEmployerSession } from '@ce/client/employer-session.ts'
import { OwnPasswordForm } from '../components/OwnPasswordForm.tsx'

/** Changes the employer's password. */
export function EmployerPassword(props: { oldLabel: string; onDone: () => void }) {
  const change = useEmployerPassword()
  const account = useEmployerSession()?.me.creditCode ?? ''
  return <OwnPasswordForm {...props} account={account} change={change} />
}
