import { renewEmployerDuty } from '@ce/client/employer.ts'
import { readEmployerSession } from '@ce/client/employer-session.ts'
import { type LoaderFunctionArgs, redirect, replace } from 'react-router'
import { withoutBase } from '../paths.ts'
import { employerBase, employerPaths } from './paths.ts'

/** Loader of everything behind the login. @throws a redirect to the login, or to what must be done first */
export async function requireEmployer({ request }: LoaderFunctionArgs): Promise<null> {
  const path = withoutBase(employerBase, new URL(request.url).pathname)
  const session = readEmployerSession()
  if (!session) throw redirect(employerPaths.login())
  const first = employerPaths.firstPassword()
  // the answer to the change may have been lost: then nothing but the server knows that it is done
  const must = session.me.mustChangePassword && (await renewEmployerDuty())
  if (must && path !== first) throw replace(first)
  if (!must && path === first) throw replace(employerPaths.members())
  return null
}

/** Loader of the login. @throws a redirect of who is signed in */
export function requireNoEmployer(): null {
  if (readEmployerSession()) throw replace(employerPaths.members())
  return null
}
