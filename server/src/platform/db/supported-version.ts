import { StartError } from '../start-error.ts'

/** Major versions that are tested: the lock test runs on both ends (docs/decisions/064-locks-in-an-order.md). */
export const oldestVersion = 15
export const newestVersion = 18

/**
 * Checks the version of a database that is not our own. @param serverVersion as `server_version_num` has it: 150018
 * @returns a line for the operator where the version is newer than what is tested
 * @throws StartError where it is too old
 */
export function checkVersion(serverVersion: number): string | null {
  const major = Math.floor(serverVersion / 10_000)
  if (major < oldestVersion)
    throw new StartError(
      `the database of DATABASE_URL is PostgreSQL ${major}: ${oldestVersion} to ${newestVersion} are supported, upgrade it first`,
    )
  if (major > newestVersion)
    return `the database of DATABASE_URL is PostgreSQL ${major}, which this version of the portal was not tested with (${oldestVersion} to ${newestVersion})`
  return null
}
