import { parseArgs } from 'node:util'
import { staffCalls } from '@ce/contract'
import { createStaffAccount } from '../server/src/modules/office/staff/service/accounts.ts'
import { systemAuthor } from '../server/src/platform/audit.ts'
import { requireValid } from '../server/src/platform/calls.ts'
import { StartError } from '../server/src/platform/errors.ts'
import { runWithDeps } from './database/local-database.ts'
import { toCommandError } from './database/refuse-portal-database.ts'

const usage = 'usage: npm run staff:create -- --username <3-30 of a-z 0-9 . _ -> --name <姓名> [--role SUPER_ADMIN]'

/** `npm run staff:create`: creates a staff member and prints the password once. */
await runWithDeps(async (deps) => {
  const input = readArguments()
  try {
    const account = requireValid(staffCalls.staff.createStaff.request, input)
    const { password } = await createStaffAccount(deps, systemAuthor, account)
    console.log(`created ${account.username} (${account.roles.join(', ')})`)
    console.log(`one-time password, to be changed at the first sign-in: ${password}`)
  } catch (error) {
    throw toCommandError(error)
  }
}, 'make')

function readArguments() {
  const { username, name, role } = parsed()
  if (!username || !name) throw new StartError(usage)
  return { username, name, roles: role ?? ['SUPER_ADMIN'] }

  function parsed() {
    const text = { type: 'string' } as const
    const options = { username: text, name: text, role: { ...text, multiple: true as const } }
    try {
      return parseArgs({ options }).values
    } catch {
      throw new StartError(usage)
    }
  }
}
