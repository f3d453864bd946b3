import { insertStaffAccount } from '../../src/modules/office/staff/service/accounts.ts'
import { systemAuthor } from '../../src/platform/audit.ts'
import { hashPassword } from '../../src/platform/auth/passwords.ts'
import { inTransaction } from '../../src/platform/db/database.ts'
import { demoPassword, demoStaff } from '../../src/platform/demo.ts'
import type { Deps } from '../../src/platform/deps.ts'

export async function addDemoStaff(deps: Deps): Promise<void> {
  const password = {
    passwordHash: await hashPassword(demoPassword),
    mustChangePassword: false,
  }
  for (const { username, name, role } of demoStaff)
    await inTransaction(deps.db, (tx) =>
      insertStaffAccount(tx, systemAuthor, { username, name, roles: [role], ...password }),
    )
}
