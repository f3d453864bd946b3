import { addStaff } from '../../src/modules/staff/service.ts'
import { systemAuthor } from '../../src/platform/audit.ts'
import { hashPassword } from '../../src/platform/auth/passwords.ts'
import { inTransaction } from '../../src/platform/db/database.ts'
import { demoPassword, demoStaff } from '../../src/platform/demo.ts'
import type { Deps } from '../../src/platform/deps.ts'

/** Who runs the demo: an administrator, and one for each desk that is built, with the demo's password. */
export async function addDemoStaff(deps: Deps): Promise<void> {
  const password = {
    passwordHash: await hashPassword(demoPassword),
    mustChangePassword: false,
  }
  for (const { username, name, role } of demoStaff)
    await inTransaction(deps.db, (tx) =>
      addStaff(tx, systemAuthor, { username, name, roles: [role], ...password }),
    )
}
