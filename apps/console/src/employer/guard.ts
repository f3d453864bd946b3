import { refreshEmployerPasswordDuty } from '@ce/client/employer.ts'
import { readEmployerSession } from '@ce/client/employer-session.ts'
import { type LoaderFunctionArgs, redirect, replace } from 'react-router'
import { withoutBasePath } from '../paths.ts'
import { employerBasePath, employerPaths } from './paths.ts'

/** @throws a redirect to the employer login or to a required step */
export async function requireEmployerSession({ request }: LoaderFunctionArgs): Promise<null> {
  const path = withoutBasePath(employerBasePath, new URL(request.url).pathname)
  const session = readEmployerSession()
  if (!session) throw redirect(employerPaths.login())
  const first = employerPaths.firstPassword()
  // The response to a password change may be lost, so ask the server whether it was changed.
  const must = session.me.mustChangePassword && (await refreshEmployerPasswordDuty())
  if (must && path !== first) throw replace(first)
  if (!must && path === first) throw replace(employerPaths.members())
  return null
}

/** @throws a redirect if the employer is signed in */
export function redirectSignedInEmployer(): null {
  if (readEmployerSession()) throw replace(employerPaths.members())
  return null
}
