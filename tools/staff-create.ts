import { parseArgs } from 'node:util'
import { staffCalls } from '@ce/contract'
import { createAccount } from '../server/src/modules/staff/service/accounts.ts'
import { systemAuthor } from '../server/src/platform/audit.ts'
import { checked } from '../server/src/platform/calls.ts'
import { StartError } from '../server/src/platform/start-error.ts'
import { withDeps } from './database/here.ts'
import { refused } from './database/refused.ts'

const usage =
  'usage: npm run staff:create -- --username <3-30 of a-z 0-9 . _ -> --name <姓名> [--role SUPER_ADMIN]'

/** `npm run staff:create`: makes a member of staff, the first administrator above all; says the password once. */
await withDeps(async (deps) => {
  const input = readArguments()
  try {
    const account = checked(staffCalls.staff.createStaff.request, input)
    const { password } = await createAccount(deps, systemAuthor, account)
    console.log(`created ${account.username} (${account.roles.join(', ')})`)
    console.log(`one-time password, to be changed at the first sign-in: ${password}`)
  } catch (error) {
    throw refused(error)
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
