import { addStaff } from '../../src/modules/staff/service.ts'
import { demoPassword, demoStaff } from '../../src/platform/demo.ts'
import type { Deps } from '../../src/platform/deps.ts'

/** Who runs the demo: an administrator, an editor and an auditor, with the demo's password. */
export async function addDemoStaff(deps: Deps): Promise<void> {
  for (const { username, name, role } of demoStaff)
    await addStaff(deps.db, {
      username,
      name,
      roles: [role],
      password: demoPassword,
      mustChangePassword: false,
    })
}
